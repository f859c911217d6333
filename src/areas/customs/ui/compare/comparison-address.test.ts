import { expect, test } from 'vitest';
import { newDraft, newLine } from '../form/draft/draft.ts';
import { readComparison, writeComparison } from './comparison-address.ts';

const draft = {
  ...newDraft('goods'),
  country: 'DE',
  values: { currency: 'USD', price: '12,500' },
  rates: { 'USD EUR': '0.9' },
  lines: [newLine({ description: 'Shoes & socks', quantity: '2' })],
  title: 'Mine',
};

test('a comparison is read as it was written, with new keys of lines and without a title', () => {
  const start = { aspect: 'country', values: ['DE', 'UA'], draft } as const;
  const read = readComparison(writeComparison(start))!;
  expect(read).toEqual({
    ...start,
    draft: {
      ...draft,
      title: '',
      lines: [{ key: expect.any(String), values: draft.lines[0]!.values }],
    },
  });
  expect(writeComparison(read)).toBe(writeComparison(start));
});

test('a comparison with too many lines is not written', () => {
  const lines = Array.from({ length: 60 }, () => newLine({ description: 'x'.repeat(80) }));
  expect(
    writeComparison({ aspect: 'country', values: ['DE'], draft: { ...draft, lines } }),
  ).toBeNull();
});

test('letters count as many characters as they have in an address', () => {
  const lines = [newLine({ description: 'б'.repeat(1100) })];
  const written = { aspect: 'country', values: ['DE'], draft: { ...draft, lines } } as const;
  expect(writeComparison(written)).not.toBeNull();
  const more = { ...draft, lines: [...lines, newLine({ description: 'б'.repeat(100) })] };
  expect(writeComparison({ ...written, draft: more })).toBeNull();
});

test.each([
  null,
  '',
  'nonsense',
  '{}',
  '{"aspect":"colour","of":[],"country":"DE","values":{},"rates":{},"lines":[]}',
  '{"aspect":"country","of":[1],"country":"DE","values":{},"rates":{},"lines":[]}',
  '{"aspect":"country","of":["DE"],"country":7,"values":{},"rates":{},"lines":[]}',
  '{"aspect":"country","of":["DE"],"country":"DE","values":null,"rates":{},"lines":[]}',
  '{"aspect":"country","of":["DE"],"country":"DE","values":{"price":7},"rates":{},"lines":[]}',
  '{"aspect":"country","of":["DE"],"country":"DE","values":{},"rates":{},"lines":[{"price":{}}]}',
  '{"aspect":"country","of":["DE"],"country":"DE","values":{},"rates":{},"lines":[null]}',
])('%s is not a comparison', (text) => {
  expect(readComparison(text)).toBeNull();
});

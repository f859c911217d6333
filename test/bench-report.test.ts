import { expect, test } from 'vitest';
import { mergeReport, readComment } from '../bench/load/report.ts';
import { chooseBest, findState, type Row } from '../bench/load/rows.ts';

const row: Row = { what: 'a call', measured: 30, baseline: 10, unit: 'µs', limit: 2 };
const run = (name: string, measured: number) => ({
  name,
  about: `About ${name}.`,
  rows: [{ ...row, measured }],
  where: 'Measured here.',
});

test('a section is replaced, the others stay, in the order of names', () => {
  const first = mergeReport('', run('site', 30));
  const both = mergeReport(first, run('profile', 15));
  const again = mergeReport(both, run('site', 19));
  expect(again.match(/^## .*$/gm)).toEqual(['## profile', '## site']);
  expect(again).toContain('| a call | 15.0 µs | 10.0 µs | 1.50 x | <= 2 x | kept |  |');
  expect(again).toContain('| a call | 19.0 µs | 10.0 µs | 1.90 x | <= 2 x | kept | 3.00 x |');
});

test('a section that is written by hand stays, in front', () => {
  const byHand = '## Measured once\n\n| a | b |\n| --- | --- |\n| 1 | 2 |';
  const page = mergeReport(`# Performance\n\n${byHand}\n`, run('site', 30));
  expect(page).toContain(`${byHand}\n\n## site\n`);
});

test('a row shows the two measurements before the last one', () => {
  const page = [30, 22, 19, 18].reduce((text, ms) => mergeReport(text, run('site', ms)), '');
  expect(page).toContain('| 1.80 x | <= 2 x | kept | 1.90 x, 2.20 x |');
  const absolute = { what: 'a | b', measured: 3, unit: 's', limit: 2 };
  const once = mergeReport('', { ...run('start', 1), rows: [absolute] });
  const twice = mergeReport(once, { ...run('start', 1), rows: [{ ...absolute, measured: 1 }] });
  expect(twice).toContain('| a \\| b | 1.00 s |  |  | <= 2 s | kept | 3.00 s |');
});

test('the comment at the top of a benchmark says what is measured', () => {
  expect(readComment('// The cost of\n// a call.\nimport x;\n// more\n')).toBe(
    'The cost of\na call.',
  );
});

test.each([
  [20, 'kept'],
  [20.1, 'near'],
  [25, 'near'],
  [25.1, 'broken'],
])('with a promise of 2 x, %d µs beside 10 µs are %s', (measured, state) => {
  expect(findState({ ...row, measured })).toBe(state);
});

test('absolute values are judged too, and nothing without a promise', () => {
  const memory = { what: 'memory', measured: 250, unit: 'MB', limit: 220 };
  expect(findState(memory)).toBe('near');
  expect(findState({ what: 'lost', measured: 0, unit: '', limit: 0 })).toBe('kept');
  expect(findState({ what: 'lost', measured: 1, unit: '', limit: 0 })).toBe('broken');
  expect(findState({ what: 'memory', measured: 250, unit: 'MB' })).toBeUndefined();
});

test('of several runs each row counts as it was at its best', () => {
  const other = { ...row, what: 'another call' };
  const first = [{ ...row, measured: 19 }, other];
  const second = [row, { ...other, measured: 18 }];
  expect(chooseBest(first, second).map(({ measured }) => measured)).toEqual([19, 18]);
});

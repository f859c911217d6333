import { expect, test } from 'vitest';
import { goodsInput } from '../calculations/calculation-inputs.ts';
import { country } from './countries.ts';

test.each([
  ['de', 'DE'],
  [' gb ', 'GB'],
  ['UK', 'GB'],
  ['el', 'GR'],
  ['XK', 'XK'],
])('%j is the country %s', (text, code) => {
  expect(country.parse(text)).toBe(code);
});

test.each([
  ['XX', 'XX is no country of ISO 3166-1.'],
  ['ZZ', 'ZZ is no country of ISO 3166-1.'],
  ['JA', 'JA is no country of ISO 3166-1: did you mean JP, Japan?'],
  [
    'EU',
    'EU is no country of ISO 3166-1: the European Union is no country of origin: name the member state, such as DE.',
  ],
  ['Germany', 'Enter a country as two letters, such as DE.'],
])('%j is refused, with what is meant perhaps', (text, message) => {
  const { error } = country.safeParse(text);
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

const line = { description: 'Goods', hs_code: '61091000', quantity: '1', value: '10' };

test.each(['fca', 'FAS', 'Cpt', 'CIP', 'DPU'])('%s is a delivery term in either case', (term) => {
  const input = { destination_country: 'DE', currency: 'EUR', incoterm: term, items: [line] };
  expect(goodsInput.parse(input)).toMatchObject({ incoterm: term.toUpperCase() });
});

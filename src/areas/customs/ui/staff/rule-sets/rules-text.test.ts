import { expect, test } from 'vitest';
import { findInText, writeRules } from './rules-text.ts';

const rules = {
  id: 'ua.vehicle',
  effective_to: null,
  tables: { 'a:b, "c"': { rows: [{ fuel: ['petrol', 'lpg'] }, { fuel: 'diesel' }] } },
  steps: [{ code: 'CV' }, { code: 'VAT', rate: '0.20', of: ['step:CV', { ref: 'x' }] }],
};
const at = (text: string, place: string[]) => {
  const { from, to } = findInText(text, place);
  return text.slice(from, to);
};

test.each([
  [['id'], '"ua.vehicle"'],
  [['effective_to'], 'null'],
  [['tables', 'a:b, "c"', 'rows', '0', 'fuel', '1'], '"lpg"'],
  [['tables', 'a:b, "c"', 'rows', '1', 'fuel'], '"diesel"'],
  [['steps', '1', 'rate'], '"0.20"'],
  [['steps', '1', 'of', '1', 'ref'], '"x"'],
])('%j is found in any writing of the JSON', (place, value) => {
  expect(at(writeRules(rules), place)).toBe(value);
  expect(at(JSON.stringify(rules), place)).toBe(value);
});

test('an object or list is found whole', () => {
  expect(at(JSON.stringify(rules), ['steps', '0'])).toBe('{"code":"CV"}');
  expect(JSON.parse(at(writeRules(rules), ['tables']))).toEqual(rules.tables);
});

test('of a missing field the object that lacks it is found', () => {
  expect(at(JSON.stringify(rules), ['steps', '0', 'op'])).toBe('{"code":"CV"}');
  expect(at('{"id":1}', ['currency'])).toBe('{"id":1}');
});

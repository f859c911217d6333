import { expect, test } from 'vitest';
import { aboutOf, mergeReport } from '../bench/load/report.ts';
import { bestOf, isClearlyBroken, type Row } from '../bench/load/rows.ts';

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
  expect(again).toContain('| a call | 15.0 µs | 10.0 µs | 1.50 x | <= 2 x | yes |');
  expect(again).toContain('| a call | 19.0 µs | 10.0 µs | 1.90 x | <= 2 x | yes |');
  expect(again).not.toContain('3.00 x');
  expect(mergeReport(again, run('site', 19))).toBe(again);
});

test('the comment at the top of a benchmark says what is measured', () => {
  expect(aboutOf('// The cost of\n// a call.\nimport x;\n// more\n')).toBe('The cost of\na call.');
});

test('a ratio is clearly broken by more than a tenth; other rows are not judged', () => {
  expect(isClearlyBroken({ ...row, measured: 22 })).toBe(false);
  expect(isClearlyBroken({ ...row, measured: 22.1 })).toBe(true);
  expect(isClearlyBroken({ what: 'memory', measured: 900, unit: 'MB', limit: 220 })).toBe(false);
});

test('of several runs each row counts as it was at its best', () => {
  const other = { ...row, what: 'another call' };
  const first = [{ ...row, measured: 19 }, other];
  const second = [row, { ...other, measured: 18 }];
  expect(bestOf(first, second).map(({ measured }) => measured)).toEqual([19, 18]);
});

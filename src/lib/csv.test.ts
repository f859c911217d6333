import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

test.each([
  ['plain', '"plain"'],
  ['12.50', '12.50'],
  ['-12.50', '-12.50'],
  ['', ''],
  ['2026-11-20', '"2026-11-20"'],
  ['say "hi", twice', '"say ""hi"", twice"'],
  ['=1+1', `"'=1+1"`],
  ['+14155550132', `"'+14155550132"`],
  ['-', `"'-"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t'=1"`],
  ['\rx', `"'\rx"`],
  ['＝1+1', `"'＝1+1"`],
  ['a;=cmd|x', `"a;'=cmd|x"`],
  ['a; "=cmd', `"a; ""'=cmd"`],
  ['a,\u200b+1', `"a,\u200b'+1"`],
  ['one\n- two', `"one\n'- two"`],
  ['a=b, c-d', '"a=b, c-d"'],
])('%j is the cell %s', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

const begin = '=+-@＝＋－＠';
const pieces = fc.constantFrom(
  ...begin,
  ';',
  ',',
  '\t',
  '\r',
  '\n',
  ' ',
  '"',
  "'",
  'a',
  '1',
  '\ufeff',
);
const hostile = fc.string({
  unit: fc.oneof(pieces, fc.string({ maxLength: 1, unit: 'grapheme' })),
});

// Whatever a reader separates with, and whether it knows quotes or splits a cell once more: each
// cell that it finds begins at the start or behind one of these.
const formulaInCell = /(^|[;,\t\r\n])[\s\p{Cf}"]*[=+\-@＝＋－＠]/u;
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

test('no cell is read as a formula, whatever its content', () => {
  const texts = hostile.filter((text) => !isNumber(text));
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), (cells) => {
      expect(csvLine(cells)).not.toMatch(formulaInCell);
    }),
    { numRuns: 5000 },
  );
});

test('nothing but apostrophes is added', () => {
  const bare = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll("'", ''));
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 2, maxLength: 5 }), (cells) => {
      const [read] = parse(csvLine(cells), { record_delimiter: '\r\n' }) as string[][];
      expect(bare(read!)).toEqual(bare(cells));
    }),
  );
});

test('text without a formula is unchanged', () => {
  const harmless = fc
    .string({ unit: 'grapheme' })
    .filter((text) => !/[=+\-@＝＋－＠\t\r]/.test(text));
  fc.assert(
    fc.property(fc.array(harmless, { minLength: 2, maxLength: 5 }), (cells) => {
      expect(parse(csvLine(cells), { record_delimiter: '\r\n' })).toEqual([cells]);
    }),
  );
});

test('numbers stay numbers', () => {
  const decimal = fc.tuple(fc.bigInt(), fc.nat(999_999)).map(([whole, rest]) => `${whole}.${rest}`);
  fc.assert(fc.property(decimal, (text) => csvCell(text) === text));
});

// What is printed on stdout: a table for people, JSON or CSV for programs.
import { styleText } from 'node:util';

export type Format = 'table' | 'json' | 'csv';
export const formats: readonly Format[] = ['table', 'json', 'csv'];

/** A heading, and the value of a row. */
export type Column<T> = readonly [heading: string, read: (row: T) => unknown];

export type Output = {
  format: Format;
  /** Columns are for tables and CSV; JSON has all of each row. */
  rows<T>(rows: readonly T[], columns: readonly Column<T>[]): void;
  /** Names and values, one a line. */
  record<T>(record: T, columns: readonly Column<T>[]): void;
  /** For people only: nothing in other formats. */
  text(text: string): void;
  bold(text: string): string;
  dim(text: string): string;
};

type Target = { write(text: string): unknown; isTTY?: boolean };

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Control characters of a value would move the cursor of a terminal. */
const toCell = (value: unknown) => toText(value).replace(/[\p{Cc}\p{Cf}]+/gu, ' ');

const toCsvField = (value: unknown) => {
  const text = toText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const hasColors = (target: Target, env: NodeJS.ProcessEnv): boolean =>
  target.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';

export function createOutput(format: Format, target: Target, env: NodeJS.ProcessEnv): Output {
  const isColored = hasColors(target, env);
  const style = (kind: 'bold' | 'dim') => (text: string) =>
    isColored ? styleText(kind, text, { validateStream: false }) : text;
  const bold = style('bold');
  const print = (line: string) => void target.write(`${line}\n`);

  function printTable<T>(rows: readonly T[], columns: readonly Column<T>[]): void {
    const cells = rows.map((row) => columns.map(([, read]) => toCell(read(row))));
    const widths = columns.map(([heading], at) =>
      Math.max(heading.length, ...cells.map((row) => row[at]!.length)),
    );
    const toLine = (row: readonly string[]) =>
      row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join('  ');
    print(bold(toLine(columns.map(([heading]) => heading)).trimEnd()));
    for (const row of cells) print(toLine(row).trimEnd());
  }

  function printCsv<T>(rows: readonly T[], columns: readonly Column<T>[]): void {
    print(columns.map(([heading]) => toCsvField(heading.toLowerCase())).join());
    for (const row of rows) print(columns.map(([, read]) => toCsvField(read(row))).join());
  }

  return {
    format,
    bold,
    dim: style('dim'),
    rows(rows, columns) {
      if (format === 'json') print(JSON.stringify(rows, null, 2));
      else if (format === 'csv') printCsv(rows, columns);
      else printTable(rows, columns);
    },
    record(record, columns) {
      if (format === 'json') print(JSON.stringify(record, null, 2));
      else if (format === 'csv') printCsv([record], columns);
      else {
        const width = Math.max(...columns.map(([heading]) => heading.length));
        for (const [heading, read] of columns)
          print(`${bold(heading.padEnd(width))}  ${toCell(read(record))}`);
      }
    },
    text(text) {
      if (format === 'table') print(text);
    },
  };
}

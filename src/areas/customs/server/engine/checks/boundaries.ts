// Tests derived from a table: at the upper edge of each bracket, and one step beyond it.
import { Decimal } from '#lib/decimal.ts';
import type { RuleSet, Table } from '../rules/rule-set.ts';
import { findRow, type KeyValue, type Row } from '../tables.ts';

export type Boundary = {
  table: string;
  column: string;
  /** The upper bound, which belongs to the row. */
  edge: string;
  row: Row;
  keys: Readonly<Record<string, KeyValue>>;
};

const beyondAll = new Decimal('1e12');
const isBand = ({ keys }: Table, column: string) => keys[column]?.match === 'upto';

/** A value that matches the cell; for an open cell a value that no other row matches. */
function valueFor(table: Table, column: string, cell: Row[string] | undefined): KeyValue {
  if (cell === undefined || cell === null) return isBand(table, column) ? beyondAll : 'none';
  if (isBand(table, column)) return new Decimal(String(cell));
  if (typeof cell === 'boolean') return cell;
  return Array.isArray(cell) ? String(cell[0]) : String(cell);
}

export function listBoundaries({ tables }: RuleSet): Boundary[] {
  return Object.entries(tables).flatMap(([name, table]) => {
    const columns = Object.keys(table.keys);
    return columns
      .filter((column) => isBand(table, column))
      .flatMap((column) =>
        table.rows
          .filter((row) => typeof row[column] === 'string')
          .map((row) => ({
            table: name,
            column,
            edge: String(row[column]),
            row,
            keys: Object.fromEntries(columns.map((key) => [key, valueFor(table, key, row[key])])),
          })),
      );
  });
}

/** 0.01, or less if the edge has more decimals. */
export const stepBeyond = (edge: string): Decimal => {
  const decimals = Math.max(2, edge.split('.')[1]?.length ?? 0);
  return new Decimal(10).pow(-decimals);
};

/** The row with the same other keys whose bracket begins where this one ends. */
function nextRow({ keys, rows }: Table, { column, row }: Boundary): Row | undefined {
  const others = Object.keys(keys).filter((key) => key !== column);
  const kind = (one: Row) => JSON.stringify(others.map((key) => one[key] ?? null));
  const bound = (one: Row) => Number(one[column] ?? Number.POSITIVE_INFINITY);
  return rows
    .filter((one) => kind(one) === kind(row) && bound(one) > bound(row))
    .sort((one, other) => bound(one) - bound(other))[0];
}

/** Problems at the edges of all brackets. Empty if each value finds its own row. */
export function checkBoundaries(ruleSet: RuleSet): string[] {
  return listBoundaries(ruleSet).flatMap((boundary) => {
    const { table: name, column, edge, row, keys } = boundary;
    const table = ruleSet.tables[name]!;
    const at = findRow(table, keys);
    const beyond = findRow(table, {
      ...keys,
      [column]: new Decimal(edge).plus(stepBeyond(edge)),
    });
    const next = nextRow(table, boundary);
    const problem = (where: string) =>
      `table ${name}: ${where} ${column} ${edge} another row holds`;
    return [
      ...(at === row ? [] : [problem('at')]),
      ...(beyond === row || (next && beyond !== next) ? [problem('beyond')] : []),
    ];
  });
}

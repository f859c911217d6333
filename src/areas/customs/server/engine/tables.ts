// Table lookup: the first row whose keys all match, or for `prefix` the one with the longest match.
import { Decimal } from '#lib/decimal.ts';
import { literal, type Quantity } from './quantity.ts';
import type { RuleSet, Table } from './rules/rule-set.ts';
import {
  convert,
  type FactValue,
  findFact,
  isMoney,
  isQuantity,
  readStepValue,
  type Scope,
} from './scope.ts';

export type Row = Table['rows'][number];
type Key = Table['keys'][string];
export type KeyValue = Decimal | string | boolean;

/** A row, or the missing facts; without either, the table has no row for the values. */
export type RowLookup = { row: Row } | { row: null; missing: readonly string[] };

export function findTable({ tables }: RuleSet, name: string): Table {
  const table = tables[name];
  if (!table) throw new RangeError(`There is no table "${name}".`);
  return table;
}

export function lookUp(scope: Scope, name: string): RowLookup {
  const { keys, rows } = findTable(scope.run.ruleSet, name);
  const values: Record<string, KeyValue> = {};
  const missing: Record<string, readonly string[]> = {};
  const factors: Factors = {};
  for (const [column, key] of Object.entries(keys)) {
    const value = keyValue(scope, key);
    const factor = key.currency ? toKeyValue(readFactor(scope, key.currency)) : undefined;
    if (isMissing(value)) missing[column] = value.missing;
    else if (factor && isMissing(factor)) missing[column] = factor.missing;
    else {
      values[column] = value;
      if (factor) factors[column] = factor;
    }
  }
  const { row, open } = bestRow(keys, rows, values, factors);
  // A missing fact matters only if a possible row depends on it.
  const needed = Object.keys(missing).filter((column) => open.has(column));
  return row ? { row } : { row, missing: needed.flatMap((column) => missing[column]!) };
}

type MissingKey = { missing: readonly string[] };
const isMissing = (value: KeyValue | MissingKey): value is MissingKey =>
  typeof value === 'object' && 'missing' in value;

function keyValue(scope: Scope, key: Key): KeyValue | MissingKey {
  if (key.fact !== undefined) {
    const value = findFact(scope, key.fact);
    if (value === undefined) return { missing: [key.fact] };
    return isMoney(value) ? toKeyValue(convert(scope.run, value)) : value;
  }
  const code = (key.ref ?? '').replace(/^step:/, '');
  const value = readStepValue(scope, code);
  if (typeof value === 'string') return value;
  return isQuantity(value) ? toKeyValue(value) : { missing: [] };
}

/** Brings bounds to the currency of the values: an inverse rate would move values over a bound. */
const readFactor = ({ run }: Scope, currency: string): Quantity =>
  convert(run, { amount: new Decimal(1), currency });

const toKeyValue = (quantity: Quantity): Decimal | MissingKey =>
  quantity.isExact ? quantity.floor : { missing: quantity.missing };

/** By column: what its bounds are multiplied with. */
type Factors = Record<string, Decimal>;

/** No row if none matches, or if it depends on the `open` columns. */
type BestRow = { row: Row | null; open: ReadonlySet<string> };

function bestRow(
  keys: Table['keys'],
  rows: readonly Row[],
  values: Readonly<Record<string, KeyValue>>,
  factors: Factors,
): BestRow {
  const columns = Object.entries(keys);
  const prefixColumn = columns.find(([, { match }]) => match === 'prefix')?.[0];
  const open = new Set<string>();
  let best: Row | null = null;
  for (const row of rows) {
    const undecided = undecidedColumns(columns, row, values, factors);
    if (undecided === null) continue;
    for (const column of undecided) open.add(column);
    if (undecided.length > 0) continue;
    if (!prefixColumn) return { row: open.size > 0 ? null : row, open };
    if (!best || readLength(row, prefixColumn) > readLength(best, prefixColumn)) best = row;
  }
  return { row: open.size > 0 ? null : best, open };
}

/** The row for values of all keys; null if there is none. */
export const findRow = (
  { keys, rows }: Table,
  values: Readonly<Record<string, KeyValue>>,
): Row | null => bestRow(keys, rows, values, {}).row;

const readLength = (row: Row, column: string): number => String(row[column] ?? '').length;

/** Columns on which it depends whether the row matches; null if it does not. */
function undecidedColumns(
  columns: readonly (readonly [string, Key])[],
  row: Row,
  values: Readonly<Record<string, KeyValue>>,
  factors: Factors,
): readonly string[] | null {
  let undecided: string[] = none;
  for (const [column, { match }] of columns) {
    const cell = row[column];
    if (cell === undefined || cell === null) continue;
    const value = values[column];
    if (value === undefined) undecided = [...undecided, column];
    else if (!fits(match, value, cell, factors[column])) return null;
  }
  return undecided;
}

const none: string[] = [];

function fits(match: Key['match'], value: KeyValue, cell: Row[string], factor?: Decimal): boolean {
  if (match === 'upto') {
    const bound = literal(String(cell)).floor;
    return value instanceof Decimal && value.lte(factor ? bound.times(factor) : bound);
  }
  if (match === 'prefix') return String(value).startsWith(String(cell));
  if (match === 'in') return Array.isArray(cell) && cell.includes(toText(value));
  return typeof cell === 'boolean' ? value === cell : toText(value) === String(cell);
}

const toText = (value: FactValue): string =>
  value instanceof Decimal ? value.toFixed() : String(value);

/** The number in a cell; null if it is empty, which means "unknown". */
export function cellNumber(row: Row, column: string): Quantity | null {
  const cell = row[column];
  return typeof cell === 'string' ? literal(cell) : null;
}

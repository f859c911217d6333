// Looking a row up: keys are compared in order, the first row whose keys all fit wins, save for
// `prefix`, where the longest does.
import { Decimal } from '#lib/decimal.ts';
import { literal, type Quantity } from './quantity.ts';
import type { RuleSet, Table } from './rule-set.ts';
import {
  convert,
  type FactValue,
  findFact,
  isMoney,
  isQuantity,
  type Scope,
  stepValueOf,
} from './scope.ts';

export type Row = Table['rows'][number];
type Key = Table['keys'][string];
export type KeyValue = Decimal | string | boolean;

/** A row, or why there is none: facts that nobody stated, or a value that the table leaves out. */
export type Found = { row: Row } | { row: null; missing: readonly string[] };

export function findTable({ tables }: RuleSet, name: string): Table {
  const table = tables[name];
  if (!table) throw new RangeError(`There is no table "${name}".`);
  return table;
}

export function lookUp(scope: Scope, name: string): Found {
  const { keys, rows } = findTable(scope.run.ruleSet, name);
  const values: Record<string, KeyValue> = {};
  const missing: Record<string, readonly string[]> = {};
  for (const [column, key] of Object.entries(keys)) {
    const value = keyValue(scope, key);
    if (isMissing(value)) missing[column] = value.missing;
    else values[column] = value;
  }
  const { row, open } = bestRow(keys, rows, values);
  // A missing fact matters only where a row that may be the one asks for it.
  const waited = Object.keys(missing).filter((column) => open.has(column));
  return row ? { row } : { row, missing: waited.flatMap((column) => missing[column]!) };
}

type Missing = { missing: readonly string[] };
const isMissing = (value: KeyValue | Missing): value is Missing =>
  typeof value === 'object' && 'missing' in value;

function keyValue(scope: Scope, key: Key): KeyValue | Missing {
  if (key.fact !== undefined) {
    const value = findFact(scope, key.fact);
    if (value === undefined) return { missing: [key.fact] };
    if (!isMoney(value)) return value;
    return settled(convert(scope.run, value, key.currency));
  }
  const code = (key.ref ?? '').replace(/^step:/, '');
  const value = stepValueOf(scope, code);
  if (typeof value === 'string') return value;
  if (!isQuantity(value)) return { missing: [] };
  if (!value.isExact || !key.currency) return settled(value);
  const money = { amount: value.floor, currency: scope.run.currency };
  return settled(convert(scope.run, money, key.currency));
}

const settled = (quantity: Quantity): KeyValue | Missing =>
  quantity.isExact ? quantity.floor : { missing: quantity.missing };

/** No row where none fits, or where `open` columns would have to be known to tell. */
type Best = { row: Row | null; open: ReadonlySet<string> };

function bestRow(
  keys: Table['keys'],
  rows: readonly Row[],
  values: Readonly<Record<string, KeyValue>>,
): Best {
  const prefixColumn = Object.keys(keys).find((column) => keys[column]!.match === 'prefix');
  const open = new Set<string>();
  let best: Row | null = null;
  for (const row of rows) {
    const untold = untoldOf(keys, row, values);
    if (untold === null) continue;
    for (const column of untold) open.add(column);
    if (untold.length > 0) continue;
    if (!prefixColumn) return { row: open.size > 0 ? null : row, open };
    if (!best || lengthOf(row, prefixColumn) > lengthOf(best, prefixColumn)) best = row;
  }
  return { row: open.size > 0 ? null : best, open };
}

/** The row for values of all keys; null where the table has none. */
export const findRow = (
  { keys, rows }: Table,
  values: Readonly<Record<string, KeyValue>>,
): Row | null => bestRow(keys, rows, values).row;

const lengthOf = (row: Row, column: string): number => String(row[column] ?? '').length;

/** Columns without which nobody can say whether the row fits; null where it does not. */
function untoldOf(
  keys: Table['keys'],
  row: Row,
  values: Readonly<Record<string, KeyValue>>,
): readonly string[] | null {
  let untold: string[] = none;
  for (const [column, { match }] of Object.entries(keys)) {
    const cell = row[column];
    if (cell === undefined || cell === null) continue;
    const value = values[column];
    if (value === undefined) untold = [...untold, column];
    else if (!fits(match, value, cell)) return null;
  }
  return untold;
}

const none: string[] = [];

function fits(match: Key['match'], value: KeyValue, cell: Row[string]): boolean {
  if (match === 'upto') return value instanceof Decimal && value.lte(literal(String(cell)).floor);
  if (match === 'prefix') return String(value).startsWith(String(cell));
  if (match === 'in') return Array.isArray(cell) && cell.includes(textOf(value));
  return typeof cell === 'boolean' ? value === cell : textOf(value) === String(cell);
}

const textOf = (value: FactValue): string =>
  value instanceof Decimal ? value.toFixed() : String(value);

/** The number in a cell: exact, or null where the cell is empty, which means "unknown". */
export function cellNumber(row: Row, column: string): Quantity | null {
  const cell = row[column];
  return typeof cell === 'string' ? literal(cell) : null;
}

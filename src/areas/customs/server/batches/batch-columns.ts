// The columns of a file: the facts of a single call, with a dot before the parts of an amount.
import { goodsInput, vehicleInput } from '../../wire/calculations/calculation-inputs.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { factNamed } from '../../wire/facts/facts.constants.ts';

export type BatchColumn = {
  /** Where the value belongs: `['price', 'amount']`. */
  path: readonly string[];
  /** Of one line of goods, not of the whole consignment. */
  isOfItem: boolean;
  isBoolean: boolean;
};

/** Lists have no column. Bare rates are refused in every call. */
const withoutColumn = ['items', 'exchange_rates', 'duty_rate', 'vat_rate', 'excise_rate'];

const itemInput = goodsInput.shape.items.element;

function toColumns(schema: { shape: object }, isOfItem: boolean): [string, BatchColumn][] {
  return Object.keys(schema.shape)
    .filter((name) => !withoutColumn.includes(name))
    .flatMap((name) => {
      const type = factNamed(name)?.type;
      // The value of a line is in the currency of the consignment.
      const isMoney = type === 'money' && !isOfItem;
      const paths = isMoney ? ['amount', 'currency'].map((part) => [name, part]) : [[name]];
      return paths.map((path): [string, BatchColumn] => [
        path.join('.'),
        { path, isOfItem, isBoolean: type === 'boolean' },
      ]);
    });
}

/** In a CSV file, by name. What both a consignment and its lines can have is of the line. */
export const csvColumns: Record<ImportKind, ReadonlyMap<string, BatchColumn>> = {
  vehicle: new Map(toColumns(vehicleInput, false)),
  goods: new Map([...toColumns(goodsInput, false), ...toColumns(itemInput, true)]),
};

const rateColumns = ['from', 'to', 'rate'].map((name) => `exchange_rates.${name}`);

function listJsonPaths(kind: ImportKind): Set<string> {
  const own = toColumns(kind === 'goods' ? goodsInput : vehicleInput, false);
  const ofItems = kind === 'goods' ? toColumns(itemInput, true) : [];
  const names = [...own.map(([name]) => name), ...ofItems.map(([name]) => `items.${name}`)];
  const paths = ['reference', ...names, ...rateColumns];
  // A part that should be an object may be anything: its line then says so.
  return new Set([...paths, ...paths.map((path) => path.replace(/\.?[^.]+$/, '')).filter(Boolean)]);
}

/** In a JSON file: the paths that an entry may have, without positions in lists. */
export const jsonPaths: Record<ImportKind, ReadonlySet<string>> = {
  vehicle: listJsonPaths('vehicle'),
  goods: listJsonPaths('goods'),
};

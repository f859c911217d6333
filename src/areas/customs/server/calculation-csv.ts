// A kept calculation as a file for spreadsheets: its totals, its lines, and those of each of the goods.
import type { Readable } from 'node:stream';
import { csvStream } from '#kernel/http/csv-answer.ts';
import type { CalculationWire, LineWire } from '../calculation-schema.ts';

const columns = [
  ...['part', 'description', 'hs_code', 'code', 'label', 'category', 'status', 'base', 'rate_text'],
  ...['amount', 'currency', 'at_least', 'is_optional', 'formula', 'source', 'source_url'],
  ...['effective_from', 'confidence'],
];

export const exportCalculation = (calculation: CalculationWire): Readable =>
  csvStream(columns, rowsOf(calculation));

type Row = Readonly<Record<string, unknown>>;

/** The lines of `consignment` sum those of its goods, so that each `part` is a sum of its own. */
function rowsOf(calculation: CalculationWire): Row[] {
  const { breakdown, items, currency, total_is_minimum: at_least } = calculation;
  const total = (code: string, label: string, amount: string | null) => ({
    ...{ part: 'total', code, label, amount, currency, at_least },
  });
  const lines = (part: string, of: readonly LineWire[], goods: object = {}) =>
    of.map((line) => ({ ...line, ...goods, part }));
  return [
    { ...total('CUSTOMS_VALUE', 'Customs value', calculation.customs_value), at_least: false },
    total('PAYMENTS', 'Duties and taxes', calculation.total_payments),
    total('LANDED_COST', 'Landed cost', calculation.landed_cost),
    ...lines('consignment', breakdown),
    ...items.flatMap(({ breakdown: own, ...goods }, at) => lines(`item ${at + 1}`, own, goods)),
  ];
}

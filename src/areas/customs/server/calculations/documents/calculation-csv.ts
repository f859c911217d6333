// A calculation as a CSV file: its totals, its lines, and the lines of each item of goods.
import type { Readable } from 'node:stream';
import { csvStream } from '#kernel/http/responses/csv-response.ts';
import type { CalculationWire, LineWire } from '../../../wire/calculations/calculation-results.ts';

const columns = [
  ...['part', 'description', 'hs_code', 'code', 'label', 'category', 'status', 'base', 'rate_text'],
  ...['amount', 'currency', 'at_least', 'is_optional', 'formula', 'source', 'source_url'],
  ...['effective_from', 'confidence', 'reference', 'text'],
];

export const exportCalculation = (calculation: CalculationWire): Readable =>
  csvStream(columns, toRows(calculation));

type Row = Readonly<Record<string, unknown>>;

/** Lines of `consignment` are the sums over all items, so add up each `part` separately. */
function toRows(calculation: CalculationWire): Row[] {
  const { breakdown, items, currency, total_is_minimum: at_least } = calculation;
  const total = (code: string, label: string, amount: string | null) => ({
    ...{ part: 'total', code, label, amount, currency, at_least },
  });
  const lines = (part: string, of: readonly LineWire[], goods: object = {}) =>
    of.map((line) => ({ ...line, ...goods, part, reference: formatReferences(line) }));
  const about = (code: string, label: string, text: string) => ({
    part: 'about',
    code,
    label,
    text,
  });
  return [
    { ...total('CUSTOMS_VALUE', 'Customs value', calculation.customs_value), at_least: false },
    total('PAYMENTS', 'Duties and taxes', calculation.total_payments),
    total('LANDED_COST', 'Landed cost', calculation.landed_cost),
    ...(calculation.status === 'range'
      ? [
          total('PAYMENTS_MOST', 'Duties and taxes, at most', calculation.total_most ?? null),
          total('LANDED_COST_MOST', 'Landed cost, at most', calculation.landed_cost_most ?? null),
        ]
      : []),
    ...lines('consignment', breakdown),
    ...items.flatMap(({ breakdown: own, ...goods }, at) => lines(`item ${at + 1}`, own, goods)),
    about('DATE', 'Calculated as of', calculation.calculation_date),
    about('RULES', 'Rules', formatRules(calculation)),
    ...calculation.exchange_rates.map(({ from, to, rate, source, date }) =>
      about('RATE', `1 ${from} in ${to}`, `${rate} (${source}, ${date})`),
    ),
    ...calculation.warnings.map(({ code, message }) => about('WARNING', code, message)),
    ...(calculation.questions ?? []).map(({ fact, text }) => about('QUESTION', fact, text)),
    ...calculation.missing.map((name) => about('MISSING', name, '')),
  ];
}

const formatReferences = ({ sources = [] }: LineWire): string =>
  sources.flatMap(({ reference }) => reference ?? []).join('; ');

const formatRules = ({ rule_set: { title, id, version, review_by: reviewBy } }: CalculationWire) =>
  `${title} (${id}, version ${version}, due for review on ${reviewBy})`;

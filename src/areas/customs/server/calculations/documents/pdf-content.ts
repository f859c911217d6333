// The content of the PDF of a stored calculation, formatted for print.
import { encode } from 'uqr';
import site from '#content/site.json' with { type: 'json' };
import { Decimal } from '#lib/decimal.ts';
import { formatCountry } from '#lib/format.ts';
import type { LineWire, ResultWire } from '../../../wire/calculations/calculation-results.ts';
import { ratesStatusLabels } from '../../../wire/calculations/calculations.constants.ts';
import type { Fact } from '../../../wire/facts/fact-types.constants.ts';
import { factNamed, formatFactQuantity } from '../../../wire/facts/facts.constants.ts';
import { groupDigits } from '../../engine/text/group-digits.ts';
import type { CalculationRow } from '../calculation-store.ts';
import { moneyText } from '../result/serialize-result.ts';

export const disclaimer =
  'An estimate from published rules, not legal or customs advice. Only the customs authority decides.';
const confidenceLabels: Record<string, string> = {
  high: 'certain',
  medium: 'well sourced',
  low: 'not well sourced',
  verify: 'to be verified',
  own: 'stated by you',
};
export const categoryLabels = {
  duty: 'Duty',
  excise: 'Excise',
  vat: 'VAT',
  fee: 'Fees',
  environment: 'Environment',
  other: 'Other',
} as const;

export const formatMoneyText = (amount: string, currency: string) =>
  `${groupDigits(amount)} ${currency}`;

export function createPdfContent(row: CalculationRow, siteUrl: string): object {
  const { result, inputs } = row;
  const address = `${siteUrl}/dashboard/customs/${row.kind}/${row.id}`;
  return {
    site: { name: site.name },
    title: row.title || result.rule_set.title,
    number: row.id,
    date: inputs.calculation_date,
    notes: row.notes,
    facts: toFactRows(inputs),
    items: toItemRows(inputs, result),
    ...toTotals(result),
    lines: result.breakdown.filter(isCharge).map(toLineRow),
    remarks: listRemarks(result),
    missing: result.missing.map((name) => factNamed(name)?.label ?? name),
    rates: toRateRows(result),
    ratesStatus: describeRates(result),
    rules: result.rule_set,
    addresses: listAddresses(result),
    disclaimer,
    address,
    qr: encode(address).data.map((line) => line.map((dot) => (dot ? 1 : 0))),
  };
}

function toRateRows({
  exchange_rates: rates,
  rate_sensitivity: sensitivity,
  ...result
}: ResultWire) {
  const used = rates.map(
    ({ from, to, rate, source, date }) =>
      `1 ${from} = ${groupDigits(rate)} ${to} (${source === 'own' ? 'stated by you' : source}, ${date})`,
  );
  if (!sensitivity) return used;
  const [dearer, cheaper] = [sensitivity.dearer, sensitivity.cheaper].map(
    (total) =>
      `${result.total_is_minimum ? 'at least ' : ''}${formatMoneyText(total, result.currency)}`,
  );
  const { percent } = sensitivity;
  const message = `With other currencies ${percent} % dearer the total is ${dearer}`;
  return [...used, `${message}, with them ${percent} % cheaper ${cheaper}.`];
}

/** How far the rates can be trusted, and whose rate the customs of the place use. */
function describeRates({ rates_status: status, exchange_rates: rates }: ResultWire): string {
  const policy = rates.find((rate) => rate.policy)?.policy;
  const label = status && `${ratesStatusLabels[status]}.`;
  return [label, status && policy && `Customs apply: ${policy}`].filter(Boolean).join(' ');
}

function toTotals(result: ResultWire) {
  const { currency, customs_value, landed_cost } = result;
  const isMinimum = result.status === 'partial';
  const toRange = (amount: string, most: string | null | undefined) =>
    result.status === 'range' && most
      ? `${groupDigits(amount)} to ${formatMoneyText(most, currency)}`
      : formatMoneyText(amount, currency);
  const parts = Object.entries(categoryLabels)
    .map(([category, label]) => ({
      label,
      amount: result.subtotals[category as keyof typeof categoryLabels],
    }))
    .filter(({ amount }) => Number(amount) > 0);
  return {
    total: toRange(result.total_payments, result.total_most),
    totalAmount: toRange(result.total_payments, result.total_most).replace(` ${currency}`, ''),
    isMinimum,
    customsValue: customs_value && formatMoneyText(customs_value, currency),
    landedCost: landed_cost && toRange(landed_cost, result.landed_cost_most),
    effectiveRate: result.effective_rate_percent,
    parts: parts.map(({ label, amount }) => ({
      label,
      amount: formatMoneyText(amount, currency),
      share: Number(amount) / Number(result.total_payments),
    })),
  };
}

export const isCharge = ({ status }: LineWire): boolean => status !== 'notice';

function toLineRow(line: LineWire) {
  return {
    label: line.label,
    status: line.status,
    isAtLeast: line.at_least,
    isOptional: line.is_optional,
    base: line.base === null ? '' : groupDigits(roundBase(line.base)),
    rate: line.status === 'known' ? line.rate_text : '',
    amount: line.amount === null ? '' : groupDigits(line.amount),
    formula: line.formula,
    text: line.text ?? '',
    source: formatSource(line),
  };
}

/** Calculations use the unrounded base; a reader needs no more decimals than these. */
function roundBase(base: string): string {
  const rounded = new Decimal(base).toDecimalPlaces(Number(base) >= 1000 ? 2 : 3);
  return rounded.decimalPlaces() === 1 ? rounded.toFixed(2) : rounded.toFixed();
}

/** Each source with its article, its validity, and whether it is old; then the confidence. */
function formatSource({ source, sources = [], confidence }: LineWire): string {
  if (!source) return '';
  const named = sources.map(
    ({ title, reference, effective_from: since, as_of: asOf, is_old: isOld }) =>
      [
        title,
        reference !== title && reference,
        since && `since ${since}`,
        isOld && `old: describes ${asOf}`,
      ]
        .filter(Boolean)
        .join(', '),
  );
  const all = named.length > 0 ? named.join('; ') : source;
  return [all, confidence && confidenceLabels[confidence]].filter(Boolean).join('. ');
}

/** Where the sources can be read, each once. */
function listAddresses({ breakdown, items }: ResultWire): string[] {
  const lines = [...breakdown, ...items.flatMap((item) => item.breakdown)];
  return [...new Set(lines.flatMap(({ sources = [] }) => sources.flatMap(({ url }) => url ?? [])))];
}

const listRemarks = ({ breakdown, warnings, hints, questions = [] }: ResultWire): string[] => [
  ...questions.map(({ text }) => text),
  ...breakdown.filter((line) => !isCharge(line)).map(({ label }) => label),
  ...warnings.map(({ message }) => message),
  ...hints.map(({ message }) => message),
];

function formatFactValue(fact: Fact, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (fact.type === 'money') {
    const { amount, currency } = value as { amount: string; currency: string };
    return formatMoneyText(amount, currency);
  }
  const text = String(value);
  if (fact.type === 'country') return formatCountry(text);
  const choice = fact.choices?.find((one) => one.value === value)?.label;
  const isNumber = fact.type === 'decimal' || fact.type === 'integer';
  const formatted = choice ?? (isNumber ? groupDigits(text) : text);
  return fact.unit ? `${formatted} ${fact.unit}` : formatted;
}

/** Facts with label and unit; choices by their label. */
export function toFactRows(inputs: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(inputs).flatMap(([name, value]): [string, string][] => {
    const fact = factNamed(name);
    if (!fact || value === undefined || value === null || value === '') return [];
    return [[fact.label, formatFactValue(fact, value)]];
  });
}

type ItemInput = {
  description: string;
  hs_code: string;
  quantity: string;
  unit?: string;
  origin_country?: string;
  net_weight_kg?: string;
  value?: string;
  unit_price?: string;
};

/** The value of the whole line, as used in the calculation. */
const lineValue = ({ value, quantity, unit_price: price = '0' }: ItemInput, currency: string) =>
  moneyText(
    value === undefined ? new Decimal(price).times(quantity) : new Decimal(value),
    currency,
  );

/** The stated goods, with the charges on each line of them. */
function toItemRows(inputs: Readonly<Record<string, unknown>>, result: ResultWire) {
  const itemInputs = (inputs.items ?? []) as ItemInput[];
  return itemInputs.map((item, at) => {
    const currency = String(inputs.currency);
    return {
      description: item.description,
      code: item.hs_code,
      quantity: formatFactQuantity(groupDigits(String(item.quantity)), item.unit),
      value: formatMoneyText(lineValue(item, currency), currency),
      facts: [
        item.origin_country && `Origin ${formatCountry(item.origin_country)}`,
        item.net_weight_kg && `net ${groupDigits(String(item.net_weight_kg))} kg`,
      ].filter(Boolean),
      each:
        item.value === undefined ? `${formatMoneyText(`${item.unit_price}`, currency)} each` : '',
      lines: (result.items[at]?.breakdown ?? [])
        .filter(isCharge)
        .map((line) => `${line.label}: ${formatCharge(line, result.currency)}`),
    };
  });
}

function formatCharge(line: LineWire, currency: string): string {
  if (line.amount === null) return 'unknown';
  const rate = line.rate_text ? ` (${line.rate_text})` : '';
  return `${line.at_least ? 'at least ' : ''}${formatMoneyText(line.amount, currency)}${rate}`;
}

// What stands in the PDF of a kept calculation, in words and figures as they are printed.
import { encode } from 'uqr';
import site from '#content/site.json' with { type: 'json' };
import { Decimal } from '#lib/decimal.ts';
import type { LineWire, ResultWire } from '../calculation-schema.ts';
import { type Fact, factNamed, sayQuantity } from '../facts.ts';
import type { CalculationRow } from './calculation-store.ts';
import { groupDigits } from './engine/group-digits.ts';
import { moneyText } from './result-wire.ts';

const disclaimer =
  'An estimate from published rules, not legal or customs advice. Only the customs authority decides.';
const confidenceWords: Record<string, string> = {
  low: 'not well sourced',
  verify: 'to be verified',
  own: 'stated by you',
};
const categoryWords = {
  duty: 'Duty',
  excise: 'Excise',
  vat: 'VAT',
  fee: 'Fees',
  environment: 'Environment',
  other: 'Other',
} as const;

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

const inMoney = (amount: string, currency: string) => `${groupDigits(amount)} ${currency}`;

export function contentOf(row: CalculationRow, siteUrl: string): object {
  const result = row.result as unknown as ResultWire;
  const inputs = row.inputs as Record<string, unknown>;
  const folder = row.kind === 'custom' ? 'goods' : 'vehicle';
  const address = `${siteUrl}/dashboard/customs/${folder}/${row.id}`;
  return {
    site: { name: site.name },
    title: row.title || result.rule_set.title,
    number: row.id,
    date: inputs.calculation_date,
    notes: row.notes,
    facts: factRows(inputs),
    items: itemRows(inputs, result),
    ...totalsOf(result),
    lines: result.breakdown.filter(isCharge).map(lineRow),
    remarks: remarksOf(result),
    missing: result.missing.map((name) => factNamed(name)?.label ?? name),
    rates: rateRows(result),
    rules: result.rule_set,
    disclaimer,
    address,
    qr: encode(address).data.map((line) => line.map((dot) => (dot ? 1 : 0))),
  };
}

function rateRows({ exchange_rates: rates, rate_sensitivity: moved, ...result }: ResultWire) {
  const used = rates.map(
    ({ from, to, rate, source, date }) =>
      `1 ${from} = ${groupDigits(rate)} ${to} (${source === 'own' ? 'stated by you' : source}, ${date})`,
  );
  if (!moved) return used;
  const [dearer, cheaper] = [moved.dearer, moved.cheaper].map(
    (total) => `${result.total_is_minimum ? 'at least ' : ''}${inMoney(total, result.currency)}`,
  );
  const words = `With other currencies ${moved.percent} % dearer the total is ${dearer}`;
  return [...used, `${words}, with them ${moved.percent} % cheaper ${cheaper}.`];
}

function totalsOf(result: ResultWire) {
  const { currency, total_is_minimum: isMinimum, customs_value, landed_cost } = result;
  const parts = Object.entries(categoryWords)
    .map(([category, label]) => ({
      label,
      amount: result.subtotals[category as keyof typeof categoryWords],
    }))
    .filter(({ amount }) => Number(amount) > 0);
  return {
    total: inMoney(result.total_payments, currency),
    isMinimum,
    customsValue: customs_value && inMoney(customs_value, currency),
    landedCost: landed_cost && inMoney(landed_cost, currency),
    effectiveRate: result.effective_rate_percent,
    parts: parts.map(({ label, amount }) => ({
      label,
      amount: inMoney(amount, currency),
      share: Number(amount) / Number(result.total_payments),
    })),
  };
}

const isCharge = ({ status }: LineWire): boolean => status !== 'notice';

function lineRow(line: LineWire) {
  return {
    label: line.label,
    status: line.status,
    isAtLeast: line.at_least,
    isOptional: line.is_optional,
    base: line.base === null ? '' : groupDigits(roundedBase(line.base)),
    rate: line.status === 'known' ? line.rate_text : '',
    amount: line.amount === null ? '' : groupDigits(line.amount),
    formula: line.formula,
    text: line.text ?? '',
    source: sourceOf(line),
  };
}

/** Bases are calculated with unrounded; more decimals than these say nothing to a reader. */
function roundedBase(base: string): string {
  const rounded = new Decimal(base).toDecimalPlaces(Number(base) >= 1000 ? 2 : 3);
  return rounded.decimalPlaces() === 1 ? rounded.toFixed(2) : rounded.toFixed();
}

function sourceOf({ source, effective_from: since, confidence }: LineWire): string {
  if (!source) return '';
  const doubt = confidence && confidenceWords[confidence];
  return [source, since && `since ${since}`, doubt].filter(Boolean).join(', ');
}

const remarksOf = ({ breakdown, warnings, hints }: ResultWire): string[] => [
  ...breakdown.filter((line) => !isCharge(line)).map(({ label }) => label),
  ...warnings.map(({ message }) => message),
  ...hints.map(({ message }) => message),
];

function textOf(fact: Fact, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (fact.type === 'money') {
    const { amount, currency } = value as { amount: string; currency: string };
    return inMoney(amount, currency);
  }
  const text = String(value);
  if (fact.type === 'country') return countryNames.of(text) ?? text;
  const choice = fact.choices?.find((one) => one.value === value)?.label;
  const isNumber = fact.type === 'decimal' || fact.type === 'integer';
  const shown = choice ?? (isNumber ? groupDigits(text) : text);
  return fact.unit ? `${shown} ${fact.unit}` : shown;
}

/** A fact with its label, in the words of its choice, with its unit. */
function factRows(inputs: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(inputs).flatMap(([name, value]): [string, string][] => {
    const fact = factNamed(name);
    if (!fact || value === undefined || value === null || value === '') return [];
    return [[fact.label, textOf(fact, value)]];
  });
}

type StatedItem = {
  description: string;
  hs_code: string;
  quantity: string;
  unit?: string;
  value?: string;
  unit_price?: string;
};

/** Of the whole line, as it was calculated with. */
const lineValue = ({ value, quantity, unit_price: price = '0' }: StatedItem, currency: string) =>
  moneyText(
    value === undefined ? new Decimal(price).times(quantity) : new Decimal(value),
    currency,
  );

/** The goods as they were stated, with what each line of them costs at the border. */
function itemRows(inputs: Readonly<Record<string, unknown>>, result: ResultWire) {
  const stated = (inputs.items ?? []) as StatedItem[];
  return stated.map((item, at) => {
    const currency = String(inputs.currency);
    return {
      description: item.description,
      code: item.hs_code,
      quantity: sayQuantity(groupDigits(String(item.quantity)), item.unit),
      value: inMoney(lineValue(item, currency), currency),
      each: item.value === undefined ? `${inMoney(`${item.unit_price}`, currency)} each` : '',
      lines: (result.items[at]?.breakdown ?? [])
        .filter(isCharge)
        .map((line) => `${line.label}: ${chargeText(line, result.currency)}`),
    };
  });
}

function chargeText(line: LineWire, currency: string): string {
  if (line.amount === null) return 'unknown';
  const rate = line.rate_text ? ` (${line.rate_text})` : '';
  return `${line.at_least ? 'at least ' : ''}${inMoney(line.amount, currency)}${rate}`;
}

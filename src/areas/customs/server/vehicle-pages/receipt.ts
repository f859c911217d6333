// The example of the home page, calculated for every combination of a few facts.
import { formatCountry, formatMonth } from '#lib/format.ts';
import { formatMoney, formatPrice } from '#lib/format-money.ts';
import type { CalculationInput } from '../../wire/calculations/calculation-inputs.ts';
import type { ResultWire } from '../../wire/calculations/calculation-results.ts';
import {
  answerKey,
  type Choice,
  type Receipt,
  type ReceiptFact,
  type ReceiptLine,
} from '../../wire/vehicles/receipt.constants.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';
import { mergeRates } from '../rates/merge-rates.ts';
import { createDayRates } from '../rates/rates.ts';
import { chooseRuleSet } from '../rule-sets/choose-rule-set.ts';
import type { PublishedRuleSet } from '../rule-sets/rule-set-store.ts';
import { calculate } from './example-calculation.ts';
import { pagesDay } from './vehicle-pages.ts';

type LineWire = ResultWire['breakdown'][number];

const country = 'US';
const currency = 'USD';

const option = (value: string, label: string) => ({ value, label });

const facts: readonly ReceiptFact[] = [
  {
    name: 'price',
    label: 'Price',
    options: ['20000', '40000', '10000'].map((value) =>
      option(value, formatPrice(value, currency)),
    ),
  },
  {
    name: 'origin_country',
    label: 'Built in',
    options: ['JP', 'DE', 'GB', 'CN'].map((value) => option(value, formatCountry(value))),
  },
  {
    name: 'powertrain',
    label: 'Powertrain',
    options: [option('petrol', 'Gasoline'), option('electric', 'Electric')],
  },
  {
    name: 'production_date',
    label: 'Produced',
    options: ['2021-05', '1999-05'].map((value) => option(value, formatMonth(value))),
  },
  {
    name: 'mode',
    label: 'Arrives by',
    options: [option('sea', 'Sea'), option('air', 'Air')],
  },
];

const constant = {
  incoterm: 'CIF',
  vehicle_category: 'car',
  is_new: false,
  in_quota: false,
  origin_proof: false,
  gross_weight_kg: '1500',
};

function toInput(choice: Choice): CalculationInput {
  const [price, ...others] = choice;
  return {
    destination_country: country,
    price: { amount: price ?? '', currency },
    ...constant,
    ...Object.fromEntries(others.map((value, at) => [facts[at + 1]?.name, value])),
  };
}

const toLine = ({
  code,
  label,
  rate_text: rate,
  amount,
  text,
  sources,
}: LineWire): ReceiptLine => ({
  code,
  label,
  ...(amount === null
    ? { rate: '', amount: null, ...(text && { text }) }
    : { rate, amount: formatMoney(amount, currency) }),
  source: sources?.[0]?.title ?? '',
});

const combine = ([first, ...others]: readonly ReceiptFact[]): Choice[] =>
  first
    ? first.options.flatMap(({ value }) => combine(others).map((rest) => [value, ...rest]))
    : [[]];

export function makeReceipt(ruleSets: readonly RuleSet[], day = pagesDay): Receipt {
  const rows = ruleSets.map((body, id) => ({ id, body }) as PublishedRuleSet);
  const rates = createDayRates(day, mergeRates([], day));
  const ruleSet = chooseRuleSet(rows, { kind: 'vehicle', country, date: day })?.body;
  if (!ruleSet) throw new Error(`There are no rules for vehicles into ${country} on ${day}.`);
  const lines = new Map<string, { at: number; line: ReceiptLine }>();
  const findPosition = (line: ReceiptLine): number => {
    const key = JSON.stringify(line);
    const known = lines.get(key) ?? { at: lines.size, line };
    lines.set(key, known);
    return known.at;
  };
  const answers = combine(facts).map((choice) => {
    const {
      breakdown,
      total_payments: total,
      total_is_minimum: isMinimum,
    } = calculate(ruleSet, toInput(choice), rates).result;
    const own = breakdown.filter(({ status }) => status !== 'notice').map(toLine);
    const answer = {
      lines: own.map(findPosition),
      total: formatMoney(total, currency),
      ...(isMinimum && { isMinimum }),
    };
    return [answerKey(choice), answer] as const;
  });
  return {
    country,
    rules: ruleSet.title,
    asOf: day,
    facts,
    lines: [...lines.values()].map(({ line }) => line),
    answers: Object.fromEntries(answers),
  };
}

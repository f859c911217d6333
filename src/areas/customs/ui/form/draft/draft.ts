// The text typed into the forms, and its conversion into the body of a call.
import type { CalculationInput } from '../../../wire/calculations/calculation-inputs.ts';
import type { ImportKind } from '../../../wire/calculations/calculations.constants.ts';
import { isMonth } from '../fields/months.ts';
import type { Values } from './conditions.ts';
import type { QuestionFact } from './rule-facts.ts';

/** One line of goods; `key` identifies it while others are added or removed. */
export type DraftLine = { key: string; values: Values };

export type Draft = {
  country: string;
  /** Empty: the default one. */
  regime: string;
  /** Empty: today. */
  date: string;
  values: Values;
  /** Own exchange rates by `FROM TO`. */
  rates: Values;
  lines: readonly DraftLine[];
  title: string;
};

export const newLine = (values: Values = {}): DraftLine => ({
  key: crypto.randomUUID(),
  values: { quantity: '1', ...values },
});

export const newDraft = (kind: ImportKind): Draft => ({
  country: '',
  regime: '',
  date: '',
  values: kind === 'goods' ? { currency: 'EUR' } : { price_currency: 'EUR' },
  rates: {},
  lines: kind === 'goods' ? [newLine()] : [],
  title: '',
});

/** For the next import to the same destination, in the same currency: both rarely change. */
export function nextDraft(kind: ImportKind, { country, regime, values }: Draft): Draft {
  const draft = newDraft(kind);
  const names = Object.keys(draft.values).filter((name) => values[name]);
  const currencies = Object.fromEntries(names.map((name) => [name, values[name]!]));
  return { ...draft, country, regime, values: { ...draft.values, ...currencies } };
}

/** `12,500.00`, `12 500,5` and `12.5` as a plain decimal. The server rejects any other text. */
export function readNumber(text: string): string {
  const bare = text.replace(/[\s\u00a0']/g, '');
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return bare.replaceAll(',', '');
  return /^\d+,\d+$/.test(bare) ? bare.replace(',', '.') : bare;
}

const amountMax = 1e15;

export const isNumber = (text: string) =>
  /^\d{1,16}(\.\d{1,8})?$/.test(readNumber(text)) && Number(readNumber(text)) <= amountMax;
export const isRate = (text: string) =>
  /^\d{1,15}(\.\d{1,12})?$/.test(readNumber(text)) && Number(readNumber(text)) > 0;

type Facts = Record<string, unknown>;

/** Of two alternative facts, the one that the user chose. */
export const chooseAlternative = (fact: QuestionFact, values: Values) =>
  fact.instead && values[fact.instead.name] !== undefined ? fact.instead : fact;

export const readCurrency = (name: string, values: Values): string =>
  values[`${name}_currency`] || values.price_currency || values.currency || 'EUR';

function toFacts(facts: readonly QuestionFact[], values: Values): Facts {
  const resolved = facts.map((fact) => chooseAlternative(fact, values));
  return Object.fromEntries(
    resolved.flatMap(({ name, type }): [string, unknown][] => {
      const text = values[name]?.trim() ?? '';
      if (text === '') return [];
      if (type === 'money')
        return [[name, { amount: readNumber(text), currency: readCurrency(name, values) }]];
      if (type === 'boolean') return [[name, text === 'true']];
      return [[name, ['decimal', 'integer'].includes(type) ? readNumber(text) : text]];
    }),
  );
}

const lineNames = ['description', 'hs_code', 'unit'];
const lineNumbers = ['quantity', 'unit_price', 'value'];

function toLine({ values }: DraftLine, facts: readonly QuestionFact[]): Facts {
  const text = (name: string) => values[name]?.trim() ?? '';
  return {
    ...toFacts(
      facts.filter(({ name }) => ![...lineNames, ...lineNumbers].includes(name)),
      values,
    ),
    ...Object.fromEntries(lineNames.filter(text).map((name) => [name, text(name)])),
    ...Object.fromEntries(lineNumbers.filter(text).map((name) => [name, readNumber(text(name))])),
    ...(text('origin_country') && { origin_country: text('origin_country') }),
  };
}

export type Questions = { facts: readonly QuestionFact[]; lineFacts: readonly QuestionFact[] };

/** Only the facts asked for now: the draft may also contain facts for other rules. */
export function toBody(
  kind: ImportKind,
  draft: Draft,
  { facts, lineFacts }: Questions,
): CalculationInput {
  const rates = Object.entries(draft.rates)
    .filter(([, rate]) => isRate(rate))
    .map(([pair, rate]) => {
      const [from, to] = pair.split(' ');
      return { from, to, rate: readNumber(rate) };
    });
  return {
    destination_country: draft.country,
    ...(draft.regime && { regime: draft.regime }),
    ...(draft.date && { calculation_date: draft.date }),
    ...(rates.length > 0 && { exchange_rates: rates }),
    ...toFacts(facts, draft.values),
    ...(kind === 'goods' && {
      currency: draft.values.currency ?? 'EUR',
      items: draft.lines.map((line) => toLine(line, lineFacts)),
    }),
  };
}

export type Need = { id: string; label: string };

export const factId = (name: string) => `fact-${name}`;
export const lineId = (key: string, name: string) => `line-${key}-${name}`;

const isMissing = (fact: QuestionFact, values: Values): boolean => {
  const { name, type } = chooseAlternative(fact, values);
  const text = values[name]?.trim() ?? '';
  if (text === '') return fact.required && fact.default === null;
  if (type === 'month') return !isMonth(text);
  return ['money', 'decimal', 'integer'].includes(type) && !isNumber(text);
};

function listLineNeeds({ key, values }: DraftLine, number: number, isAlone: boolean): Need[] {
  const of = isAlone ? '' : ` of line ${number}`;
  const need = (name: string, label: string) => ({ id: lineId(key, name), label: label + of });
  const digits = (values.hs_code ?? '').replace(/[\s.]/g, '');
  const isPriced = isNumber(values.unit_price ?? '') || isNumber(values.value ?? '');
  return [
    ...(values.description?.trim() ? [] : [need('description', 'Description')]),
    ...(/^\d{4,10}$/.test(digits) ? [] : [need('hs_code', 'Tariff code')]),
    ...(isNumber(values.quantity ?? '') ? [] : [need('quantity', 'Quantity')]),
    ...(isPriced ? [] : [need('unit_price', 'Price')]),
  ];
}

/** What is still needed to calculate a total, in the form's order. */
export function listNeeds(kind: ImportKind, draft: Draft, { facts }: Questions): Need[] {
  if (draft.country === '') return [{ id: factId('country'), label: 'Destination' }];
  const needs = facts
    .filter((fact) => isMissing(fact, draft.values))
    .map((fact) => chooseAlternative(fact, draft.values))
    .map(({ name, label }) => ({ id: factId(name), label }));
  if (kind === 'vehicle') return needs;
  const ofLines = draft.lines.flatMap((line, at) =>
    listLineNeeds(line, at + 1, draft.lines.length === 1),
  );
  return [...needs, ...ofLines];
}

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';

function toValues(facts: Facts): Values {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]): [string, string][] => {
      if (typeof value !== 'object' || value === null) return [[name, toText(value)]];
      const { amount, currency } = value as Facts;
      if (amount === undefined) return [];
      return [
        [name, toText(amount)],
        [`${name}_currency`, toText(currency)],
      ];
    }),
  );
}

type OwnRate = { from: string; to: string; rate: string };

/** The inputs of a saved calculation as a draft for today, without its date. */
export function fromInputs(inputs: Facts): Draft {
  const { destination_country, regime, calculation_date: _, ...rest } = inputs;
  const { exchange_rates: rates = [], items = [], ...facts } = rest;
  return {
    country: toText(destination_country),
    regime: toText(regime),
    date: '',
    values: toValues(facts),
    rates: Object.fromEntries(
      (rates as OwnRate[]).map(({ from, to, rate }) => [`${from} ${to}`, rate]),
    ),
    lines: (items as Facts[]).map((item) => newLine(toValues(item))),
    title: '',
  };
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === 'string');

/** Null for what another version of this screen stored, or what was edited. */
export function toDraft(stored: Record<string, unknown> | null): Draft | null {
  const { country, values, rates, lines } = stored ?? {};
  const isWhole = typeof country === 'string' && isValues(values) && isValues(rates);
  if (!isWhole || !Array.isArray(lines)) return null;
  if (!(lines as Partial<DraftLine>[]).every((line) => isValues(line?.values))) return null;
  const [regime, date, title] = [stored?.regime, stored?.date, stored?.title].map(toText);
  return { country, regime: regime!, date: date!, values, rates, lines, title: title! };
}

export function readDraft(text: string | null): Draft | null {
  try {
    return toDraft(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}

// The words with which publications write units and currencies, in English, Russian, German and the
// codes of TARIC. A word that is not here stays unread, and the duty with it unknown.
import type { DutyUnit } from '../../../engine/rules/duty-schema.ts';

/** Tried in this order: a longer word comes before its beginning. Matched without case. */
const unitWords: readonly (readonly [DutyUnit, readonly string[]])[] = [
  ['vol_hl', ['% vol ?/ ?hl', 'asv x', 'asv hlt']],
  ['l_alcohol', ['l alc\\. ?100 ?%', '(?:litres?|liters?|l) of (?:pure )?alcohol', 'lpa']],
  ['l_alcohol', ['litres? of absolute ethyl alcohol', 'l of pure alcohol']],
  ['proof_l', ['pf\\. ?lit(?:er|re)s?', 'proof lit(?:er|re)s?']],
  ['100kg_gross', ['dtn g']],
  ['100kg', ['dtn']],
  ['gross_kg', ['kgm g', 'kg gross(?: weight)?', 'kg brutto']],
  ['kg', ['kilograms?', 'kgm', 'kg net', 'kg', 'кг']],
  ['t', ['tonnes?', 'tne', 't']],
  ['g', ['grams?', 'grm', 'g']],
  ['hl', ['hectolit(?:er|re)s?', 'hlt', 'hl']],
  ['l', ['lit(?:er|re)s?', 'ltr', 'л', 'l']],
  ['dozen_pairs', ['doz\\. ?prs?\\.?', 'dozen pairs?']],
  ['dozen', ['dozen', 'doz\\.?']],
  ['pair', ['pairs?', 'npr', 'prs?\\.?', 'pa', 'пару?', 'paar']],
  ['1000_items', ['thousand', 'mil']],
  ['item', ['each', 'head', 'items?', 'p/st', 'pieces?', 'pcs?', 'nar', 'шт\\.?', 'stück']],
  ['m2', ['square met(?:er|re)s?', 'mtk', 'm2', 'm²', 'м2', 'м²', 'кв\\. ?м']],
  ['m3', ['cubic met(?:er|re)s?', 'mtq', 'm3', 'm³', 'м3', 'м³', 'куб\\. ?м']],
  ['m', ['lin\\. m', 'met(?:er|re)s?', 'mtr', 'm']],
];

const units = unitWords.flatMap(([unit, words]) =>
  words.map((word) => ({ unit, pattern: new RegExp(`${word}(?![\\p{L}\\d²³])`, 'iuy') })),
);

export type Word<Value> = { value: Value; end: number };

export function findUnit(text: string, at: number): Word<DutyUnit> | null {
  for (const { unit, pattern } of units) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return { value: unit, end: pattern.lastIndex };
  }
  return null;
}

/** `$` is the currency of the publication. */
const currencyWords: readonly (readonly [string, string])[] = [
  ['EUR', 'eur(?!\\p{L})|евро|€'],
  ['USD', 'usd(?!\\p{L})|доллар(?:а|ов)? сша|долл\\. ?сша|us\\$'],
  ['GBP', 'gbp(?!\\p{L})|£'],
  ['CHF', 'chf(?!\\p{L})|fr\\.'],
  ['CAD', 'cad(?!\\p{L})'],
  ['AUD', 'aud(?!\\p{L})'],
  ['', '\\$'],
];

const currencies = currencyWords.map(([currency, words]) => ({
  currency,
  pattern: new RegExp(`(?:${words})`, 'iuy'),
}));

export function findCurrency(text: string, at: number, own: string): Word<string> | null {
  for (const { currency, pattern } of currencies) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return { value: currency || own, end: pattern.lastIndex };
  }
  return null;
}

const hundreds: Partial<Record<DutyUnit, Readonly<Record<string, DutyUnit>>>> = {
  kg: { 100: '100kg', 1000: 't' },
  gross_kg: { 100: '100kg_gross' },
  l: { 100: 'hl' },
  item: { 1000: '1000_items' },
};

/** The unit for so many of another: 100 kg. Null if there is none. */
export const unitOfMany = (count: string, unit: DutyUnit): DutyUnit | null =>
  count === '1' ? unit : (hundreds[unit]?.[count] ?? null);

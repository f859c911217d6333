// Splits the text of a duty into numbers, units, currencies and the few words that connect them.
import type { DutyUnit } from '../../../engine/rules/duty-schema.ts';
import { findCurrency, findUnit } from './duty-vocabulary.ts';

export type DutyToken =
  | { kind: 'number'; value: string }
  | { kind: 'unit'; value: DutyUnit }
  | { kind: 'currency'; value: string }
  | { kind: 'percent' | 'cents' | 'free' | 'plus' | 'per' }
  /** What raises the duty before it to the one after it, and what lowers it. */
  | { kind: 'atLeast' | 'atMost' }
  /** A choice between two, settled by a word at the end. */
  | { kind: 'or' | 'greater' | 'lesser' }
  | { kind: 'word'; value: string };

type Simple = Exclude<DutyToken, { value: unknown }>['kind'];

/** A part of the duty that depends on the composition of the goods, and can only add to it. */
const additions = /(?:EAR?|AD ?[SF]\/?[ZM]R?)(?![\p{L}\d/])/uy;
const meursing = 'agricultural component';

const patterns: readonly (readonly [Simple, RegExp])[] = [
  ['atLeast', /,? ?(?:or, if more,|(?:but )?not less than|,? ?но не менее|min(?![\p{L}\d]))/iuy],
  ['atMost', /,? ?(?:or, if less,|but not (?:more than|exceeding|to exceed))/iuy],
  ['atMost', /,? ?(?:но не более|max(?![\p{L}\d]))/iuy],
  ['greater', /,? ?whichever is (?:the )?(?:greater|greatest|higher|highest|more)(?!\p{L})/iuy],
  ['lesser', /,? ?whichever is (?:the )?(?:lesser|lower|lowest|less|least)(?!\p{L})/iuy],
  ['plus', /,? ?(?:\+|plus(?!\p{L})|and(?!\p{L})|плюс(?!\p{L}))/iuy],
  ['or', /,? ?or(?!\p{L})/iuy],
  ['per', /\/|(?:per(?! ?cent)|je|за|за каждый)(?!\p{L})/iuy],
  ['percent', /%|per ?cent(?!\p{L})|процент(?:ов|а)?(?!\p{L})/iuy],
  ['cents', /¢|cents?(?!\p{L})/iuy],
  ['free', /(?:free|nihil|беспошлинно)(?!\p{L})/iuy],
];

const numbers = {
  point: /(?:\d{1,3}(?:[,'’]\d{3})+|\d+)(?:\.\d+)?(?![\d,.]*\d)(?:\.-)?|\.\d+(?![\d.,])/uy,
  comma: /\d+(?:[.,]\d+)?(?![\d,.]*\d)/uy,
};
const unreadWord = /\p{L}[\p{L}\d]*|\d[\d.,'’]*|[^\s]/uy;

export type DutyForm = {
  /** Of `$`, `¢` and numbers without one. */
  currency: string;
  /** What a number alone is: a percentage, or an amount for this unit. */
  bare?: 'percent' | DutyUnit;
  /** Decimals follow a comma. */
  hasDecimalComma?: boolean;
};

const match = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
};

export function readTokens(text: string, form: DutyForm): DutyToken[] {
  const tokens: DutyToken[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === ' ') {
      at += 1;
      continue;
    }
    const { token, end } = readToken(text, at, form);
    tokens.push(token);
    at = end;
  }
  return tokens;
}

function readToken(text: string, at: number, form: DutyForm): { token: DutyToken; end: number } {
  const addition = match(additions, text, at);
  if (addition) return { token: { kind: 'word', value: meursing }, end: at + addition.length };
  // Before percentages and "per", which occur in the names of units.
  const unit = findUnit(text, at);
  if (unit) return { token: { kind: 'unit', value: unit.value }, end: unit.end };
  for (const [kind, pattern] of patterns) {
    const found = match(pattern, text, at);
    if (found) return { token: { kind }, end: at + found.length };
  }
  const number = match(form.hasDecimalComma ? numbers.comma : numbers.point, text, at);
  if (number) {
    const plain = number.replace(/\.-$/, '').replaceAll(/['’]/g, '');
    const value = form.hasDecimalComma ? plain.replace(',', '.') : plain.replaceAll(',', '');
    return {
      token: { kind: 'number', value: value.replace(/^\./, '0.') },
      end: at + number.length,
    };
  }
  const currency = findCurrency(text, at, form.currency);
  if (currency) return { token: { kind: 'currency', value: currency.value }, end: currency.end };
  const word = match(unreadWord, text, at) ?? text[at]!;
  return { token: { kind: 'word', value: word }, end: at + word.length };
}

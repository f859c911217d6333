// The result of a step as a line, and the lines of several goods merged into one.
import type { Decimal } from '#lib/decimal.ts';
import { Decimal as DecimalValue } from '#lib/decimal.ts';
import { type RoundingMode, roundAmount } from '#lib/money.ts';
import type { Charge } from './operations.ts';
import * as quantity from './quantity.ts';
import type { Category } from './rules/coverage-schema.ts';
import type { OutputStep, Rounding, Step } from './rules/rule-set.ts';

export type LineStatus = 'known' | 'unknown' | 'exempt' | 'notice';

/**
 * A line of the result. `amount` is null only if it is wholly unknown (`unknown`) or there is none
 * (`notice`); with `isMinimum` the true amount may be higher. `rate` is a fraction of the base.
 * `sources` are ids of the rule set's sources, or `user` for the user's own rate; several if lines
 * with different sources are merged.
 */
export type Line = {
  code: string;
  label: string;
  category: Category;
  status: LineStatus;
  base: Decimal | null;
  rate: Decimal | null;
  rateText: string;
  amount: Decimal | null;
  isMinimum: boolean;
  formula: string;
  sources: readonly string[];
  text: string | null;
  missing: readonly string[];
  /** Not included in the total. */
  isOptional: boolean;
};

const modes: Record<Rounding['mode'], RoundingMode> = {
  half_up: 'half-up',
  half_even: 'half-even',
  down: 'down',
  up: 'up',
};

/** Decimal places of a rounding step: 2 for 0.01, -2 for 100. */
const readExponent = (step: string): number =>
  step.includes('.') ? step.length - 2 : 1 - step.length;

/** Most amounts are round as they are, and parsing is what rounding costs. */
export function round(amount: Decimal, { step, mode }: Rounding): Decimal {
  const exponent = readExponent(step);
  if (exponent >= 0 && amount.decimalPlaces() <= exponent) return amount;
  return new DecimalValue(roundAmount(amount, exponent, modes[mode]));
}

/** `amount` is the rounded amount of the charge, `formula` its text if it is wanted. */
export function chargedLine(
  step: OutputStep,
  charge: Charge,
  amount: quantity.Quantity,
  formula: string,
): Line {
  const isUnknown = quantity.isWhollyUnknown(amount);
  return {
    ...bare(step),
    status: isUnknown ? 'unknown' : 'known',
    base: charge.base && !quantity.isWhollyUnknown(charge.base) ? charge.base.floor : null,
    rate: charge.rate ?? null,
    rateText: charge.rateText,
    amount: isUnknown ? null : amount.floor,
    isMinimum: !isUnknown && !amount.isExact,
    formula: isUnknown ? '' : formula,
    sources: [charge.isOwnRate ? 'user' : (charge.source ?? step.source)],
    text: charge.why ?? step.text ?? null,
    missing: amount.missing,
  };
}

export const unknownLine = (step: OutputStep, missing: readonly string[]): Line => ({
  ...bare(step),
  status: 'unknown',
  missing,
});

export const exemptLine = (step: OutputStep, text: string, source: string): Line => ({
  ...bare(step),
  status: 'exempt',
  amount: new DecimalValue(0),
  text,
  sources: [source],
});

export const noticeLine = (step: Extract<Step, { op: 'notice' }>): Line => ({
  ...empty,
  code: step.code,
  label: step.text,
  category: 'other',
  status: 'notice',
  text: step.text,
  sources: step.source ? [step.source] : [],
});

const empty = {
  base: null,
  rate: null,
  rateText: '',
  amount: null,
  isMinimum: false,
  formula: '',
  sources: [],
  text: null,
  missing: [],
  isOptional: false,
};

const bare = (step: OutputStep) => ({
  ...empty,
  code: step.code,
  label: step.label,
  category: step.category,
  sources: [step.source],
  text: step.text ?? null,
  isOptional: step.optional ?? false,
});

/** One line for the same charge on several goods: sums, and whatever is unknown in any of them. */
export function mergeLines(lines: readonly Line[]): Line {
  const [first] = lines as [Line];
  if (lines.length === 1 || first.status === 'notice') return first;
  const amounts = lines.filter(({ amount }) => amount !== null);
  const isOpen = lines.some(({ status, isMinimum }) => status === 'unknown' || isMinimum);
  const rateTexts = distinct(lines.map(({ rateText }) => rateText));
  return {
    ...first,
    label: distinct(lines.map(({ label }) => label)).join(' / '),
    status: mergedStatus(lines),
    base: addUp(lines.map(({ base }) => base)),
    rate: rateTexts.length === 1 ? first.rate : null,
    rateText: rateTexts.length === 1 ? first.rateText : 'by line',
    amount: amounts.length > 0 ? addUp(amounts.map(({ amount }) => amount)) : null,
    isMinimum: amounts.length > 0 && isOpen,
    formula: 'The sum of the lines',
    sources: distinct(lines.flatMap(({ sources }) => sources)),
    text: mergedText(lines),
    missing: distinct(lines.flatMap(({ missing }) => missing)),
  };
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Text that does not apply to all lines is marked so. */
function mergedText(lines: readonly Line[]): string | null {
  const [text, ...others] = distinct(lines.map((line) => line.text));
  if (others.length === 0) return text ?? null;
  return `By line: ${[text, ...others].filter(Boolean).join(' ')}`;
}

function mergedStatus(lines: readonly Line[]): LineStatus {
  if (lines.every(({ status }) => status === 'exempt')) return 'exempt';
  return lines.every(({ amount }) => amount === null) ? 'unknown' : 'known';
}

function addUp(values: readonly (Decimal | null)[]): Decimal | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0
    ? null
    : known.reduce((sum, value) => sum.plus(value), new DecimalValue(0));
}

// Coverage of a rule set: what is due there, and which of it the set knows.
import { z } from 'zod';
import {
  conditionSchema as condition,
  expressionSchema as expression,
} from './rule-expressions.ts';

export const categories = ['duty', 'vat', 'excise', 'fee', 'environment', 'other'] as const;
export type Category = (typeof categories)[number];

export const stepCode = z.string().regex(/^[A-Z][A-Z0-9_]*$/);

/** The days on which a part of the set applies, both included. By default all days of the set. */
export const validity = {
  valid_from: z.iso.date().optional(),
  valid_to: z.iso.date().optional(),
};

/** What can be due on an import. Every rule set says of each concern of its kind what it knows. */
export const concerns = ['duty', 'trade_measures', 'excise', 'vat', 'fees', 'environment'] as const;
export type Concern = (typeof concerns)[number];

/**
 * A charge that is due there, and the facts and codes for which the set knows its amount. Where it
 * is due and not known, its line is unknown. Label, category and `per` are those of the steps with
 * the same code; a charge without steps states its own, and before which step it comes.
 */
const coveredCharge = z.strictObject({
  concern: z.enum(concerns),
  charge: stepCode,
  /** Where the charge is due. By default always. */
  due: condition.optional(),
  /** Where the set knows it. By default nowhere. */
  known: condition.optional(),
  /** Why it is unknown otherwise. */
  text: z.string(),
  source: z.string(),
  label: z.string().optional(),
  category: z.enum(categories).optional(),
  per: z.enum(['line', 'consignment']).optional(),
  before: stepCode.optional(),
  /** The user's own rate in place of what is unknown, and what it applies to. */
  override: z.string().optional(),
  base: expression.optional(),
  ...validity,
});
export type CoveredCharge = z.infer<typeof coveredCharge>;

/** Nothing of a concern is due, always or under a condition, and which source says so. */
const nothingDue = z.strictObject({
  concern: z.enum(concerns),
  none: z.string(),
  source: z.string(),
  when: condition.optional(),
  ...validity,
});

export const coverageSchema = z.union([coveredCharge, nothingDue]);
export type Coverage = z.infer<typeof coverageSchema>;

export const isCharge = (one: Coverage): one is CoveredCharge => 'charge' in one;

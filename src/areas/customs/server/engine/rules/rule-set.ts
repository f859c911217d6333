// The format `customs-rules/1`: rules as data, without loops or executable code. Decimals are text,
// so that JSON loses no digit.
import { z } from 'zod';
import { categories, coverageSchema, stepCode, validity } from './coverage-schema.ts';
import { dutySchema } from './duty-schema.ts';
import {
  conditionSchema as condition,
  expressionSchema as expression,
} from './rule-expressions.ts';

const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/);

export const confidences = ['high', 'medium', 'low', 'verify'] as const;

const tableKey = z.strictObject({
  fact: z.string().optional(),
  ref: z.string().optional(),
  /** `upto` is inclusive; `prefix` takes the longest. */
  match: z.enum(['upto', 'eq', 'in', 'prefix']),
  currency: z.string().length(3).optional(),
});

const cell = z.union([z.string(), z.array(z.string()), z.boolean(), z.null(), dutySchema]);

const table = z.strictObject({
  keys: z.record(z.string(), tableKey),
  rows: z.array(z.record(z.string(), cell)).min(1),
  /** Has no open last row on purpose: values beyond it are unknown. */
  closed: z.boolean().optional(),
  source: z.string().optional(),
});
export type Table = z.infer<typeof table>;

const perUnit = {
  quantity: expression,
  unit_amount: expression,
  currency: z.string().length(3).optional(),
  /** What `unit_amount` is for, where no fact of the quantity says so: `hp`. */
  unit: z.string().optional(),
};

const amountOperation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('rate'), base: expression, rate: expression }),
  z.strictObject({ op: z.literal('per_unit'), ...perUnit }),
  z.strictObject({
    op: z.literal('fixed'),
    amount: expression,
    currency: z.string().length(3).optional(),
  }),
]);
export type AmountOperation = z.infer<typeof amountOperation>;

const rounding = z.strictObject({
  /** 0.01, 1, 100. */
  step: z.string().regex(/^(0\.0*1|10*)$/),
  mode: z.enum(['half_up', 'half_even', 'down', 'up']),
});
export type Rounding = z.infer<typeof rounding>;

const common = {
  code: stepCode,
  when: condition.optional(),
  per: z.enum(['line', 'consignment']).optional(),
  ...validity,
};
const output = {
  ...common,
  label: z.string(),
  category: z.enum(categories),
  source: z.string(),
  round: rounding.optional(),
  /** Shown, but not included in the total. */
  optional: z.boolean().optional(),
  /** A fact, in per cent, that replaces the rate if the user states it. */
  override: z.string().optional(),
  text: z.string().optional(),
};

/** See `derive.ts`. */
export const derivations = [
  'fob',
  'cif',
  'carriage',
  'onward',
  'age_months',
  'age_years',
  'age_calendar_years',
  'production_year',
  'power_kw',
  'power_hp',
  'mpg',
  'origin_group',
  'shipped_from_group',
  'lines_count',
  'subheading_lines_before',
] as const;
export type Derivation = (typeof derivations)[number];

const step = z.discriminatedUnion('op', [
  z.strictObject({ ...common, op: z.literal('derive'), from: z.enum(derivations) }),
  z.strictObject({
    ...common,
    op: z.literal('base'),
    add: z.array(expression).min(1),
    sub: z.array(expression).optional(),
  }),
  z.strictObject({
    ...common,
    op: z.literal('sum'),
    add: z.array(expression).min(1),
    sub: z.array(expression).optional(),
  }),
  z.strictObject({
    ...output,
    op: z.literal('rate'),
    base: expression,
    rate: expression,
    min: expression.optional(),
    max: expression.optional(),
  }),
  z.strictObject({
    ...output,
    op: z.literal('per_unit'),
    ...perUnit,
  }),
  z.strictObject({
    ...output,
    op: z.literal('fixed'),
    amount: expression,
    currency: z.string().length(3).optional(),
  }),
  z.strictObject({
    ...output,
    op: z.enum(['greatest_of', 'least_of']),
    of: z.array(amountOperation).min(2),
  }),
  z.strictObject({
    ...output,
    op: z.literal('topup'),
    base: expression,
    to_rate: expression,
    less: z.array(expression),
  }),
  z.strictObject({ ...output, op: z.literal('scale'), of: expression, by: expression }),
  z.strictObject({
    ...output,
    op: z.literal('tariff'),
    base: expression,
    table: z.string(),
    max: expression.optional(),
  }),
  z.strictObject({
    ...output,
    op: z.literal('unknown'),
    text: z.string(),
    /** What the user's own rate (`override`) applies to. */
    base: expression.optional(),
  }),
  z.strictObject({
    ...common,
    op: z.literal('exempt'),
    codes: z.array(z.string()).min(1),
    text: z.string(),
    source: z.string(),
  }),
  z.strictObject({
    ...common,
    op: z.literal('notice'),
    text: z.string(),
    source: z.string().optional(),
  }),
]);
export type Step = z.infer<typeof step>;
export type OutputStep = Extract<Step, { label: string }>;

const ruleSource = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** Where it can be read: the publication itself or the authority's page of it. */
  url: z.url({ protocol: /^https$/ }).optional(),
  /** Article, heading or number: `19 CFR 24.24`, `Reg. (EU) 2024/2754 art. 1`. */
  reference: z.string().optional(),
  /** The day on which it was read. */
  retrieved_at: z.iso.date().optional(),
  effective_from: z.iso.date().optional(),
  effective_to: z.iso.date().optional(),
  /** For data that changes: the day it describes. Later changes are not in it. */
  as_of: z.iso.date().optional(),
  confidence: z.enum(confidences),
});
export type RuleSource = z.infer<typeof ruleSource>;

/** A fact of the dictionary that the set reads, and how it differs from the dictionary. */
const factUse = z.strictObject({
  name: z.string(),
  required: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  /** For choices: those of the dictionary that this set distinguishes. */
  choices: z.array(z.string()).optional(),
  help: z.string().optional(),
  /** The form asks for it only while this condition is met. */
  when: condition.optional(),
});
export type FactUse = z.infer<typeof factUse>;

/** What decides between two amounts, where no fact that is asked for does. */
const question = z.strictObject({
  /** The fact that answers it. Without it the rules charge as if it were not so. */
  fact: z.string(),
  /** Another value that is possible: true, or a rate in per cent. */
  answer: z.union([z.boolean(), expression]),
  text: z.string(),
  when: condition.optional(),
  per: z.enum(['line', 'consignment']).optional(),
});
export type Question = z.infer<typeof question>;

const ruleTest = z.strictObject({
  id: z.string(),
  facts: z.record(z.string(), z.unknown()),
  date: z.iso.date(),
  rates: z.record(z.string(), decimalText).optional(),
  /** The amount as text; null if the line is unknown. */
  lines: z.record(z.string(), z.union([decimalText, z.null()])),
  total: decimalText,
  total_is_minimum: z.boolean().optional(),
  source: z.string(),
});
export type RuleTest = z.infer<typeof ruleTest>;

export const ruleSetSchema = z.strictObject({
  schema: z.literal('customs-rules/1'),
  id: z.string().regex(/^[a-z]{2,4}\.(vehicle|goods)(\.[a-z_]+)?$/),
  version: z.int().positive(),
  kind: z.enum(['vehicle', 'goods']),
  jurisdiction: z.string().regex(/^[A-Z]{2,4}$/),
  title: z.string(),
  regime: z.enum(['any', 'individual', 'legal_entity', 'courier']),
  /** The ISO countries that the set covers. By default the jurisdiction, or its members. */
  countries: z.array(z.string().length(2)).optional(),
  effective_from: z.iso.date(),
  effective_to: z.iso.date().nullable(),
  review_by: z.iso.date(),
  currency: z.string().length(3),
  /** The currencies of member states outside the euro area. */
  currencies: z.record(z.string().length(2), z.string().length(3)).optional(),
  basis: z.enum(['fob', 'cif']),
  rounding,
  fx_policy: z.strictObject({ source: z.string(), date: z.string() }),
  verify: z.boolean().optional(),
  /**
   * `middle`: a month of production without its day is the 15th, and a year alone 1 July. By
   * default every day of it is possible.
   */
  incomplete_production_date: z.literal('middle').optional(),
  facts: z.array(factUse),
  questions: z.array(question).optional(),
  tables: z.record(z.string(), table),
  steps: z.array(step).min(1),
  coverage: z.array(coverageSchema).default([]),
  sources: z.array(ruleSource).min(1),
  tests: z.array(ruleTest),
});
/** One dated, versioned set of rules for one kind of import into one jurisdiction. */
export type RuleSet = z.infer<typeof ruleSetSchema>;

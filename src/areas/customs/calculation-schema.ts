// A calculation as it is shown, and as it is kept.
import { z } from 'zod';

const money = z.string().describe('Decimal text');
const time = z.iso.datetime();

export const Line = z.object({
  code: z.string(),
  label: z.string(),
  category: z.enum(['duty', 'vat', 'excise', 'fee', 'environment', 'other']),
  status: z.enum(['known', 'unknown', 'exempt', 'notice']),
  base: money.nullable(),
  rate: z.string().nullable().optional().describe('The fraction of the base, where there is one.'),
  rate_text: z.string(),
  amount: money.nullable().describe('Null when unknown: never zero.'),
  at_least: z.boolean().describe('The true amount may be higher.'),
  is_optional: z.boolean().describe('Shown, but no part of the total.'),
  currency: z.string(),
  formula: z.string(),
  text: z.string().nullable(),
  source: z.string().nullable().describe('`by line` where the goods rest on several.'),
  source_url: z.string().nullable(),
  effective_from: z.iso.date().nullable(),
  confidence: z.enum(['high', 'medium', 'low', 'verify', 'own']).nullable(),
  missing: z.array(z.string()),
});
export type LineWire = z.infer<typeof Line>;

const change = z.object({
  code: z.string(),
  label: z.string(),
  before: money.nullable(),
  after: money.nullable(),
});

/** What a calculation came to; the same for what is kept and what is only shown. */
export const Result = z.object({
  status: z.enum(['complete', 'partial']),
  currency: z.string(),
  customs_value: money.nullable(),
  subtotals: z.object({
    duty: money,
    excise: money,
    vat: money,
    fee: money,
    environment: money,
    other: money,
  }),
  total_payments: money,
  total_is_minimum: z.boolean(),
  landed_cost: money.nullable().describe('Customs value and payments together.'),
  totals_in: z.record(z.string(), money).describe('The total in US dollars and euros.'),
  effective_rate_percent: z.number().nullable(),
  rate_sensitivity: z
    .object({ percent: z.number(), dearer: money, cheaper: money })
    .nullable()
    .optional()
    .describe('The total if all other currencies cost so much more or less; null if none matters.'),
  breakdown: z.array(Line),
  items: z.array(
    z.object({ description: z.string(), hs_code: z.string(), breakdown: z.array(Line) }),
  ),
  exchange_rates: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      rate: z.string(),
      date: z.string(),
      source: z.string(),
    }),
  ),
  rule_set: z.object({
    id: z.string(),
    version: z.int(),
    title: z.string(),
    effective_from: z.iso.date(),
    review_by: z.iso.date(),
    to_be_verified: z.boolean(),
  }),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  missing: z.array(z.string()).describe('Facts that would make unknown amounts known.'),
  hints: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      saves: money.nullable().describe('What the total would be lower by.'),
    }),
  ),
});
export type ResultWire = z.infer<typeof Result>;

export const kinds = ['custom', 'vehicle'] as const;
export const Calculation = Result.extend({
  id: z.int().nullable().describe('Null for a result that is not kept.'),
  kind: z.enum(kinds),
  title: z.string(),
  notes: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  destination_country: z.string(),
  regime: z.string(),
  calculation_date: z.iso.date(),
  is_saved: z.boolean(),
  share_url: z.string().nullable(),
  pdf_url: z.string().nullable().describe('Opens without signing in, for five minutes.'),
  changes: z.array(change).optional(),
  recalculated_at: time.nullable(),
  created_at: time,
  updated_at: time,
}).meta({ id: 'CustomsCalculation' });
export type CalculationWire = z.infer<typeof Calculation>;

export const HistoryRow = z
  .object({
    id: z.int(),
    title: z.string(),
    inputs_summary: z.string(),
    destination_country: z.string(),
    total: money,
    total_is_minimum: z.boolean(),
    currency: z.string(),
    is_saved: z.boolean(),
    created_at: time,
  })
  .meta({ id: 'CustomsHistoryRow' });

export const Comparison = z
  .object({
    results: z.array(
      z.object({
        label: z.string(),
        calculation: Calculation.nullable(),
        error: z
          .record(z.string(), z.unknown())
          .nullable()
          .describe('Why this scenario can not be calculated, as `calculate/` would answer it.'),
      }),
    ),
    cheapest: z
      .string()
      .nullable()
      .describe('The label; null while one that is not known in full may cost less.'),
  })
  .meta({ id: 'CustomsComparison' });

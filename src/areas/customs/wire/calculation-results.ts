// The result of a calculation, as the API returns it and as it is stored.
import { z } from 'zod';
import { ratesStatuses, wireKinds } from './calculations.constants.ts';

const money = z.string().describe('Decimal text');
const time = z.iso.datetime();

const confidence = z.enum(['high', 'medium', 'low', 'verify']);

const LineSource = z
  .object({
    title: z.string().describe('Of the publication.'),
    url: z.string().nullable().describe('Where to read it.'),
    reference: z.string().nullable().describe('The article, heading or number.'),
    retrieved_at: z.iso.date().nullable().describe('The day on which it was read.'),
    effective_from: z.iso.date().nullable().describe('Since when it applies.'),
    effective_to: z.iso.date().nullable().describe('Until when; null if open.'),
    as_of: z.iso.date().nullable().describe('The day that the data describes.'),
    confidence,
    is_old: z.boolean().describe('The data is so old that its confidence is lowered.'),
  })
  .meta({ id: 'CustomsLineSource' });
export type LineSourceWire = z.infer<typeof LineSource>;

export const Line = z
  .object({
    code: z.string().describe('A stable name of the charge.'),
    label: z.string().describe('Its name in words.'),
    category: z
      .enum(['duty', 'vat', 'excise', 'fee', 'environment', 'other'])
      .describe('What kind of charge it is.'),
    status: z
      .enum(['known', 'unknown', 'exempt', 'notice'])
      .describe('`unknown` has no amount; `notice` costs nothing.'),
    base: money.nullable().describe('What the rate applies to.'),
    rate: z
      .string()
      .nullable()
      .optional()
      .describe('As a fraction of the base, if it is a percentage.'),
    rate_text: z.string().describe('The rate as people write it.'),
    amount: money.nullable().describe('Null when unknown, never zero.'),
    at_least: z.boolean().describe('A part is unknown, so the true amount may be higher.'),
    is_optional: z.boolean().describe('Not included in the total.'),
    currency: z.string().describe('Three letters.'),
    formula: z.string().describe('How the amount was calculated.'),
    text: z.string().nullable().describe('More about it; null without more.'),
    source: z.string().nullable().describe('`by line` where the goods have several sources.'),
    source_url: z.string().nullable().describe('Where the rate is published.'),
    effective_from: z.iso.date().nullable().describe('Since when the rate applies.'),
    confidence: confidence.or(z.literal('own')).nullable(),
    sources: z.array(LineSource).optional().describe('Absent in results of earlier versions.'),
    missing: z.array(z.string()).describe('Facts that the line needs.'),
  })
  .meta({ id: 'CustomsLine' });
export type LineWire = z.infer<typeof Line>;

const change = z.object({
  code: z.string(),
  label: z.string(),
  before: money.nullable(),
  after: money.nullable(),
});

/** The part that is calculated: the same for stored calculations and for previews. */
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
  landed_cost: money.nullable().describe('Customs value plus payments.'),
  totals_in: z.record(z.string(), money).describe('The total in US dollars and euros.'),
  rates_to: z
    .record(z.string(), z.string())
    .optional()
    .describe('US dollars and euros per unit of `currency`, by the rates of `totals_in`.'),
  effective_rate_percent: z.number().nullable(),
  rate_sensitivity: z
    .object({ percent: z.number(), dearer: money, cheaper: money })
    .nullable()
    .optional()
    .describe('The total if every other currency rises or falls by this; null if none is used.'),
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
      policy: z
        .string()
        .nullable()
        .optional()
        .describe('Whose rate the customs of the place use, of which day. Null if not known.'),
      is_policy_rate: z.boolean().optional().describe('Whether it is that rate.'),
    }),
  ),
  rates_status: z
    .enum(ratesStatuses)
    .nullable()
    .optional()
    .describe(
      '`official`: the rates that the customs of the place use. `other`: of another bank. `indicative`: a rate that was entered by hand is among them. `own`: only yours. Null if no amount was converted.',
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
  missing: z.array(z.string()).describe('Facts needed to calculate the unknown amounts.'),
  hints: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      saves: money.nullable().describe('By how much the total would be lower.'),
    }),
  ),
});
export type ResultWire = z.infer<typeof Result>;

export const kinds = Object.values(wireKinds);
export const Calculation = Result.extend({
  id: z.int().nullable().describe('Null for a result that is not stored.'),
  kind: z.enum(kinds).describe('`custom` means goods.'),
  title: z.string().describe('Yours; may be empty.'),
  notes: z.string().describe('Yours; nobody else sees them.'),
  inputs: z.record(z.string(), z.unknown()).describe('The facts as they were understood.'),
  destination_country: z.string().describe('Two letters.'),
  regime: z.string().describe('Who imports: it decides the rule set.'),
  calculation_date: z.iso.date().describe('The day whose rules and rates apply.'),
  is_saved: z.boolean().describe('False: only in the history, for 90 days.'),
  is_watched: z.boolean().describe('Calculated again every night; a difference is mailed.'),
  share_url: z.string().nullable().describe('The public page; null if not shared.'),
  pdf_url: z.string().nullable().describe('Opens without signing in, for five minutes.'),
  changes: z.array(change).optional().describe('What a recalculation changed, by line.'),
  recalculated_at: time.nullable().describe('Null before the first recalculation.'),
  created_at: time.describe('When it was first calculated.'),
  updated_at: time.describe('When it last changed.'),
}).meta({ id: 'CustomsCalculation' });
export type CalculationWire = z.infer<typeof Calculation>;

export const HistoryRow = z
  .object({
    id: z.int(),
    title: z.string(),
    inputs_summary: z.string().describe('The import in a few words.'),
    destination_country: z.string().describe('Two letters.'),
    total: money.describe('All payments, as decimal text.'),
    total_is_minimum: z.boolean().describe('A part is unknown.'),
    currency: z.string().describe('Of the total: three letters.'),
    is_saved: z.boolean().describe('Whether it is kept for good.'),
    created_at: time.describe('When it was calculated.'),
  })
  .meta({ id: 'CustomsHistoryRow' });

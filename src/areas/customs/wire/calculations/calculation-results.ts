// The result of a calculation, as the API returns it and as it is stored.
import { z } from 'zod';
import { currencyCode, money, numberId, textId } from '#lib/wire/fields.ts';
import { calculationStatuses, ratesStatuses, wireKinds } from './calculations.constants.ts';

const time = z.iso.datetime();

const confidence = z
  .enum(['high', 'medium', 'low', 'verify'])
  .describe('How certain the source is; `verify`: check it before you rely on it.');

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
    currency: currencyCode,
    formula: z.string().describe('How the amount was calculated.'),
    text: z.string().nullable().describe('More about it; null without more.'),
    source: z.string().nullable().describe('`by line` where the goods have several sources.'),
    source_url: z.string().nullable().describe('Where the rate is published.'),
    effective_from: z.iso.date().nullable().describe('Since when the rate applies.'),
    confidence: confidence
      .or(z.literal('own'))
      .nullable()
      .describe(
        'Of the least reliable source; `own` for a rate that you stated, null without a source.',
      ),
    sources: z.array(LineSource).optional().describe('Absent in results of earlier versions.'),
    missing: z.array(z.string()).describe('Facts that the line needs.'),
  })
  .meta({ id: 'CustomsLine' });
export type LineWire = z.infer<typeof Line>;

const change = z.object({
  code: z.string().describe('A stable name of the charge.'),
  label: z.string().describe('Its name in words.'),
  before: money.nullable().describe('The amount before; null if it was unknown.'),
  after: money.nullable().describe('The amount now; null if it is unknown.'),
});

/** The part that is calculated: the same for stored calculations and for previews. */
export const Result = z.object({
  status: z
    .enum(calculationStatuses)
    .describe(
      '`complete`: one amount. `range`: from `total_payments` to `total_most`, by the `questions`. `partial`: some amounts are unknown.',
    ),
  currency: z.string().describe('Three letters; of all amounts.'),
  customs_value: money
    .nullable()
    .describe('What duties are calculated on; decimal text, null if unknown.'),
  subtotals: z
    .object({
      duty: money.describe('Customs duties; decimal text.'),
      excise: money.describe('Excise; decimal text.'),
      vat: money.describe('Value added tax; decimal text.'),
      fee: money.describe('Fees; decimal text.'),
      environment: money.describe('Charges for the environment; decimal text.'),
      other: money.describe('Everything else; decimal text.'),
    })
    .describe('The known amounts by kind of charge.'),
  total_payments: money.describe(
    'The sum of the known amounts that are not optional; of a range the least. Decimal text.',
  ),
  total_is_minimum: z
    .boolean()
    .describe('A part is unknown or a question open, so the true total may be higher.'),
  total_most: money
    .nullable()
    .optional()
    .describe(
      'The most that the payments can be, decimal text: `total_payments` unless the status is `range`. Null if a part is unknown.',
    ),
  landed_cost: money
    .nullable()
    .describe(
      'The price, freight, insurance and onward transport that are stated, and the payments; decimal text, of a range the least, null if unknown.',
    ),
  landed_cost_most: money
    .nullable()
    .optional()
    .describe('The most that it can be; null if a part is unknown.'),
  questions: z
    .array(
      z
        .object({
          fact: z.string().describe('The fact that answers it.'),
          text: z.string().describe('The question, for people.'),
          answers: z
            .array(
              z.object({
                value: z
                  .union([z.string(), z.boolean()])
                  .nullable()
                  .describe('Of the fact; null if it is left out because the usual rate applies.'),
                total_least: money.describe('The payments with this answer; decimal text.'),
                total_most: money.nullable().describe('At most; null if a part is unknown.'),
              }),
            )
            .describe('What is possible.'),
        })
        .meta({ id: 'CustomsQuestion' }),
    )
    .optional()
    .describe(
      'What decides between the least and the most. Absent in results of earlier versions.',
    ),
  totals_in: z.record(z.string(), money).describe('The total in US dollars and euros.'),
  rates_to: z
    .record(z.string(), z.string())
    .optional()
    .describe('US dollars and euros per unit of `currency`, by the rates of `totals_in`.'),
  effective_rate_percent: z
    .number()
    .nullable()
    .describe('The payments in percent of the customs value; null without one.'),
  rate_sensitivity: z
    .object({
      percent: z.number().describe('By how much they move, in percent.'),
      dearer: money.describe('The total if they rise; decimal text.'),
      cheaper: money.describe('The total if they fall; decimal text.'),
    })
    .nullable()
    .optional()
    .describe('The total if every other currency rises or falls by this; null if none is used.'),
  breakdown: z.array(Line).describe('Every charge as a line.'),
  items: z
    .array(
      z.object({
        description: z.string().describe('What the goods are.'),
        hs_code: z.string().describe('Its tariff code.'),
        breakdown: z.array(Line).describe('The charges of the item.'),
      }),
    )
    .describe('For goods the charges of each item.'),
  exchange_rates: z
    .array(
      z.object({
        from: z.string().describe('The currency that was converted.'),
        to: z.string().describe('The currency of the result.'),
        rate: z.string().describe('Units of `to` for one of `from`; decimal text.'),
        date: z.string().describe('The day of the rate.'),
        source: z.string().describe('Who published it.'),
        policy: z
          .string()
          .nullable()
          .optional()
          .describe('Whose rate the customs of the place use, of which day. Null if not known.'),
        is_policy_rate: z.boolean().optional().describe('Whether it is that rate.'),
      }),
    )
    .describe('The rates that were used.'),
  rates_status: z
    .enum(ratesStatuses)
    .nullable()
    .optional()
    .describe(
      '`official`: the rates that the customs of the place use. `other`: of another bank. `indicative`: a rate that was entered by hand is among them. `own`: only yours. Null if no amount was converted.',
    ),
  rule_set: z
    .object({
      id: textId,
      version: z.int().describe('Counts up; a version never changes.'),
      title: z.string().describe('For people.'),
      effective_from: z.iso.date().describe('Its first day.'),
      review_by: z.iso.date().describe('When it is to be checked again.'),
      to_be_verified: z.boolean().describe('Based on sources that are not certain.'),
    })
    .describe('The rules that applied.'),
  warnings: z
    .array(
      z.object({
        code: z.string().describe('A stable name.'),
        message: z.string().describe('A sentence for people.'),
      }),
    )
    .describe('What to know before relying on it.'),
  missing: z.array(z.string()).describe('Facts needed to calculate the unknown amounts.'),
  hints: z
    .array(
      z.object({
        code: z.string().describe('A stable name, such as `origin_proof`.'),
        message: z.string().describe('A sentence for people.'),
        saves: money
          .nullable()
          .describe('By how much the total would be lower, as decimal text; null if unknown.'),
      }),
    )
    .describe('Ways to pay less.'),
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
    id: numberId,
    title: z.string().describe('Yours; may be empty.'),
    inputs_summary: z.string().describe('The import in a few words.'),
    destination_country: z.string().describe('Two letters.'),
    total: money.describe('All payments, as decimal text.'),
    total_is_minimum: z.boolean().describe('A part is unknown.'),
    currency: z.string().describe('Of the total: three letters.'),
    is_saved: z.boolean().describe('Whether it is kept for good.'),
    created_at: time.describe('When it was calculated.'),
  })
  .meta({ id: 'CustomsHistoryRow' });

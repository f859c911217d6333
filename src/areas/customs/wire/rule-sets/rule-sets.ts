// The rule sets in force.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { textId } from '#lib/wire/fields.ts';
import { importKinds } from '../calculations/calculations.constants.ts';

export const confidence = z
  .enum(['high', 'medium', 'low', 'verify'])
  .describe('How certain the source is; `verify`: check it before you rely on it.');

export const RuleSetItem = z
  .object({
    id: textId,
    kind: z.enum(importKinds).describe('Goods or vehicles.'),
    jurisdiction: z.string().describe('The country or customs union.'),
    countries: z.array(z.string()).describe('Where it applies.'),
    title: z.string().describe('For people.'),
    regime: z.string().describe('Who imports.'),
    version: z.int().describe('Counts up; a version never changes.'),
    effective_from: z.iso.date().describe('Its first day.'),
    effective_to: z.iso.date().nullable().describe('Its last day; null if open.'),
    currency: z.string().describe('Of its amounts.'),
    basis: z.enum(['fob', 'cif']).describe('Whether freight belongs to the value.'),
    facts: z
      .array(
        z
          .object({
            name: z.string().describe('The field of a calculation.'),
            of: z.array(z.string()).describe('Where it belongs: vehicle, consignment or item.'),
            type: z.string().describe('What its value is.'),
            unit: z.string().nullable().describe('Null without a unit.'),
            required: z.boolean().describe('Without it the total is not complete.'),
            default: z
              .union([z.string(), z.number(), z.boolean()])
              .nullable()
              .describe('Taken if it is left out.'),
            choices: z
              .array(
                z.object({
                  value: z.string().describe('What to send.'),
                  label: z.string().describe('For people.'),
                }),
              )
              .describe('The only values; empty if any is accepted.'),
            label: z.string().describe('Its name for a form.'),
            help: z.string().nullable().describe('A sentence for a form.'),
            when: z
              .unknown()
              .nullable()
              .describe('A condition on other facts. The fact is needed only while it is met.'),
          })
          .meta({ id: 'CustomsFact' }),
      )
      .describe('The facts that it asks for.'),
    review_by: z.iso.date().describe('When it is to be checked again.'),
    is_overdue: z
      .boolean()
      .describe('The review date has passed, so the rules may be out of date.'),
    to_be_verified: z.boolean().describe('Based on sources that are not certain.'),
    confidence: confidence.describe('Of the least reliable source of a charge.'),
    sources: z
      .array(
        z.object({
          id: textId,
          title: z.string().describe('Of the publication.'),
          reference: z.string().nullable().describe('Citation of the law, notice or file.'),
          url: z.string().nullable().describe('Where to read it; null if it is not online.'),
          confidence,
          effective_from: z.iso
            .date()
            .nullable()
            .describe('Since when it applies; null if it does not say.'),
          retrieved_at: z.iso
            .date()
            .nullable()
            .describe('The day on which it was read; null if unknown.'),
        }),
      )
      .describe('What the rules are based on.'),
  })
  .meta({ id: 'CustomsRuleSet' });
export type RuleSetWire = z.infer<typeof RuleSetItem>;

export const listRuleSets = endpoint({
  method: 'GET',
  path: '/apix/data_customs/rule-sets/',
  group: 'Without an account',
  tool: { toolset: 'customs', order: 4 },
  summary: 'List the rule sets in force',
  description:
    'Returns the rules that apply on a day with the facts that each asks for, their sources and how certain they are. Build a form from it.',
  permission: 'public',
  work: 'none',
  query: z.object({
    ...listQuery,
    kind: z.enum(importKinds).optional().describe('Only those for goods, or for vehicles.'),
    destination_country: z
      .string()
      .max(2)
      .optional()
      .describe('Only those that apply there; two letters.'),
    date: z.iso
      .date('Enter a date as YYYY-MM-DD.')
      .optional()
      .describe('The day on which they apply, by default today.'),
  }),
  responses: { 200: createPageSchema(RuleSetItem) },
  errors: [commonErrors.invalidPage],
});

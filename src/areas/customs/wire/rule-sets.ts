// The rule sets in force.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { importKinds } from './calculations.constants.ts';

export const confidence = z.enum(['high', 'medium', 'low', 'verify']);

export const RuleSetItem = z
  .object({
    id: z.string(),
    kind: z.enum(importKinds),
    jurisdiction: z.string(),
    countries: z.array(z.string()),
    title: z.string(),
    regime: z.string(),
    version: z.int(),
    effective_from: z.iso.date(),
    effective_to: z.iso.date().nullable(),
    currency: z.string(),
    basis: z.enum(['fob', 'cif']),
    facts: z.array(
      z.object({
        name: z.string(),
        of: z.array(z.string()),
        type: z.string(),
        unit: z.string().nullable(),
        required: z.boolean(),
        default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
        choices: z.array(z.object({ value: z.string(), label: z.string() })),
        label: z.string(),
        help: z.string().nullable(),
        when: z
          .unknown()
          .nullable()
          .describe('A condition on other facts. The fact is needed only while it is met.'),
      }),
    ),
    review_by: z.iso.date(),
    is_overdue: z
      .boolean()
      .describe('The review date has passed, so the rules may be out of date.'),
    to_be_verified: z.boolean(),
    confidence: confidence.describe('Of the least reliable source of a charge.'),
    sources: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        reference: z.string().nullable().describe('Citation of the law, notice or file.'),
        url: z.string().nullable(),
        confidence,
        effective_from: z.iso.date().nullable(),
        retrieved_at: z.iso.date().nullable(),
      }),
    ),
  })
  .meta({ id: 'CustomsRuleSet' });
export type RuleSetWire = z.infer<typeof RuleSetItem>;

export const listRuleSets = endpoint({
  method: 'GET',
  path: '/apix/data_customs/rule-sets/',
  summary: 'List the rule sets in force',
  permission: 'public',
  work: 'none',
  query: z.object({
    ...listQuery,
    kind: z.enum(importKinds).optional(),
    destination_country: z.string().max(2).optional(),
    date: z.iso.date('Enter a date as YYYY-MM-DD.').optional(),
  }),
  responses: { 200: pageOf(RuleSetItem) },
  errors: [commonErrors.invalidPage],
});

// For staff: the sources of the rules in force, those first that most need to be read again.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { sourceReviewReasons } from './rule-sources.constants.ts';

export const RuleSource = z
  .object({
    rule_set_id: z.int(),
    set_id: z.string(),
    version: z.int(),
    set_title: z.string(),
    source_id: z.string(),
    title: z.string(),
    reference: z.string().nullable(),
    url: z.string().nullable(),
    confidence: z.enum(['high', 'medium', 'low', 'verify']),
    retrieved_at: z.iso.date().nullable(),
    as_of: z.iso.date().nullable(),
    effective_to: z.iso.date().nullable(),
    review_by: z.iso.date(),
    age_days: z.int().nullable().describe('Since the day that it describes, or was read.'),
    calculations: z.int().describe('With its rule set in the last 90 days.'),
    reasons: z
      .array(z.enum(sourceReviewReasons))
      .describe('Why it must be read again. Empty: not yet.'),
  })
  .meta({ id: 'CustomsRuleSource' });
export type RuleSourceWire = z.infer<typeof RuleSource>;

export const listRuleSources = endpoint({
  method: 'GET',
  path: '/apix/admin/rule-sources/',
  summary: 'List the sources of the customs rules',
  description:
    'Returns the publications that rules are based on, with those that are due to be checked again.',
  permission: staffOnly('rules.read'),
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search.describe('Searches titles, references and the ids of sets.'),
    reason: z.enum(sourceReviewReasons).optional(),
  }),
  responses: { 200: createPageSchema(RuleSource) },
  errors: [commonErrors.invalidPage],
});

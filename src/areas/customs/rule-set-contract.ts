// Which rules there are, and the tariff codes that can be searched.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';

const confidence = z.enum(['high', 'medium', 'low', 'verify']);

export const RuleSetItem = z
  .object({
    id: z.string(),
    kind: z.enum(['goods', 'vehicle']),
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
          .describe('A condition on other facts; asked only while it holds.'),
      }),
    ),
    review_by: z.iso.date(),
    is_overdue: z.boolean().describe('Its review is due: it may be out of date.'),
    to_be_verified: z.boolean(),
    confidence: confidence.describe('The weakest of its sources that it rests on.'),
    sources: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        reference: z.string().nullable().describe('The law, notice or file, as it is cited.'),
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
  summary: 'Rules in force, with the facts that they ask for and their sources',
  permission: 'public',
  work: 'none',
  query: z.object({
    ...listQuery,
    kind: z.enum(['goods', 'vehicle']).optional(),
    destination_country: z.string().max(2).optional(),
    date: z.iso.date('Enter a date as YYYY-MM-DD.').optional(),
  }),
  responses: { 200: pageOf(RuleSetItem) },
  errors: [commonErrors.invalidPage],
});

export const searchHsCodes = endpoint({
  method: 'GET',
  path: '/apix/data_customs/hs-codes/',
  summary: 'Tariff codes by word or number, with the duty of a destination',
  permission: { key: 'customs' },
  work: 'read',
  metered: { group: 'customs' },
  query: z.object({
    ...listQuery,
    destination_country: z.string().max(2).optional(),
    saved: z.enum(['true', 'false']).optional().describe('Those alone that you saved.'),
  }),
  responses: {
    200: pageOf(
      z.object({
        code: z.string(),
        description: z.string(),
        duty: z.string().nullable().describe('Null when the destination’s rate is not known.'),
        confidence: confidence.nullable(),
        source: z.string().nullable(),
        as_of: z.iso.date().nullable(),
        is_saved: z.boolean(),
      }),
    ),
  },
  errors: [commonErrors.invalidPage],
});

const params = z.object({
  hs_code: z.string().regex(/^\d{4,10}$/, 'Enter 4 to 10 digits of the tariff code.'),
});

export const savedCodeLimitReached = declareError(
  'saved_code_limit_reached',
  400,
  'This account has as many tariff codes as it may. Remove one that you no longer need.',
  { limit: z.int() },
);

export const saveHsCode = endpoint({
  method: 'PUT',
  path: '/apix/data_customs/hs-codes/:hs_code/saved/',
  summary: 'Save a tariff code, in your own words',
  permission: { key: 'customs' },
  work: 'write',
  params,
  body: z.object({ description: z.string().trim().min(1).max(300) }),
  responses: { 200: z.object({ code: z.string(), description: z.string() }) },
  errors: [savedCodeLimitReached],
});

export const removeHsCode = endpoint({
  method: 'DELETE',
  path: '/apix/data_customs/hs-codes/:hs_code/saved/',
  summary: 'Remove a tariff code from those that you saved',
  permission: { key: 'customs' },
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

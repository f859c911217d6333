// For staff: rules are drafted by one person, reviewed by another one, and published at once. Support
// reads what a customer calculated.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { Calculation, HistoryRow, kinds } from './calculation-schema.ts';

export const ruleSetStatuses = ['draft', 'reviewed', 'published', 'superseded'] as const;
export const ruleSetActions = [
  'drafted',
  'changed',
  'approved',
  'returned',
  'published',
  'superseded',
] as const;

const person = z.object({ id: z.int(), email: z.string() });
const time = z.iso.datetime();
const money = z.string().describe('Decimal text');

const version = {
  id: z.int(),
  set_id: z.string(),
  version: z.int(),
  kind: z.enum(['goods', 'vehicle']),
  title: z.string(),
  status: z.enum(ruleSetStatuses),
  effective_from: z.iso.date(),
  effective_to: z.iso.date().nullable(),
  review_by: z.iso.date(),
  drafted_by: person.nullable().describe('Null for what came with a deployment.'),
  reviewed_by: person.nullable(),
  created_at: time,
  published_at: time.nullable(),
};
export const RuleSetVersion = z.object(version).meta({ id: 'CustomsRuleSetVersion' });
export type RuleSetVersionWire = z.infer<typeof RuleSetVersion>;

export const RuleSetVersionDetails = z
  .object({
    ...version,
    rules: z.record(z.string(), z.unknown()).describe('In the format customs-rules/1.'),
    digest: z.string().describe('Of the rules: SHA-256.'),
    events: z.array(
      z.object({
        action: z.enum(ruleSetActions),
        by: person.nullable(),
        note: z.string(),
        digest: z.string(),
        at: time,
      }),
    ),
  })
  .meta({ id: 'CustomsRuleSetVersionDetails' });
export type RuleSetVersionDetailsWire = z.infer<typeof RuleSetVersionDetails>;

const side = z.object({ total: money, is_minimum: z.boolean() });
export const RuleSetDifference = z
  .object({
    against: z
      .object({ id: z.int(), version: z.int() })
      .nullable()
      .describe('Null: nothing of this id is published.'),
    compared: z.int().describe('Examples of both versions that were calculated with each.'),
    moved: z.array(
      z.object({
        example: z.string(),
        date: z.iso.date(),
        currency: z.string(),
        before: side,
        after: side,
        lines: z.array(
          z.object({
            code: z.string(),
            label: z.string(),
            before: money.nullable(),
            after: money.nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'CustomsRuleSetDifference' });
export type RuleSetDifferenceWire = z.infer<typeof RuleSetDifference>;

export const ruleSetDecided = declareError(
  'invalid_state',
  400,
  'This version is not at the stage for it.',
  { current_status: z.enum(ruleSetStatuses) },
);
export const ruleSetNotPublishable = declareError(
  'rule_set_not_publishable',
  400,
  'These rules do not pass their checks.',
  { problems: z.array(z.string()) },
);
export const secondPersonNeeded = declareError(
  'second_person_needed',
  403,
  'Somebody who wrote none of it has to review it.',
);

const path = '/apix/admin/rule-sets/' as const;
const of = `${path}:id/` as const;
const params = z.object({ id: z.string() });
const mayWrite = staffOnly('rules.write');
const mayRead = staffOnly('rules.read');
const bodyBytesMax = 2_000_000;
const note = z.string().trim().max(2000).default('');
const draftBody = z.object({
  rules: z.record(z.string(), z.unknown(), 'A rule set is a JSON object.'),
  note,
});

export const listRuleSetVersions = endpoint({
  method: 'GET',
  path,
  summary: 'Versions of rule sets: drafts, those in use and those before, newest first',
  permission: mayRead,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search.describe('In the id or the title.'),
    status: z.enum(ruleSetStatuses).optional(),
    kind: z.enum(['goods', 'vehicle']).optional(),
  }),
  responses: { 200: pageOf(RuleSetVersion) },
  errors: [commonErrors.invalidPage],
});

export const readRuleSetVersion = endpoint({
  method: 'GET',
  path: of,
  summary: 'One version with its rules and who did what with it',
  permission: mayRead,
  work: 'read',
  params,
  responses: { 200: RuleSetVersionDetails },
  errors: [commonErrors.notFound],
});

export const draftRuleSet = endpoint({
  method: 'POST',
  path,
  summary: 'Draft a version; every problem of its shape is named',
  permission: mayWrite,
  work: 'none',
  body: draftBody,
  bodyBytesMax,
  responses: { 201: RuleSetVersionDetails },
  errors: [],
});

export const changeRuleSetDraft = endpoint({
  method: 'PUT',
  path: of,
  summary: 'Replace the rules of a draft',
  permission: mayWrite,
  work: 'write',
  params,
  body: draftBody,
  bodyBytesMax,
  responses: { 200: RuleSetVersionDetails },
  errors: [commonErrors.notFound, ruleSetDecided],
});

export const proveRuleSetVersion = endpoint({
  method: 'POST',
  path: `${of}check/`,
  summary: 'Run a version: its checks, its examples and the edges of its brackets',
  permission: mayWrite,
  work: 'read',
  params,
  responses: {
    200: z.object({
      problems: z.array(z.string()).describe('Empty: it may be published.'),
      examples: z.array(z.object({ id: z.string(), differences: z.array(z.string()) })),
      warnings: z.array(z.string()).describe('To be looked at; they refuse nothing.'),
      edges: z.int().describe('Brackets and limits whose edges were tried.'),
    }),
  },
  errors: [commonErrors.notFound],
});

export const compareRuleSetVersion = endpoint({
  method: 'GET',
  path: `${of}diff/`,
  summary: 'Which totals of the examples move against the version in use',
  permission: mayWrite,
  work: 'read',
  params,
  responses: { 200: RuleSetDifference },
  errors: [commonErrors.notFound, ruleSetNotPublishable],
});

export const reviewRuleSetDraft = endpoint({
  method: 'POST',
  path: `${of}review/`,
  summary: 'Approve a draft, or return it with a note',
  permission: mayWrite,
  work: 'write',
  params,
  body: z.object({ decision: z.enum(['approve', 'return']), note }),
  responses: { 200: RuleSetVersionDetails },
  errors: [commonErrors.notFound, ruleSetDecided, secondPersonNeeded, ruleSetNotPublishable],
});

export const publishRuleSetVersion = endpoint({
  method: 'POST',
  path: `${of}publish/`,
  summary: 'Put a reviewed version into use, everywhere within half a minute',
  permission: mayWrite,
  work: 'write',
  params,
  responses: { 200: RuleSetVersionDetails },
  errors: [commonErrors.notFound, ruleSetDecided, ruleSetNotPublishable],
});

export const StaffCalculationRow = HistoryRow.extend({ kind: z.enum(kinds) }).meta({
  id: 'StaffCalculationRow',
});
export type StaffCalculationRowWire = z.infer<typeof StaffCalculationRow>;

const calculationsPath = '/apix/admin/calculations/' as const;
const mayReadCalculations = staffOnly('calculations.read');

export const listCalculationsOf = endpoint({
  method: 'GET',
  path: calculationsPath,
  summary: 'What an account calculated, newest first',
  permission: mayReadCalculations,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    user: accountId,
    kind: z.enum(kinds).optional(),
  }),
  responses: { 200: pageOf(StaffCalculationRow) },
  errors: [commonErrors.invalidPage],
});

export const readCalculationOf = endpoint({
  method: 'GET',
  path: `${calculationsPath}:id/`,
  summary: "A customer's calculation, without their notes",
  permission: mayReadCalculations,
  work: 'replica',
  params,
  responses: { 200: Calculation },
  errors: [commonErrors.notFound],
});

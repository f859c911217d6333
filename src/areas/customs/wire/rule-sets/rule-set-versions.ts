// For staff: one person drafts rules, another reviews them, and publishing takes effect at once.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { byId, money } from '#lib/wire/fields.ts';
import { importKinds } from '../calculations/calculations.constants.ts';
import { ruleSetActions, ruleSetStatuses } from './rule-set-versions.constants.ts';

const person = z.object({ id: z.int(), email: z.string() });
const time = z.iso.datetime();

const version = {
  id: z.int(),
  set_id: z.string(),
  version: z.int(),
  kind: z.enum(importKinds),
  title: z.string(),
  status: z.enum(ruleSetStatuses),
  effective_from: z.iso.date(),
  effective_to: z.iso.date().nullable(),
  review_by: z.iso.date(),
  drafted_by: person.nullable().describe('Null for a version that came with a deployment.'),
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
    digest: z.string().describe('SHA-256 of the rules.'),
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
      .describe('Null if no other version of this set is published.'),
    changes: z
      .array(
        z.object({
          place: z.array(z.string()).describe('The names from the top to the field.'),
          before: z.string().nullable().describe('Text or JSON; null if it was added.'),
          after: z.string().nullable().describe('Text or JSON; null if it was removed.'),
        }),
      )
      .describe('The changed fields of the rules. The first 200.'),
    changes_total: z.int().describe('How many fields changed.'),
    compared: z
      .int()
      .describe('Number of examples, of both versions, that were calculated with each.'),
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

const checked = {
  examples: z
    .array(z.object({ id: z.string(), differences: z.array(z.string()) }))
    .describe('Each example of the rules, and how its result differs.'),
  warnings: z.array(z.string()).describe('They do not prevent publishing.'),
  edges: z.int().describe('Number of brackets and limits tested at their edges.'),
  coverage: z
    .object({ evaluated: z.int(), complete: z.int() })
    .describe('Imports of all kinds that were evaluated, and how many totals are complete.'),
};
export const RulesCheck = z
  .object({
    problems: z
      .array(
        z.object({
          place: z.array(z.string()).describe('The names from the top to the part; may be empty.'),
          message: z.string(),
        }),
      )
      .describe('If empty, rules like these can be published.'),
    ...checked,
  })
  .meta({ id: 'CustomsRulesCheck' });
export type RulesCheckWire = z.infer<typeof RulesCheck>;

export const ruleSetInvalidState = declareError(
  'invalid_state',
  400,
  'The status of this version does not allow this.',
  { current_status: z.enum(ruleSetStatuses).describe('What it is now.') },
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
  'Only someone who wrote none of this version can review it.',
);

const path = '/apix/admin/rule-sets/' as const;
const onePath = `${path}:id/` as const;
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
  summary: 'List the versions of rule sets',
  description: 'Returns the versions of all rule sets with their status, newest first.',
  permission: mayRead,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search.describe('Searches the id and the title.'),
    status: z.enum(ruleSetStatuses).optional(),
    kind: z.enum(importKinds).optional(),
  }),
  responses: { 200: createPageSchema(RuleSetVersion) },
  errors: [commonErrors.invalidPage],
});

export const readRuleSetVersion = endpoint({
  method: 'GET',
  path: onePath,
  summary: 'Retrieve a version of a rule set',
  description: 'Returns one version with its rules and everything that was done with it.',
  permission: mayRead,
  work: 'read',
  params: byId,
  responses: { 200: RuleSetVersionDetails },
  errors: [commonErrors.notFound],
});

export const draftRuleSet = endpoint({
  method: 'POST',
  path,
  summary: 'Create a draft of a rule set',
  description:
    'Creates the next version of a rule set. Every problem of its shape is listed; calculations do not use it before it is published.',
  audited: 'drafted rule set',
  permission: mayWrite,
  work: 'none',
  body: draftBody,
  bodyBytesMax,
  responses: { 201: RuleSetVersionDetails },
  errors: [],
});

export const changeRuleSetDraft = endpoint({
  method: 'PUT',
  path: onePath,
  summary: 'Replace the rules of a draft',
  description:
    'Replaces the rules of a draft whole; its set and version number stay. A reviewed version has to be returned first.',
  audited: 'edited the draft of rule set',
  permission: mayWrite,
  work: 'write',
  params: byId,
  body: draftBody,
  bodyBytesMax,
  responses: { 200: RuleSetVersionDetails },
  errors: [commonErrors.notFound, ruleSetInvalidState],
});

export const checkRules = endpoint({
  method: 'POST',
  path: `${path}check/`,
  summary: 'Check rules that are not saved, with their examples',
  description:
    'Returns every problem of rules while they are written, and which examples fail. Saves nothing and changes no draft.',
  changesNothing: true,
  permission: mayWrite,
  work: 'read',
  body: draftBody.pick({ rules: true }),
  bodyBytesMax,
  responses: { 200: RulesCheck },
  errors: [],
});

export const validateRuleSetVersion = endpoint({
  method: 'POST',
  path: `${onePath}check/`,
  summary: 'Validate a version for publishing',
  description: 'Runs all checks of publishing and lists every problem. It changes nothing.',
  audited: 'validated rule set',
  permission: mayWrite,
  work: 'read',
  params: byId,
  responses: {
    200: z.object({
      problems: z.array(z.string()).describe('If empty, the version can be published.'),
      ...checked,
    }),
  },
  errors: [commonErrors.notFound],
});

export const compareRuleSetVersion = endpoint({
  method: 'GET',
  path: `${onePath}diff/`,
  summary: 'Compare a version with the published one',
  description:
    'Returns which rules differ from the published version, and which examples then have other amounts.',
  permission: mayWrite,
  work: 'read',
  params: byId,
  responses: { 200: RuleSetDifference },
  errors: [commonErrors.notFound, ruleSetNotPublishable],
});

export const reviewRuleSetDraft = endpoint({
  method: 'POST',
  path: `${onePath}review/`,
  summary: 'Approve or return a draft',
  description:
    'Approves a draft or returns it with a note. Only somebody who wrote none of it may; approving runs all checks.',
  audited: 'reviewed rule set',
  permission: mayWrite,
  work: 'none',
  params: byId,
  body: z.object({ decision: z.enum(['approve', 'return']), note }),
  responses: { 200: RuleSetVersionDetails },
  errors: [commonErrors.notFound, ruleSetInvalidState, secondPersonNeeded, ruleSetNotPublishable],
});

export const publishRuleSetVersion = endpoint({
  method: 'POST',
  path: `${onePath}publish/`,
  summary: 'Publish a reviewed version',
  description:
    'Puts a reviewed version in force after all checks have passed again. Stored calculations keep the version that they used.',
  audited: 'published rule set',
  permission: mayWrite,
  work: 'none',
  params: byId,
  responses: { 200: RuleSetVersionDetails },
  errors: [commonErrors.notFound, ruleSetInvalidState, ruleSetNotPublishable],
});

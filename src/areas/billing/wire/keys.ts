// API keys: created, changed and revoked by a signed-in user, never by a key.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { scopes } from '#lib/scopes.ts';
import { fieldForStaff } from '#lib/staff-fields.ts';
import { byId, uuidId } from '#lib/wire/fields.ts';
import { counted, recorded } from '#lib/wire/figures.ts';
import {
  dailyRequestsCount,
  keyStatuses,
  overlapSecondsDefault,
  overlapSecondsMax,
} from './keys.constants.ts';
import { createKeyBody, updateKeyBody } from './keys.form.ts';

const time = z.iso.datetime();

export const ApiKey = z
  .object({
    id: uuidId,
    name: z.string().describe('Your name for it, unique among the keys that are not revoked.'),
    description: z.string().describe('Your note; may be empty.'),
    prefix: z.string().describe('What every key begins with.'),
    key_preview: z.string().describe('The first and last characters: `sk_live_AbC1...x9Zq`.'),
    status: z
      .enum(keyStatuses)
      .describe('`expired` follows from `expires_at`; `revoked` is final.'),
    status_reason: z.string().describe('Why the key was deactivated or revoked.'),
    is_active: z.boolean().describe('Whether the key is activated, even if it has expired.'),
    is_expired: z.boolean().describe('Whether `expires_at` is over.'),
    is_valid: z.boolean().describe('Whether requests with the key are accepted.'),
    scopes: z.array(z.enum(scopes)).describe('What the key may call.'),
    allowed_ips: z
      .array(z.string())
      .describe('IP addresses and CIDR ranges; empty if any address is allowed.'),
    total_requests: recorded('With this key so far.'),
    daily_requests: z
      .array(z.int())
      .describe(`The same per UTC day, over the last ${dailyRequestsCount} days, today last.`),
    last_used_at: time.nullable().describe('Of the last of these requests.'),
    last_used_ip: z.string().nullable().describe('Where the last request came from.'),
    expires_at: time.nullable().describe('Null: it does not expire.'),
    days_until_expiry: z.int().nullable().describe('Whole days; null without an expiry.'),
    lineage_id: z.uuid().describe('Shared by a key and all keys it was rotated into.'),
    replaced_by: z.uuid().nullable().describe('The key this one was rotated into.'),
    overage_budget: z
      .string()
      .nullable()
      .describe('The most that its overage may cost in a usage month; null for no budget.'),
    overage_budget_currency: z
      .string()
      .nullable()
      .describe('If it is not the currency of the plan, the key is allowed no overage.'),
    requests_budget: z
      .int()
      .nullable()
      .describe('The most requests that it may make in a usage month; null for no budget.'),
    month: z
      .object({
        requests: counted('Of the month so far.'),
        overage_cost: z.string().describe('In the currency of the plan.'),
        currency: z.string().describe('Of `overage_cost`.'),
        resets_at: time.describe('When the usage month ends.'),
      })
      .describe(
        'What budgets are compared with: use in this usage month, by the key and those that it was rotated from or into.',
      ),
    budget_reached: z
      .enum(['overage', 'requests'])
      .nullable()
      .describe('The budget that is used up: calls return `key_budget_reached`.'),
    created_at: time.describe('When it was created.'),
    updated_at: time.describe('When a setting was last changed.'),
    revoked_at: time.nullable().describe('Null while it is not revoked.'),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyWire = z.infer<typeof ApiKey>;

export const NewApiKey = ApiKey.extend({
  key: z.string().describe('The secret key. It is returned only once.'),
  warning: z.string().describe('Reminds to copy the key now.'),
}).meta({ id: 'NewApiKey' });
export type NewApiKeyWire = z.infer<typeof NewApiKey>;

export { createKeyBody };
export type CreateKeyBody = z.output<typeof createKeyBody>;
export type UpdateKeyBody = z.output<typeof updateKeyBody>;

const replaceKeyBody = createKeyBody.omit({ expires_in_days: true }).extend({
  expires_at: createKeyBody.shape.expires_at.unwrap().default(null),
});

const reasonBody = z.object({
  reason: z.string().trim().max(500).default('').describe('Your note, shown with the key.'),
});

const rotateKeyBody = z.object({
  overlap_seconds: z
    .int('A valid integer is required.')
    .min(0, 'Ensure this value is greater than or equal to 0.')
    .max(overlapSecondsMax, `Ensure this value is less than or equal to ${overlapSecondsMax}.`)
    .default(overlapSecondsDefault)
    .describe('How long the old key remains valid; 0 revokes it immediately.'),
});

const current = { current_status: z.enum(keyStatuses).describe('What it is now.') };
export const keyIsFinal = declareError(
  'invalid_state',
  400,
  'This key is revoked and can not be used again. Create a new one.',
  current,
);
export const keyHasExpired = declareError(
  'invalid_state',
  400,
  'This key has expired. Give it a new expiry date first.',
  current,
);
export const keyIsReplaced = declareError(
  'invalid_state',
  400,
  'This key was replaced by a new one. Change the new one.',
  current,
);
export const keyLimitReached = declareError(
  'key_limit_reached',
  400,
  'Your plan does not allow another key. Revoke one, or choose a larger plan.',
  { limit: z.int().describe('Maximum number of keys on the current plan.') },
);

const statusList = z
  .string()
  .max(100)
  .transform((text) => text.split(',').map((word) => word.trim()))
  .pipe(z.array(z.enum(keyStatuses)));

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/apix/billing/api-keys/',
  group: 'API keys',
  summary: 'List API keys',
  description:
    'Returns the keys of the account with their use, newest first, revoked ones included. The secret itself is never shown again.',
  permission: 'user',
  work: 'replica',
  query: z.object({
    ...listQuery,
    status: statusList.optional().describe('One or more statuses, separated by commas.'),
    user: accountId
      .optional()
      .describe('The id of the account. Ignored for everyone but support.')
      .meta(fieldForStaff),
  }),
  responses: { 200: createPageSchema(ApiKey) },
  errors: [commonErrors.invalidPage],
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/',
  group: 'API keys',
  summary: 'Create an API key',
  description:
    'Creates a key for programs. The secret is in this response only; scopes that are left out mean all but `proxy:credentials`. The plan limits how many keys are active at a time.',
  permission: 'user',
  work: 'write',
  rateLimit: { points: 60, windowSeconds: 600 },
  body: createKeyBody,
  example: { name: 'my-program', scopes: ['customs'] },
  responses: { 201: NewApiKey },
  responseHasSecret: true,
  errors: [keyLimitReached],
});

export const readApiKey = endpoint({
  method: 'GET',
  path: '/apix/billing/api-keys/:id/',
  group: 'API keys',
  summary: 'Retrieve an API key',
  description:
    'Returns one key: its scopes, addresses, expiry and counts of requests. The counts are for information and are never charged.',
  permission: 'user',
  work: 'read',
  params: byId,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound],
});

export const putApiKey = endpoint({
  method: 'PUT',
  path: '/apix/billing/api-keys/:id/',
  group: 'API keys',
  summary: 'Replace an API key’s settings',
  description:
    'Sets all settings of a key at once; what is left out gets its default. The secret stays the same, and a revoked or replaced key is refused.',
  permission: 'user',
  work: 'write',
  params: byId,
  body: replaceKeyBody,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound, keyIsFinal, keyLimitReached],
});

export const patchApiKey = endpoint({
  method: 'PATCH',
  path: '/apix/billing/api-keys/:id/',
  group: 'API keys',
  summary: 'Update an API key',
  description:
    'Changes the settings that are sent and keeps the others. A later expiry date brings an expired key back to the state that it had before.',
  permission: 'user',
  work: 'write',
  params: byId,
  body: updateKeyBody,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound, keyIsFinal, keyLimitReached],
});

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/apix/billing/api-keys/:id/',
  group: 'API keys',
  summary: 'Revoke an API key and hide it from the list',
  description: 'Revokes the key at once and hides it from the list. Its usage records stay.',
  permission: 'user',
  work: 'write',
  params: byId,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const activateApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/:id/activate/',
  group: 'API keys',
  summary: 'Activate an API key',
  description:
    'Lets a deactivated key make calls again. An active key stays as it is; an expired key first needs a later expiry date.',
  permission: 'user',
  work: 'write',
  params: byId,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound, keyIsFinal],
});

export const deactivateApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/:id/deactivate/',
  group: 'API keys',
  summary: 'Deactivate an API key',
  description:
    'Refuses calls with the key from now on, until it is activated again. Use it while you look into a suspicion; nothing is lost.',
  permission: 'user',
  work: 'write',
  params: byId,
  body: reasonBody,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound, keyIsFinal],
});

export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/:id/revoke/',
  group: 'API keys',
  summary: 'Revoke an API key permanently',
  description:
    'Ends the key for good, at once; it can never be activated again. Repeating the call changes nothing.',
  audited: 'revoked API key',
  permission: 'user',
  work: 'write',
  staffAlso: 'users.revoke_keys',
  params: byId,
  body: reasonBody,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound],
});

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/:id/rotate/',
  group: 'API keys',
  summary: 'Rotate an API key',
  description:
    "Creates a new key with the same settings and replaces the old one, which remains valid for `overlap_seconds`. The new one takes the old one's place in the limit of the plan.",
  permission: 'user',
  work: 'write',
  params: byId,
  body: rotateKeyBody,
  responses: { 201: NewApiKey },
  responseHasSecret: true,
  errors: [commonErrors.notFound, keyIsFinal, keyLimitReached],
});

// API keys: created, changed and revoked by a signed-in user, never by a key.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { scopes } from '#lib/scopes.ts';
import { staffPermissions } from '#lib/staff-permissions.ts';
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
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    prefix: z.string(),
    key_preview: z.string().describe('The first and last characters: `sk_live_AbC1...x9Zq`.'),
    status: z.enum(keyStatuses),
    status_reason: z.string().describe('Why the key was deactivated or revoked.'),
    is_active: z.boolean().describe('Whether the key is activated, even if it has expired.'),
    is_expired: z.boolean(),
    is_valid: z.boolean().describe('Whether requests with the key are accepted.'),
    scopes: z.array(z.enum(scopes)),
    allowed_ips: z
      .array(z.string())
      .describe('IP addresses and CIDR ranges; empty if any address is allowed.'),
    total_requests: z.int(),
    daily_requests: z
      .array(z.int())
      .describe(`Requests per UTC day over the last ${dailyRequestsCount} days, today last.`),
    last_used_at: time.nullable(),
    last_used_ip: z.string().nullable(),
    expires_at: time.nullable(),
    days_until_expiry: z.int().nullable(),
    lineage_id: z.uuid().describe('Shared by a key and all keys it was rotated into.'),
    replaced_by: z.uuid().nullable().describe('The key this one was rotated into.'),
    created_at: time,
    updated_at: time,
    revoked_at: time.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyWire = z.infer<typeof ApiKey>;

export const NewApiKey = ApiKey.extend({
  key: z.string().describe('The secret key. It is returned only once.'),
  warning: z.string(),
}).meta({ id: 'NewApiKey' });
export type NewApiKeyWire = z.infer<typeof NewApiKey>;

export { createKeyBody };
export type CreateKeyBody = z.output<typeof createKeyBody>;
export type UpdateKeyBody = z.output<typeof updateKeyBody>;

const replaceKeyBody = createKeyBody.omit({ expires_in_days: true }).extend({
  expires_at: createKeyBody.shape.expires_at.unwrap().default(null),
});

const reasonBody = z.object({ reason: z.string().trim().max(500).default('') });

const rotateKeyBody = z.object({
  overlap_seconds: z
    .int('A valid integer is required.')
    .min(0, 'Ensure this value is greater than or equal to 0.')
    .max(overlapSecondsMax, `Ensure this value is less than or equal to ${overlapSecondsMax}.`)
    .default(overlapSecondsDefault)
    .describe('How long the old key remains valid; 0 revokes it immediately.'),
});

const current = { current_status: z.enum(keyStatuses) };
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

const params = z.object({ id: z.string() });
const statusList = z
  .string()
  .max(100)
  .transform((text) => text.split(',').map((word) => word.trim()))
  .pipe(z.array(z.enum(keyStatuses)));

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/apix/billing/api-keys/',
  summary: 'List API keys',
  permission: 'user',
  work: 'replica',
  query: z.object({
    ...listQuery,
    status: statusList.optional().describe('One or more statuses, separated by commas.'),
    user: accountId
      .optional()
      .describe('Support staff only: the id of the user. Ignored for everyone else.'),
  }),
  responses: { 200: pageOf(ApiKey) },
  errors: [commonErrors.invalidPage],
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/',
  summary: 'Create an API key',
  permission: 'user',
  work: 'write',
  rateLimit: { points: 60, windowSeconds: 600 },
  body: createKeyBody,
  responses: { 201: NewApiKey },
  responseHasSecret: true,
  errors: [keyLimitReached],
});

export const readApiKey = endpoint({
  method: 'GET',
  path: '/apix/billing/api-keys/:id/',
  summary: 'Retrieve an API key',
  permission: 'user',
  work: 'read',
  params,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound],
});

export const putApiKey = endpoint({
  method: 'PUT',
  path: '/apix/billing/api-keys/:id/',
  summary: 'Replace an API key’s settings',
  permission: 'user',
  work: 'write',
  params,
  body: replaceKeyBody,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound, keyIsFinal, keyLimitReached],
});

export const patchApiKey = endpoint({
  method: 'PATCH',
  path: '/apix/billing/api-keys/:id/',
  summary: 'Update an API key',
  permission: 'user',
  work: 'write',
  params,
  body: updateKeyBody,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound, keyIsFinal, keyLimitReached],
});

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/apix/billing/api-keys/:id/',
  summary: 'Revoke an API key and hide it from the list',
  permission: 'user',
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const activateApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/:id/activate/',
  summary: 'Activate an API key',
  permission: 'user',
  work: 'write',
  params,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound, keyIsFinal],
});

export const deactivateApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/:id/deactivate/',
  summary: 'Deactivate an API key',
  permission: 'user',
  work: 'write',
  params,
  body: reasonBody,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound, keyIsFinal],
});

export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/:id/revoke/',
  summary: 'Revoke an API key permanently',
  audited: 'revoked API key',
  permission: 'user',
  work: 'write',
  staffAlso: staffPermissions['users.revoke_keys'],
  params,
  body: reasonBody,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound],
});

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/:id/rotate/',
  summary: 'Rotate an API key',
  permission: 'user',
  work: 'write',
  params,
  body: rotateKeyBody,
  responses: { 201: NewApiKey },
  responseHasSecret: true,
  errors: [commonErrors.notFound, keyIsFinal, keyLimitReached],
});

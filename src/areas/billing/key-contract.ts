// API keys: made, changed and ended by a signed-in person, never by a key.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { staffPermissions } from '#lib/staff-permissions.ts';
import { createKeyBody, patchKeyBody, putKeyBody, reasonBody, rotateKeyBody } from './key-body.ts';
import { ApiKey, NewApiKey } from './key-schema.ts';
import { keyStatuses } from './key-states.ts';

export * from './key-schema.ts';

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
  'Your plan has no room for another key. Revoke one, or choose a larger plan.',
  { limit: z.int().describe('Keys that the plan allows.') },
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
  summary: 'Your API keys',
  permission: 'user',
  work: 'replica',
  query: z.object({
    ...listQuery,
    status: statusList.optional().describe('Comma list.'),
    user: accountId.optional().describe('Somebody else’s, for support; ignored for others.'),
  }),
  responses: { 200: pageOf(ApiKey) },
  errors: [commonErrors.invalidPage],
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/',
  summary: 'Create a key; the answer shows it once',
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
  summary: 'One key',
  permission: 'user',
  work: 'read',
  params,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound],
});

export const putApiKey = endpoint({
  method: 'PUT',
  path: '/apix/billing/api-keys/:id/',
  summary: 'Set what a key may do; what is left out goes back to its default',
  permission: 'user',
  work: 'write',
  params,
  body: putKeyBody,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound, keyIsFinal, keyLimitReached],
});

export const patchApiKey = endpoint({
  method: 'PATCH',
  path: '/apix/billing/api-keys/:id/',
  summary: 'Change what a key may do; a date in the future brings an expired key back',
  permission: 'user',
  work: 'write',
  params,
  body: patchKeyBody,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound, keyIsFinal, keyLimitReached],
});

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/apix/billing/api-keys/:id/',
  summary: 'Revoke a key and hide it',
  permission: 'user',
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const activateApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/:id/activate/',
  summary: 'Switch a key on',
  permission: 'user',
  work: 'write',
  params,
  responses: { 200: ApiKey },
  errors: [commonErrors.notFound, keyIsFinal],
});

export const deactivateApiKey = endpoint({
  method: 'POST',
  path: '/apix/billing/api-keys/:id/deactivate/',
  summary: 'Switch a key off until it is activated again',
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
  summary: 'End a key for good',
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
  summary: 'A new key in place of this one, which works on for the overlap',
  permission: 'user',
  work: 'write',
  params,
  body: rotateKeyBody,
  responses: { 201: NewApiKey },
  responseHasSecret: true,
  errors: [commonErrors.notFound, keyIsFinal, keyLimitReached],
});

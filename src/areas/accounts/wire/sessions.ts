import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { byId, uuidId } from '#lib/wire/fields.ts';
import { activityKinds, sessionEndings } from './sessions.constants.ts';
import { access, refresh } from './sign-in.ts';

export const Session = z
  .object({
    id: uuidId,
    is_current: z.boolean().describe('Whether this call belongs to it.'),
    browser: z.string().describe('Name and version, as it says itself.'),
    system: z.string().describe('The operating system.'),
    ip: z.string().nullable().describe('The IP address of the client.'),
    created_at: z.iso.datetime().describe('When it began.'),
    last_used_at: z.iso.datetime().describe('Of its last call.'),
    expires_at: z.iso.datetime().describe('It ends then in any case.'),
  })
  .meta({ id: 'Session' });
export type SessionWire = z.infer<typeof Session>;

export const Activity = z
  .object({
    id: uuidId,
    kind: z.enum(activityKinds).describe('What happened.'),
    browser: z.string().describe('Name and version, as it says itself.'),
    system: z.string().describe('The operating system.'),
    ip: z.string().nullable().describe('Null after 90 days.'),
    created_at: z.iso.datetime().describe('When it happened.'),
  })
  .meta({ id: 'Activity' });
export type ActivityWire = z.infer<typeof Activity>;

export const refreshRefused = declareError(
  'token_not_valid',
  401,
  'Given token not valid for any token type',
  { reason: z.enum(sessionEndings).describe('Why, as far as we know.') },
);

export const refreshToken = endpoint({
  method: 'POST',
  path: '/apix/accounts/token/refresh/',
  testMode: 'live',
  group: 'Signing in',
  tool: { none: 'It signs people in and out.' },
  summary: 'Refresh the access token',
  description:
    'Returns a new access token for a session. The refresh token stays the same until the session ends; sent credentials are ignored.',
  permission: 'public',
  work: 'none',
  refusedLast: true,
  body: z.object({ refresh }),
  responses: { 200: z.object({ access }) },
  responseHasSecret: true,
  errors: [refreshRefused],
});

export const blacklistToken = endpoint({
  method: 'POST',
  path: '/apix/accounts/token/blacklist/',
  testMode: 'live',
  group: 'Signing in',
  tool: { none: 'It signs people in and out.' },
  summary: 'Sign out',
  description:
    'Ends the session of a refresh token at once. Its access tokens are refused from then on.',
  permission: 'public',
  work: 'write',
  body: z.object({ refresh }),
  responses: { 204: null },
  errors: [commonErrors.tokenNotValid],
});

const { page, page_size, limit, created_after, created_before } = listQuery;

export const listSessions = endpoint({
  method: 'GET',
  path: '/apix/accounts/sessions/',
  testMode: 'live',
  group: 'Sessions',
  summary: 'List sessions',
  description:
    'Returns the browsers and programs in which the account is signed in, the one that is asking marked as current.',
  permission: 'user',
  work: 'read',
  query: z.object({ page, page_size, limit }),
  responses: { 200: createPageSchema(Session) },
  errors: [commonErrors.invalidPage],
});

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/apix/accounts/sessions/',
  testMode: 'live',
  group: 'Sessions',
  summary: 'Revoke all other sessions',
  description: 'Signs the account out everywhere but here. Keys are not affected.',
  permission: 'user',
  work: 'write',
  responses: { 204: null },
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/apix/accounts/sessions/:id/',
  testMode: 'live',
  group: 'Sessions',
  summary: 'Revoke a session',
  description: 'Signs out one session. Its next call is refused.',
  permission: 'user',
  work: 'write',
  params: byId,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const listActivity = endpoint({
  method: 'GET',
  path: '/apix/accounts/activity/',
  testMode: 'live',
  group: 'Sessions',
  summary: 'List account activity',
  description:
    "Returns sign-ins and other changes of the account's security, newest first. Addresses are kept for 90 days.",
  permission: 'user',
  work: 'replica',
  query: z.object({ page, page_size, limit, created_after, created_before }),
  responses: { 200: createPageSchema(Activity) },
  errors: [commonErrors.invalidPage],
});

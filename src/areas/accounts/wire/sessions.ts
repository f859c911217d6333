import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { activityKinds } from './sessions.constants.ts';

export const Session = z
  .object({
    id: z.uuid(),
    is_current: z.boolean(),
    browser: z.string(),
    system: z.string(),
    ip: z.string().nullable(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Session' });
export type SessionWire = z.infer<typeof Session>;

export const Activity = z
  .object({
    id: z.uuid(),
    kind: z.enum(activityKinds),
    browser: z.string(),
    system: z.string(),
    ip: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Activity' });
export type ActivityWire = z.infer<typeof Activity>;

export const refreshToken = endpoint({
  method: 'POST',
  path: '/apix/accounts/token/refresh/',
  summary: 'Refresh the access token',
  permission: 'public',
  work: 'none',
  refusedLast: true,
  body: z.object({ refresh: z.string() }),
  responses: { 200: z.object({ access: z.string() }) },
  responseHasSecret: true,
  errors: [commonErrors.tokenNotValid],
});

export const blacklistToken = endpoint({
  method: 'POST',
  path: '/apix/accounts/token/blacklist/',
  summary: 'Sign out',
  permission: 'public',
  work: 'write',
  body: z.object({ refresh: z.string() }),
  responses: { 204: null },
  errors: [commonErrors.tokenNotValid],
});

const { page, page_size, limit, created_after, created_before } = listQuery;

export const listSessions = endpoint({
  method: 'GET',
  path: '/apix/accounts/sessions/',
  summary: 'List sessions',
  permission: 'user',
  work: 'read',
  query: z.object({ page, page_size, limit }),
  responses: { 200: pageOf(Session) },
  errors: [commonErrors.invalidPage],
});

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/apix/accounts/sessions/',
  summary: 'Revoke all other sessions',
  permission: 'user',
  work: 'write',
  responses: { 204: null },
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/apix/accounts/sessions/:id/',
  summary: 'Revoke a session',
  permission: 'user',
  work: 'write',
  params: z.object({ id: z.string() }),
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const listActivity = endpoint({
  method: 'GET',
  path: '/apix/accounts/activity/',
  summary: 'List account activity',
  permission: 'user',
  work: 'replica',
  query: z.object({ page, page_size, limit, created_after, created_before }),
  responses: { 200: pageOf(Activity) },
  errors: [commonErrors.invalidPage],
});

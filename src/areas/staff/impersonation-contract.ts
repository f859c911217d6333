// Looking at an account as its owner would: for 30 minutes, with a reason, and without a hand in it.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { reason } from './user-contract.ts';

const person = z.object({ id: z.int(), email: z.string() });

export const Impersonation = z
  .object({
    id: z.uuid(),
    staff: person,
    user: person,
    reason: z.string(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Impersonation' });
export type ImpersonationWire = z.infer<typeof Impersonation>;

export const notImpersonable = declareError(
  'not_impersonable',
  400,
  'Accounts of staff and deleted accounts can’t be looked at this way.',
);

const path = '/apix/admin/impersonations/' as const;

export const listImpersonations = endpoint({
  method: 'GET',
  path,
  summary: 'Who looked at whose account, newest first',
  permission: staffOnly('impersonations.read'),
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
  }),
  responses: { 200: pageOf(Impersonation) },
  errors: [commonErrors.invalidPage],
});

export const beginImpersonation = endpoint({
  method: 'POST',
  path,
  summary: 'Get a token that reads as this user for 30 minutes',
  permission: staffOnly('users.impersonate'),
  work: 'write',
  body: z.object({ user: z.int().min(1), reason }),
  responses: {
    201: z.object({
      id: z.uuid(),
      access: z.string(),
      expires_at: z.iso.datetime(),
      user: person,
    }),
  },
  responseHasSecret: true,
  errors: [commonErrors.notFound, notImpersonable],
});

export const endImpersonation = endpoint({
  method: 'DELETE',
  path: `${path}:id/`,
  summary: 'End it before its time; again changes nothing',
  permission: staffOnly('users.impersonate'),
  work: 'write',
  params: z.object({ id: z.string() }),
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

// Read-only access to an account as its owner sees it: 30 minutes, with a reason.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { byId, uuidId } from '#lib/wire/fields.ts';
import { reason } from './users.ts';

const person = z.object({ id: z.int(), email: z.string() });

export const Impersonation = z
  .object({
    id: uuidId,
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
  'Accounts of staff and deleted accounts can’t be impersonated.',
);

const path = '/apix/admin/impersonations/' as const;

export const listImpersonations = endpoint({
  method: 'GET',
  path,
  summary: 'List impersonations',
  description: 'Returns who viewed which account when and why, newest first.',
  permission: staffOnly('impersonations.read'),
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
  }),
  responses: { 200: createPageSchema(Impersonation) },
  errors: [commonErrors.invalidPage],
});

export const startImpersonation = endpoint({
  method: 'POST',
  path,
  summary: 'Start an impersonation',
  description:
    "Opens a read-only view of a customer's account for 30 minutes. The reason is written to the audit log; accounts of staff are refused.",
  audited: 'started to view the account of',
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
  summary: 'End an impersonation',
  description: "Ends the view of a customer's account before its 30 minutes are over.",
  audited: 'stopped viewing the account of',
  permission: staffOnly('users.impersonate'),
  work: 'write',
  params: byId,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

// Accounts in the console.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { normalizeEmail } from '#lib/email-address.ts';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { roles, staffOnly } from '#lib/staff-permissions.ts';
import { withdrawalOpen } from '#lib/wire/account-errors.ts';
import { retryAfter } from '#lib/wire/fields.ts';
import { userPanels } from './user-panels.ts';

export const accountStatuses = ['active', 'suspended', 'deleted'] as const;

const userFields = {
  id: z.int(),
  email: z.string(),
  full_name: z.string(),
  company: z.string(),
  status: z.enum(accountStatuses),
  roles: z.array(z.enum(roles)),
  date_joined: z.iso.datetime(),
  last_login: z.iso.datetime().nullable(),
};
export const StaffUser = z.object(userFields).meta({ id: 'StaffUser' });
export type StaffUserWire = z.infer<typeof StaffUser>;

export const StaffUserRecord = z
  .object({
    ...userFields,
    first_name: z.string(),
    last_name: z.string(),
    position: z.string(),
    phone: z.string(),
    suspended_reason: z.string(),
    ...userPanels,
  })
  .meta({ id: 'StaffUserRecord' });
export type StaffUserRecordWire = z.infer<typeof StaffUserRecord>;

export const ownAccount = declareError(
  'own_account',
  400,
  'You can’t do this to your own account.',
);
export const wrongStatus = declareError(
  'invalid_state',
  400,
  'The account does not have the required status.',
  {
    current_status: z.enum(accountStatuses).describe('What it is now.'),
  },
);
export const emailDiffers = declareError(
  'email_differs',
  400,
  'The address you entered is not the address of this account.',
);
const tooMany = ['cooldown', 'hourly_limit', 'daily_limit'].map((code) =>
  declareError(code, 429, 'Codes were already sent to this address. Try again later.', {
    retry_after: retryAfter,
  }),
);

const path = '/apix/admin/users/' as const;
const params = z.object({
  id: accountId.transform(Number),
});
export const reason = z
  .string()
  .trim()
  .min(1, 'A reason is required for the audit log.')
  .max(500, 'Ensure this field has no more than 500 characters.');

export const listUsers = endpoint({
  method: 'GET',
  path,
  summary: 'List users, or export them as CSV',
  description: 'Returns accounts with status and roles. `format=csv` downloads all that match.',
  permission: staffOnly('users.read'),
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search.describe('Searches address, name and company.'),
    created_after: listQuery.created_after,
    created_before: listQuery.created_before,
    status: z.enum(accountStatuses).optional(),
    role: z
      .enum([...roles, 'staff'])
      .optional()
      .describe('`staff`: any role.'),
    format: z.enum(['json', 'csv']).optional(),
  }),
  responses: { 200: createPageSchema(StaffUser) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const readUser = endpoint({
  method: 'GET',
  path: `${path}:id/`,
  summary: 'Retrieve a user',
  description: 'Returns an account with its plan, wallets, keys and sessions, but no secrets.',
  permission: staffOnly('users.read'),
  work: 'read',
  params,
  responses: { 200: StaffUserRecord },
  errors: [commonErrors.notFound],
});

export const suspendUser = endpoint({
  method: 'POST',
  path: `${path}:id/suspend/`,
  summary: 'Suspend a user',
  description:
    'Refuses all calls of an account and its keys but reading its profile and writing to support. The reason is written to the audit log.',
  audited: 'suspended',
  permission: staffOnly('users.suspend'),
  work: 'write',
  params,
  body: z.object({ reason }),
  responses: { 200: StaffUser },
  errors: [commonErrors.notFound, wrongStatus, ownAccount],
});

export const reinstateUser = endpoint({
  method: 'POST',
  path: `${path}:id/reinstate/`,
  summary: 'Reinstate a user',
  description:
    'Takes back the suspension of an account. Its keys work again at once; the reason is written to the audit log.',
  audited: 'reinstated',
  permission: staffOnly('users.suspend'),
  work: 'write',
  params,
  body: z.object({ reason }),
  responses: { 200: StaffUser },
  errors: [commonErrors.notFound, wrongStatus],
});

export const signUserOut = endpoint({
  method: 'DELETE',
  path: `${path}:id/sessions/`,
  summary: 'Revoke all sessions of a user',
  description: 'Signs an account out everywhere. It may sign in again, and its keys work on.',
  audited: 'revoked all sessions of',
  permission: staffOnly('users.sign_out'),
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const revokeUserSession = endpoint({
  method: 'DELETE',
  path: `${path}:id/sessions/:session/`,
  summary: 'Revoke a session of a user',
  description: 'Signs an account out in one browser. Its other sessions and its keys stay.',
  audited: 'revoked a session of',
  permission: staffOnly('users.sign_out'),
  work: 'write',
  params: params.extend({ session: z.string() }),
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const setUserRoles = endpoint({
  method: 'PUT',
  path: `${path}:id/roles/`,
  summary: 'Set the staff roles of a user',
  description: 'Replaces the roles of another account; an empty list makes it a customer.',
  audited: 'set the roles of',
  permission: staffOnly('users.roles'),
  work: 'write',
  params,
  body: z.object({ roles: z.array(z.enum(roles)).max(roles.length) }),
  responses: { 200: StaffUser },
  errors: [commonErrors.notFound, ownAccount, wrongStatus],
});

export const sendUserCode = endpoint({
  method: 'POST',
  path: `${path}:id/sign-in-mail/`,
  summary: 'Send a sign-in code to a user',
  description: 'Mails a sign-in code within the limits of the account. Staff never see the code.',
  audited: 'sent a sign-in code to',
  permission: staffOnly('users.mail'),
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound, wrongStatus, ...tooMany],
});

export const exportUser = endpoint({
  method: 'POST',
  path: `${path}:id/export/`,
  summary: 'Export the data of a user',
  description: 'Returns a copy of all personal data of an account as JSON, for the person.',
  audited: 'exported the data of',
  permission: staffOnly('users.export'),
  work: 'none',
  params,
  body: z.object({ reason }),
  responses: { 200: bytes('application/json') },
  errors: [commonErrors.notFound],
});

export const ErasureReport = z
  .object({
    erased: z.array(z.string()),
    kept: z.array(z.object({ what: z.string(), why: z.string() })),
  })
  .meta({ id: 'ErasureReport' });
export type ErasureReportWire = z.infer<typeof ErasureReport>;

export const eraseUser = endpoint({
  method: 'POST',
  path: `${path}:id/erase/`,
  summary: 'Erase a user',
  description:
    'Erases the personal data of an account for good, after its address was entered again. What the law requires stays under its number; the response lists both.',
  audited: 'erased',
  permission: staffOnly('users.erase'),
  work: 'none',
  params,
  body: z.object({ reason, email: z.string().overwrite(normalizeEmail) }),
  responses: { 200: ErasureReport },
  errors: [commonErrors.notFound, wrongStatus, ownAccount, emailDiffers, withdrawalOpen],
});

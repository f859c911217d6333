// Withdrawals of all customers, for finance: one person approves, another pays out.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { insufficientBalance, notRefundable, refundNotSupported } from './adjustments.ts';
import { withdrawalStatuses } from './withdrawals.constants.ts';
import { settleWithdrawalBody } from './withdrawals.form.ts';
import { refundExceeded, Withdrawal, withdrawalNotOpen } from './withdrawals.ts';

const person = z.object({ id: z.int(), email: z.string() });

export const StaffWithdrawal = z
  .object({
    ...Withdrawal.shape,
    user: person,
    available: z.string().describe('The rest of the wallet, in `currency`.'),
    details: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .describe('The destination in full; empty for a payment and for an erased account.'),
    payment_number: z.string().nullable(),
    approved_by: person.nullable(),
    settled_by: person.nullable(),
    journal: z.uuid().nullable().describe('Of the latest settlement.'),
  })
  .meta({ id: 'StaffWithdrawal' });
export type StaffWithdrawalWire = z.infer<typeof StaffWithdrawal>;

export const ownWithdrawal = declareError(
  'second_person_needed',
  403,
  'Somebody else must do this: the owner takes no part, and who approves does not pay out.',
);

const path = '/apix/admin/withdrawals/' as const;
const params = z.object({ uuid: z.string() });
const finance = staffOnly('payments.decide');
const reason = z
  .string()
  .trim()
  .min(1, 'This field may not be blank.')
  .max(500)
  .describe('The customer reads it.');

export const listStaffWithdrawals = endpoint({
  method: 'GET',
  path,
  summary: 'List withdrawals of all customers',
  description: 'Returns withdrawals, the newest first, with who approved and who paid out.',
  permission: finance,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    status: z.enum(withdrawalStatuses).optional(),
    user: accountId.optional(),
    format: z.enum(['json', 'csv']).optional().describe('`csv` downloads all matching rows.'),
  }),
  responses: { 200: createPageSchema(StaffWithdrawal) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const readStaffWithdrawal = endpoint({
  method: 'GET',
  path: `${path}:uuid/`,
  summary: 'Retrieve a withdrawal with its destination',
  description:
    'Returns a withdrawal as finance needs it to pay out: the destination in full, and the journal of the settlement.',
  permission: finance,
  work: 'read',
  params,
  responses: { 200: StaffWithdrawal },
  errors: [commonErrors.notFound],
});

export const approveWithdrawal = endpoint({
  method: 'POST',
  path: `${path}:uuid/approve/`,
  summary: 'Approve a withdrawal',
  description:
    'Allows a requested withdrawal to be paid out by somebody else. The money stays held, and none moves.',
  audited: 'approved withdrawal',
  permission: finance,
  work: 'write',
  params,
  responses: { 200: StaffWithdrawal },
  errors: [commonErrors.notFound, withdrawalNotOpen, ownWithdrawal],
});

export const rejectWithdrawal = endpoint({
  method: 'POST',
  path: `${path}:uuid/reject/`,
  summary: 'Reject a withdrawal',
  description:
    'Ends a withdrawal that is not paid out: the held money is available again, and the customer gets a mail with the reason.',
  audited: 'rejected withdrawal',
  permission: finance,
  work: 'write',
  params,
  body: z.object({ reason }),
  responses: { 200: StaffWithdrawal },
  errors: [commonErrors.notFound, withdrawalNotOpen, ownWithdrawal],
});

export const settleWithdrawal = endpoint({
  method: 'POST',
  path: `${path}:uuid/settle/`,
  summary: 'Pay a withdrawal out',
  description:
    'Records how an approved withdrawal was paid: by refunding its payment at the provider, or by hand with the reference of the transfer. The held money leaves the wallet in the same transaction. Whoever approved it may not pay it out. A wallet that a chargeback emptied meanwhile is refused: reject the withdrawal.',
  audited: 'paid out withdrawal',
  permission: finance,
  work: 'none',
  params,
  body: settleWithdrawalBody,
  responses: { 200: StaffWithdrawal },
  errors: [
    commonErrors.notFound,
    withdrawalNotOpen,
    ownWithdrawal,
    refundNotSupported,
    notRefundable,
    refundExceeded,
    insufficientBalance,
  ],
});

export const returnWithdrawal = endpoint({
  method: 'POST',
  path: `${path}:uuid/return/`,
  summary: 'Record that a paid withdrawal came back',
  description:
    'Reverses the settlement of a transfer that the bank or the network returned; the withdrawal is approved again and can be paid out another way.',
  audited: 'returned withdrawal',
  permission: finance,
  work: 'write',
  params,
  body: z.object({ reason }),
  responses: { 200: StaffWithdrawal },
  errors: [commonErrors.notFound, withdrawalNotOpen, ownWithdrawal],
});

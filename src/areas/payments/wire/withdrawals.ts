// Money that customers take out of their wallets.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { byUuid, limitReached, money, uuidId } from '#lib/wire/fields.ts';
import { insufficientBalance, notRefundable, refundNotSupported } from './adjustments.ts';
import { destinationKinds, withdrawalStatuses } from './withdrawals.constants.ts';
import { createWithdrawalBody } from './withdrawals.form.ts';

const amount = z.string().describe('Decimal text, in `currency`.');

export const Withdrawal = z
  .object({
    uuid: uuidId,
    internal_id: z.string().describe('The number that people call it by.'),
    status: z.enum(withdrawalStatuses).describe('Where it stands; `settled` is paid out.'),
    status_display: z.string().describe('The status in words.'),
    amount: amount.describe('What leaves the wallet.'),
    fee: amount.describe('Part of the amount.'),
    net: amount.describe('What the destination gets.'),
    currency: z.string().describe('Code of the wallet’s currency.'),
    destination: z
      .object({
        kind: z.enum(destinationKinds).describe('What the money goes to.'),
        masked: z.string().describe('Enough to recognize it.'),
        payment: z.uuid().nullable().describe('The payment that is refunded.'),
      })
      .describe('Where the money goes.'),
    note: z.string().describe('Of the customer, for staff; may be empty.'),
    reference: z.string().describe('Of the bank transfer or the transaction; empty until then.'),
    can_cancel: z.boolean().describe('True until somebody approves it.'),
    is_final: z.boolean().describe('Whether nothing follows: paid out, rejected or cancelled.'),
    history: z
      .array(
        z.object({
          status: z.enum(withdrawalStatuses).describe('What it became.'),
          source: z.enum(['user', 'staff', 'provider']).describe('Who changed it.'),
          note: z.string().describe('Why, where somebody said so.'),
          at: z.iso.datetime().describe('When it changed.'),
        }),
      )
      .describe('Oldest first.'),
    created_at: z.iso.datetime().describe('When it was requested.'),
    status_changed_at: z.iso.datetime().describe('When its status last changed.'),
  })
  .meta({ id: 'Withdrawal' });
export type WithdrawalWire = z.infer<typeof Withdrawal>;

export const WithdrawalOptions = z
  .object({
    currency: z.string().describe('Code of the wallet’s currency.'),
    available: amount.describe('The most that can be withdrawn: the balance without test money.'),
    open: z.int().describe('Open withdrawals in this currency.'),
    open_max: z.int().describe('How many may be open in it at once.'),
    refundable: z
      .array(
        z.object({
          payment: z.uuid().describe('The `uuid` of the payment.'),
          internal_id: z.string().describe('The number of the payment.'),
          provider: z.string().describe('Who refunds it.'),
          pay_currency: z.string().describe('What it was paid in.'),
          paid_at: z.iso.datetime().describe('When it was paid.'),
          possible: amount.describe('What its provider can give back.'),
        }),
      )
      .describe('Payments that their provider can refund, newest first.'),
    terms: z
      .array(
        z.object({
          kind: z.enum(destinationKinds).describe('What the money goes to.'),
          least: amount.nullable().describe('The smallest amount; null where it is not known.'),
          fee: amount.nullable().describe('What we keep of it; null where it is not known.'),
        }),
      )
      .describe('By kind of destination.'),
  })
  .meta({ id: 'WithdrawalOptions' });
export type WithdrawalOptionsWire = z.infer<typeof WithdrawalOptions>;

export type CreateWithdrawalBody = z.output<typeof createWithdrawalBody>;

const current = { current_status: z.enum(withdrawalStatuses).describe('What it is now.') };
export const withdrawalNotOpen = declareError(
  'invalid_state',
  400,
  'This is not possible in the current status of the withdrawal.',
  current,
);
export const withdrawalLimitReached = declareError(
  'withdrawal_limit_reached',
  400,
  'Too many withdrawals in this currency are open. Wait for one, or cancel one.',
  { limit: limitReached },
);
export const withdrawalPending = declareError(
  'withdrawal_pending',
  409,
  'A withdrawal to this payment is already open.',
);
export const refundExceeded = declareError(
  'refund_exceeded',
  400,
  'This payment can not give back that much.',
  {
    possible: money.describe('What the payment can still give back.'),
    currency: z.string().describe('Code of the wallet’s currency.'),
  },
);

export const withdrawalsPath = '/apix/payments/withdrawals/' as const;
const params = byUuid;

export const listWithdrawals = endpoint({
  method: 'GET',
  path: withdrawalsPath,
  group: 'Withdrawals',
  tool: { toolset: 'payments', order: 6 },
  summary: 'List withdrawals',
  description:
    'Returns the withdrawals of the account, newest first. Bank accounts and addresses are masked.',
  permission: { key: 'payments:read' },
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    status: z.enum(withdrawalStatuses).optional().describe('Only those with this status.'),
    currency: z.string().max(20).optional().describe('Code of the wallet’s currency.'),
  }),
  responses: { 200: createPageSchema(Withdrawal) },
  errors: [commonErrors.invalidPage],
});

export const readWithdrawalOptions = endpoint({
  method: 'GET',
  path: `${withdrawalsPath}options/`,
  group: 'Withdrawals',
  tool: { toolset: 'payments', order: 6 },
  summary: 'Retrieve what can be withdrawn',
  description:
    'Returns how much of a wallet can be withdrawn, the payments that can be refunded, and the smallest amount and fee of each kind of destination.',
  permission: { key: 'payments:read' },
  work: 'read',
  query: z.object({ currency: z.string().max(20).optional().describe('Default USD.') }),
  responses: { 200: WithdrawalOptions },
});

export const createWithdrawal = endpoint({
  method: 'POST',
  path: withdrawalsPath,
  group: 'Withdrawals',
  summary: 'Request a withdrawal',
  description:
    'Asks for money of the balance: back to a payment that its provider can refund, to a bank account, or to an address. The amount is reserved at once; two people of our staff check the request before it is paid out.',
  permission: 'user',
  work: 'write',
  feature: 'payments',
  rateLimit: { points: 20, windowSeconds: 3600 },
  body: createWithdrawalBody,
  example: {
    amount: '50.00',
    destination: 'bank',
    holder: 'Ada Lovelace',
    iban: 'DE89370400440532013000',
  },
  responses: { 201: Withdrawal },
  errors: [
    insufficientBalance,
    withdrawalLimitReached,
    withdrawalPending,
    refundNotSupported,
    notRefundable,
    refundExceeded,
  ],
});

export const readWithdrawal = endpoint({
  method: 'GET',
  path: `${withdrawalsPath}:uuid/`,
  group: 'Withdrawals',
  tool: { toolset: 'payments', order: 6 },
  summary: 'Retrieve a withdrawal',
  description: 'Returns a withdrawal with its status and history. Its destination is masked.',
  permission: { key: 'payments:read' },
  work: 'read',
  params,
  responses: { 200: Withdrawal },
  errors: [commonErrors.notFound],
});

export const cancelWithdrawal = endpoint({
  method: 'POST',
  path: `${withdrawalsPath}:uuid/cancel/`,
  group: 'Withdrawals',
  summary: 'Cancel a withdrawal',
  description:
    'Ends a withdrawal that nobody has approved yet. Its money is available again at once.',
  permission: 'user',
  work: 'write',
  params,
  responses: { 200: Withdrawal },
  errors: [commonErrors.notFound, withdrawalNotOpen],
});

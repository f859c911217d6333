import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { byUuid } from '#lib/wire/fields.ts';
import { proposeAdjustmentBody } from './adjustments.form.ts';
import { paymentStatuses } from './payments.constants.ts';
import { decimal } from './payments.ts';
import { adjustmentKinds } from './reviews.constants.ts';

export const adjustmentStatuses = ['proposed', 'approved', 'rejected'] as const;
const person = z.object({ id: z.int(), email: z.string() });

export const Adjustment = z
  .object({
    uuid: z.string(),
    kind: z.enum(adjustmentKinds),
    status: z.enum(adjustmentStatuses),
    user: person,
    payment: z.string().nullable(),
    payment_details: z
      .object({
        internal_id: z.string(),
        status: z.enum(paymentStatuses),
        amount: z.string(),
        credited_amount: z.string().nullable(),
        amount_refunded: z.string(),
      })
      .nullable()
      .describe('The current payment; amounts are in `currency`.'),
    charge: z.string().nullable().describe('Of a credit: the journal of the charge.'),
    missed_period: z
      .string()
      .nullable()
      .describe('Set where it charges or waives a missed period of a plan.'),
    description: z.string().describe('Of a missed period: its plan and days. Otherwise empty.'),
    available: z.string().describe('The customer’s current wallet balance, in `currency`.'),
    direction: z.enum(['credit', 'debit']).nullable().describe('Set for adjustments only.'),
    amount: z.string().describe('Decimal text, above zero.'),
    currency: z.string(),
    reason: z.string(),
    proposed_by: person,
    decided_by: person.nullable(),
    decision_note: z.string(),
    created_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Adjustment' });
export type AdjustmentWire = z.infer<typeof Adjustment>;

const reason = z.string().trim().min(1, 'This field may not be blank.').max(500);
const payment = z.uuid('Must be a valid UUID.');

export type ProposeAdjustmentBody = z.output<typeof proposeAdjustmentBody>;

const paymentStatus = { current_status: z.enum(paymentStatuses).describe('What it is now.') };
export const notRefundable = declareError(
  'invalid_state',
  400,
  'Nothing of this payment can be refunded.',
  paymentStatus,
);
export const refundNotSupported = declareError(
  'refund_not_supported',
  400,
  'This provider does not support refunds. Refund the payment manually.',
);
export const insufficientBalance = declareError(
  'insufficient_balance',
  400,
  'The wallet balance is too low.',
  {
    required: z.string().describe('What is needed, as decimal text.'),
    available: z.string().describe('What the wallet has, as decimal text.'),
    currency: z.string().describe('Code of the wallet’s currency.'),
  },
);
export const adjustmentDecided = declareError(
  'invalid_state',
  400,
  'This adjustment has already been decided.',
  {
    current_status: z.enum(adjustmentStatuses).describe('What it is now.'),
  },
);
export const adjustmentPending = declareError(
  'adjustment_pending',
  409,
  'A proposal for this payment is already waiting for a decision.',
);
export const secondPersonNeeded = declareError(
  'second_person_needed',
  403,
  'Someone else must approve your proposal.',
);
export const notCompletable = declareError(
  'invalid_state',
  400,
  'This payment is already fully paid.',
  paymentStatus,
);

const adjustmentsPath = '/apix/admin/adjustments/' as const;
const finance = staffOnly('payments.decide');

export const listAdjustments = endpoint({
  method: 'GET',
  path: adjustmentsPath,
  summary: 'List adjustments',
  description:
    'Returns proposed and decided manual changes of money, newest first. `format=csv` downloads all that match.',
  permission: finance,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    status: z.enum(adjustmentStatuses).optional(),
    kind: z.enum(adjustmentKinds).optional(),
    user: accountId.optional(),
    payment: payment.optional(),
    format: z.enum(['json', 'csv']).optional().describe('`csv` downloads all matching rows.'),
  }),
  responses: { 200: createPageSchema(Adjustment) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const readAdjustment = endpoint({
  method: 'GET',
  path: `${adjustmentsPath}:uuid/`,
  summary: 'Retrieve an adjustment',
  description: 'Returns one proposal with who made it, who decided it and what it changed.',
  permission: finance,
  work: 'read',
  params: byUuid,
  responses: { 200: Adjustment },
  errors: [commonErrors.notFound],
});

export const proposeAdjustment = endpoint({
  method: 'POST',
  path: adjustmentsPath,
  summary: 'Propose an adjustment',
  description:
    'Proposes a credit, a debit, a refund or the completion of a payment. No money moves before another person approves it.',
  audited: 'proposed adjustment',
  permission: finance,
  work: 'write',
  body: proposeAdjustmentBody,
  responses: { 201: Adjustment },
  errors: [
    adjustmentPending,
    insufficientBalance,
    notRefundable,
    refundNotSupported,
    notCompletable,
  ],
});

export const Refundable = z
  .object({
    payment: z.string(),
    internal_id: z.string(),
    user: person,
    currency: z.string(),
    credited: z.string().describe('Amount credited by the payment.'),
    refunded: z.string().describe('Amount refunded or being refunded.'),
    available: z.string().describe('Wallet balance.'),
    possible: z.string().describe('Amount that can be refunded now.'),
  })
  .meta({ id: 'Refundable' });
export type RefundableWire = z.infer<typeof Refundable>;

export const readRefundable = endpoint({
  method: 'GET',
  path: '/apix/payments/payments/:uuid/refund/',
  summary: 'Retrieve the refundable amount of a payment',
  description:
    'Returns how much of a payment can still be refunded: what was credited, without earlier refunds and within the wallet.',
  permission: finance,
  work: 'read',
  params: byUuid,
  responses: { 200: Refundable },
  errors: [commonErrors.notFound, notRefundable, refundNotSupported],
});

export const refundPaymentBody = z.object({
  amount: decimal.optional().describe('In the payment’s currency; defaults to everything left.'),
  reason: z.string().trim().min(1, 'This field may not be blank.').max(500),
});
export type RefundPaymentBody = z.output<typeof refundPaymentBody>;

export const refundPayment = endpoint({
  method: 'POST',
  path: '/apix/payments/payments/:uuid/refund/',
  summary: 'Propose a refund',
  description:
    'Proposes to give credited money back through its provider. Nothing moves before another person approves it.',
  audited: 'proposed refund',
  permission: finance,
  work: 'write',
  params: byUuid,
  body: refundPaymentBody,
  responses: { 202: Adjustment },
  errors: [
    commonErrors.notFound,
    adjustmentPending,
    insufficientBalance,
    notRefundable,
    refundNotSupported,
  ],
});

export const approveAdjustment = endpoint({
  method: 'POST',
  path: `${adjustmentsPath}:uuid/approve/`,
  summary: 'Approve an adjustment',
  description:
    'Carries out a proposal of somebody else: money moves, a refund is requested, or a payment is completed. Your own proposal needs another person.',
  audited: 'approved adjustment',
  permission: finance,
  work: 'none',
  params: byUuid,
  body: z.object({ note: z.string().trim().max(500).default('') }),
  responses: { 200: Adjustment },
  errors: [
    commonErrors.notFound,
    secondPersonNeeded,
    adjustmentDecided,
    insufficientBalance,
    notRefundable,
    refundNotSupported,
    notCompletable,
  ],
});

export const rejectAdjustment = endpoint({
  method: 'POST',
  path: `${adjustmentsPath}:uuid/reject/`,
  summary: 'Reject an adjustment',
  description: 'Closes a proposal without an effect. A proposal that was decided stays as it is.',
  audited: 'rejected adjustment',
  permission: finance,
  work: 'write',
  params: byUuid,
  body: z.object({ note: reason }),
  responses: { 200: Adjustment },
  errors: [commonErrors.notFound, adjustmentDecided],
});

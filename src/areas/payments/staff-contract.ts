// For finance: what providers said, and what two persons change by hand.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { decimalText, refundPaymentBody } from './payment-body.ts';
import { insufficientBalance, notRefundable, refundNotSupported } from './payment-contract.ts';
import { paymentProviders, paymentStatuses } from './payment-status.ts';

const statuses = ['received', 'processed', 'ignored', 'failed'] as const;

export const WebhookEvent = z
  .object({
    uuid: z.string(),
    provider: z.enum(paymentProviders),
    event_id: z.string(),
    payment: z.string().nullable(),
    provider_payment_id: z.string().nullable(),
    provider_status: z.string(),
    status: z.enum(statuses),
    attempts: z.int(),
    error: z.string().nullable(),
    body: z.string().describe('The signed text, as it came.'),
    received_at: z.iso.datetime(),
    processed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEventWire = z.infer<typeof WebhookEvent>;

export const listWebhookEvents = endpoint({
  method: 'GET',
  path: '/apix/admin/webhook-events/',
  summary: 'What providers told, newest first; `format=csv` gives it as a file',
  permission: { staff: ['finance'] },
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search.describe('An event, a provider’s payment, or ours.'),
    created_after: listQuery.created_after,
    created_before: listQuery.created_before,
    status: z.enum(statuses).optional(),
    provider: z.enum(paymentProviders).optional(),
    payment: z.uuid('Must be a valid UUID.').optional(),
    format: z.enum(['json', 'csv']).optional(),
  }),
  responses: { 200: pageOf(WebhookEvent) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const replayWebhookEvent = endpoint({
  method: 'POST',
  path: '/apix/admin/webhook-events/:uuid/replay/',
  summary: 'Work on an event again; nothing is credited twice',
  permission: { staff: ['finance'] },
  work: 'write',
  params: z.object({ uuid: z.string() }),
  responses: { 202: WebhookEvent },
  errors: [commonErrors.notFound],
});

export const adjustmentKinds = ['adjustment', 'refund', 'complete'] as const;
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
      .describe('As the payment is now, in `currency`.'),
    available: z.string().describe('What the customer’s wallet holds now, in `currency`.'),
    direction: z.enum(['credit', 'debit']).nullable().describe('Of an adjustment alone.'),
    amount: z.string().describe('Above zero; decimal text.'),
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

export const proposeAdjustmentBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('adjustment').describe('Puts money into a wallet or takes it out.'),
    user: z.int(),
    direction: z.enum(['credit', 'debit']),
    amount: decimalText,
    currency: z.string().max(20).default('USD'),
    reason,
  }),
  z.object({
    kind: z.literal('refund').describe('Gives a payment back through its provider.'),
    payment,
    amount: decimalText
      .optional()
      .describe('All that is left unless told; the wallet must hold it.'),
    reason,
  }),
  z.object({
    kind: z.literal('complete').describe('Credits the rest of a payment whose provider is silent.'),
    payment,
    reason,
  }),
]);
export type ProposeAdjustmentBody = z.output<typeof proposeAdjustmentBody>;

export const adjustmentDecided = declareError('invalid_state', 400, 'This was decided already.', {
  current_status: z.enum(adjustmentStatuses),
});
export const adjustmentPending = declareError(
  'adjustment_pending',
  409,
  'Something about this payment waits for a decision already.',
);
export const secondPersonNeeded = declareError(
  'second_person_needed',
  403,
  'Somebody else has to approve what you proposed.',
);
export const notCompletable = declareError(
  'invalid_state',
  400,
  'This payment has all its money.',
  { current_status: z.enum(paymentStatuses) },
);

const adjustmentsPath = '/apix/admin/adjustments/' as const;
const finance = { staff: ['finance'] } as const;
const ofAdjustment = z.object({ uuid: z.string() });

export const listAdjustments = endpoint({
  method: 'GET',
  path: adjustmentsPath,
  summary:
    'What staff proposed to change about money, newest first; `format=csv` gives it as a file',
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
    format: z.enum(['json', 'csv']).optional(),
  }),
  responses: { 200: pageOf(Adjustment) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const readAdjustment = endpoint({
  method: 'GET',
  path: `${adjustmentsPath}:uuid/`,
  summary: 'One proposal',
  permission: finance,
  work: 'read',
  params: ofAdjustment,
  responses: { 200: Adjustment },
  errors: [commonErrors.notFound],
});

export const proposeAdjustment = endpoint({
  method: 'POST',
  path: adjustmentsPath,
  summary: 'Propose an adjustment, a refund or a completion; nothing moves yet',
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
    credited: z.string().describe('What the payment brought to the wallet.'),
    refunded: z.string().describe('What went back of it, or is on its way back.'),
    available: z.string().describe('What the wallet holds.'),
    possible: z.string().describe('How much can be given back now.'),
  })
  .meta({ id: 'Refundable' });
export type RefundableWire = z.infer<typeof Refundable>;

export const readRefundable = endpoint({
  method: 'GET',
  path: '/apix/payments/payments/:uuid/refund/',
  summary: 'How much of a payment can be given back',
  permission: finance,
  work: 'read',
  params: ofAdjustment,
  responses: { 200: Refundable },
  errors: [commonErrors.notFound, notRefundable, refundNotSupported],
});

export const refundPayment = endpoint({
  method: 'POST',
  path: '/apix/payments/payments/:uuid/refund/',
  summary: 'Propose to give credited money back: it moves when somebody else approves',
  permission: finance,
  work: 'write',
  params: ofAdjustment,
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
  summary: 'Do what somebody else proposed',
  permission: finance,
  work: 'none',
  params: ofAdjustment,
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
  summary: 'Turn a proposal down, or take your own back',
  permission: finance,
  work: 'write',
  params: ofAdjustment,
  body: z.object({ note: reason }),
  responses: { 200: Adjustment },
  errors: [commonErrors.notFound, adjustmentDecided],
});

// Payments, and the webhook of their providers.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { createPaymentBody, editPaymentBody } from './payment-body.ts';
import { Payment, PaymentListItem } from './payment-schema.ts';
import { paymentProviders, paymentStatuses } from './payment-status.ts';

export * from './payment-schema.ts';

const current = { current_status: z.enum(paymentStatuses) };
export const notCancellable = declareError(
  'invalid_state',
  400,
  'Payment can no longer be cancelled.',
  current,
);
export const notEditable = declareError(
  'invalid_state',
  400,
  'Only a pending payment can be changed.',
  current,
);
export const notRefundable = declareError(
  'invalid_state',
  400,
  'There is nothing to give back of this payment.',
  current,
);
export const receiptNotReady = declareError(
  'invalid_state',
  400,
  'There is a receipt as soon as money has been credited.',
  current,
);
export const paymentHasHistory = declareError(
  'payment_has_history',
  400,
  'This payment is part of your history and stays visible.',
  current,
);
export const paymentProviderUnavailable = declareError(
  'provider_unavailable',
  503,
  'The payment provider does not answer. Try again in a moment.',
  { retry_after: z.int() },
);
export const paymentProviderRefused = declareError(
  'provider_refused',
  502,
  'The payment provider refused this request.',
);
export const refundNotSupported = declareError(
  'refund_not_supported',
  400,
  'This provider can not give money back. Pay it back by hand.',
);
export const insufficientBalance = declareError(
  'insufficient_balance',
  400,
  'The wallet does not hold that much.',
  { required: z.string(), available: z.string(), currency: z.string() },
);

const params = z.object({ uuid: z.string() });
export const decimalQuery = z
  .string()
  .regex(/^\d{1,20}(\.\d{1,18})?$/, 'A valid number is required.');
export const userQuery = accountId
  .optional()
  .describe('Somebody else’s, for finance; ignored for others.');
const statusList = z
  .string()
  .max(200)
  .transform((text) => text.split(',').map((word) => word.trim()))
  .pipe(z.array(z.enum(paymentStatuses)));

export const listPayments = endpoint({
  method: 'GET',
  path: '/apix/payments/payments/',
  summary: 'Your payments',
  permission: { key: 'payments:read' },
  work: 'replica',
  query: z.object({
    ...listQuery,
    status: statusList.optional().describe('Comma list.'),
    provider: z.enum(paymentProviders).optional(),
    currency: z.string().max(20).optional().describe('The currency of `amount`.'),
    pay_currency: z.string().max(20).optional().describe('What it is paid in.'),
    min_amount: decimalQuery.optional(),
    max_amount: decimalQuery.optional(),
    user: userQuery,
  }),
  responses: { 200: pageOf(PaymentListItem) },
  errors: [commonErrors.invalidPage],
});

export const createPayment = endpoint({
  method: 'POST',
  path: '/apix/payments/payments/',
  summary: 'Ask for money: the answer says where to send it',
  permission: 'user',
  work: 'none',
  feature: 'payments',
  rateLimit: { points: 30, windowSeconds: 600 },
  body: createPaymentBody,
  responses: { 201: Payment },
  errors: [paymentProviderUnavailable, paymentProviderRefused],
});

export const readPayment = endpoint({
  method: 'GET',
  path: '/apix/payments/payments/:uuid/',
  summary: 'One payment',
  permission: { key: 'payments:read' },
  work: 'none',
  params,
  query: z.object({
    refresh: z
      .enum(['true', 'false', '1', '0'], 'Must be a valid boolean.')
      .optional()
      .describe('Asks the provider first, at most once in 10 seconds.'),
  }),
  responses: { 200: Payment },
  errors: [commonErrors.notFound],
});

export const putPayment = endpoint({
  method: 'PUT',
  path: '/apix/payments/payments/:uuid/',
  summary: 'Change description and metadata while the payment is pending',
  permission: 'user',
  work: 'write',
  params,
  body: editPaymentBody,
  responses: { 200: Payment },
  errors: [commonErrors.notFound, notEditable],
});

export const patchPayment = endpoint({
  method: 'PATCH',
  path: '/apix/payments/payments/:uuid/',
  summary: 'Change description or metadata while the payment is pending',
  permission: 'user',
  work: 'write',
  params,
  body: editPaymentBody,
  responses: { 200: Payment },
  errors: [commonErrors.notFound, notEditable],
});

export const deletePayment = endpoint({
  method: 'DELETE',
  path: '/apix/payments/payments/:uuid/',
  summary: 'Hide a payment that came to nothing',
  permission: 'user',
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound, paymentHasHistory],
});

export const cancelPayment = endpoint({
  method: 'POST',
  path: '/apix/payments/payments/:uuid/cancel/',
  summary: 'Cancel a pending payment',
  permission: 'user',
  work: 'none',
  staffAlso: ['finance'],
  params,
  body: z.object({ reason: z.string().trim().max(500).default('') }),
  responses: { 200: Payment },
  errors: [commonErrors.notFound, notCancellable],
});

export const readReceipt = endpoint({
  method: 'GET',
  path: '/apix/payments/payments/:uuid/receipt/',
  summary: 'The receipt as PDF',
  permission: { key: 'payments:read' },
  work: 'none',
  params,
  responses: { 200: bytes('application/pdf'), 304: null },
  errors: [commonErrors.notFound, receiptNotReady],
});

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/apix/payments/webhook/',
  summary: 'What payment providers call; signed by them',
  permission: 'public',
  work: 'none',
  rateLimit: 'none',
  query: z.object({ provider: z.string().max(40).optional() }),
  body: 'raw',
  bodyBytesMax: 262_144,
  responses: {
    200: z.object({
      received: z.literal(true),
      duplicate: z.boolean().optional(),
      ignored: z.boolean().optional().describe('Of no payment that we know; kept for later.'),
    }),
    400: z.object({
      detail: z.string(),
      code: z.enum(['invalid_signature', 'unknown_provider']),
    }),
  },
});

import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { withAliases } from '#lib/field-aliases.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { fieldForStaff } from '#lib/staff-fields.ts';
import { whenValid } from '#lib/when-valid.ts';
import { byUuid, retryAfter } from '#lib/wire/fields.ts';
import { decimalText } from './amounts.form.ts';
import { Payment, PaymentListItem } from './payment-schema.ts';
import { paymentProviders, paymentStatuses } from './payments.constants.ts';

const current = { current_status: z.enum(paymentStatuses).describe('What it is now.') };
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
export const receiptNotReady = declareError(
  'invalid_state',
  400,
  'A receipt is available once money has been credited.',
  current,
);
export const paymentHasHistory = declareError(
  'payment_has_history',
  400,
  'This payment is part of your history and can not be hidden.',
  current,
);
export const paymentProviderUnavailable = declareError(
  'provider_unavailable',
  503,
  'The payment provider is not responding. Try again in a moment.',
  { retry_after: retryAfter },
);
export const paymentProviderRefused = declareError(
  'provider_refused',
  502,
  'The payment provider refused this request.',
);

const metadataBytesMax = 4096;
export const descriptionMax = 500;

export const decimal = z
  .union([z.string(), z.number()], 'A valid number is required.')
  .transform(String)
  .pipe(decimalText);

/** So that an amount below zero is refused with the smallest one. */
const signedDecimal = z
  .union([z.string(), z.number()], 'A valid number is required.')
  .transform(String)
  .pipe(
    z
      .string()
      .trim()
      .regex(/^-?\d{1,18}(\.\d{1,18})?$/, 'A valid number is required.'),
  );

const metadata = z
  .record(z.string(), z.unknown())
  .check(
    z.refine(
      (value) => new TextEncoder().encode(JSON.stringify(value)).length <= metadataBytesMax,
      'Ensure this field has no more than 4 KB.',
    ),
  );

const description = z
  .string()
  .trim()
  .max(descriptionMax, `Ensure this field has no more than ${descriptionMax} characters.`);

const aliases = { amount_usd: 'amount', currency_code: 'pay_currency' } as const;

export const createPaymentBody = withAliases(
  aliases,
  z
    .object({
      amount: signedDecimal.describe(
        'Amount to credit to the wallet, worth 1.00 to 50000.00 US dollars.',
      ),
      currency: z.string().max(20).default('USD').describe('The currency of `amount`.'),
      pay_currency: z
        .string()
        .max(20)
        .describe('Code of an active currency. Cards pay in the currency of the amount only.'),
      purpose: z
        .enum(['deposit', 'subscription'])
        .default('deposit')
        .describe('What the money is for.'),
      subscription: z
        .uuid()
        .nullable()
        .default(null)
        .describe('The `id` of the plan to pay, for that purpose.'),
      description: description.default(''),
      success_url: z.string().max(2000).nullable().default(null),
      cancel_url: z.string().max(2000).nullable().default(null),
      metadata: metadata.default({}),
    })
    .refine(({ purpose, subscription }) => purpose !== 'subscription' || subscription !== null, {
      path: ['subscription'],
      error: 'This field is required.',
      ...whenValid('purpose', 'subscription'),
    }),
);
export type CreatePaymentBody = z.output<typeof createPaymentBody>;

export const editPaymentBody = z.object({ description, metadata }).partial();
export type EditPaymentBody = z.output<typeof editPaymentBody>;

export const decimalQuery = z
  .string()
  .regex(/^\d{1,20}(\.\d{1,18})?$/, 'A valid number is required.');
export const userQuery = accountId
  .optional()
  .describe('The id of the account. Ignored for everyone but finance.')
  .meta(fieldForStaff);
const statusList = z
  .string()
  .max(200)
  .transform((text) => text.split(',').map((word) => word.trim()))
  .pipe(z.array(z.enum(paymentStatuses)));

export const listPayments = endpoint({
  method: 'GET',
  path: '/apix/payments/payments/',
  group: 'Payments',
  tool: { toolset: 'payments', order: 3 },
  summary: 'List payments',
  description: 'Returns the payments of the account, newest first, without those that were hidden.',
  permission: { key: 'payments:read' },
  work: 'replica',
  query: z.object({
    ...listQuery,
    status: statusList.optional().describe('Comma-separated list.'),
    provider: z.enum(paymentProviders).optional().describe('Only those of this provider.'),
    currency: z.string().max(20).optional().describe('The currency of `amount`.'),
    pay_currency: z.string().max(20).optional().describe('The currency paid in.'),
    min_amount: decimalQuery.optional().describe('In `currency`; inclusive.'),
    max_amount: decimalQuery.optional().describe('In `currency`; inclusive.'),
    user: userQuery,
  }),
  responses: { 200: createPageSchema(PaymentListItem) },
  errors: [commonErrors.invalidPage],
});

export const createPayment = endpoint({
  method: 'POST',
  path: '/apix/payments/payments/',
  group: 'Payments',
  summary: 'Create a payment',
  description:
    'Requests money for the balance through a provider, and returns where to pay it. Nothing is credited until it has arrived; an unpaid payment expires at `expires_at`.',
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
  group: 'Payments',
  tool: { toolset: 'payments', order: 3 },
  summary: 'Retrieve a payment',
  description:
    'Returns a payment with its status, its history and where to pay. `refresh=true` asks the provider first, at most every 10 seconds.',
  permission: { key: 'payments:read' },
  work: 'none',
  params: byUuid,
  query: z.object({
    refresh: z
      .enum(['true', 'false', '1', '0'], 'Must be a valid boolean.')
      .optional()
      .describe('Fetches the status from the provider first, at most every 10 seconds.'),
  }),
  responses: { 200: Payment },
  errors: [commonErrors.notFound],
});

export const putPayment = endpoint({
  method: 'PUT',
  path: '/apix/payments/payments/:uuid/',
  group: 'Payments',
  summary: 'Update description and metadata of a payment',
  description:
    'Does exactly what PATCH does: only description and metadata of a pending payment can be changed.',
  permission: 'user',
  work: 'write',
  params: byUuid,
  body: editPaymentBody,
  responses: { 200: Payment },
  errors: [commonErrors.notFound, notEditable],
});

export const patchPayment = endpoint({
  method: 'PATCH',
  path: '/apix/payments/payments/:uuid/',
  group: 'Payments',
  summary: 'Update a payment',
  description:
    'Changes description or metadata of a pending payment. Amount and currency never change; create another payment instead.',
  permission: 'user',
  work: 'write',
  params: byUuid,
  body: editPaymentBody,
  responses: { 200: Payment },
  errors: [commonErrors.notFound, notEditable],
});

export const deletePayment = endpoint({
  method: 'DELETE',
  path: '/apix/payments/payments/:uuid/',
  group: 'Payments',
  summary: 'Hide a payment',
  description:
    'Hides a payment that expired, failed or was cancelled and credited nothing. It appears again if its money arrives later.',
  permission: 'user',
  work: 'write',
  params: byUuid,
  responses: { 204: null },
  errors: [commonErrors.notFound, paymentHasHistory],
});

export const cancelPayment = endpoint({
  method: 'POST',
  path: '/apix/payments/payments/:uuid/cancel/',
  group: 'Payments',
  summary: 'Cancel a payment',
  description:
    'Cancels a payment that nobody has paid yet. Once money is on its way it is refused; money that arrives anyway is credited.',
  audited: 'canceled payment',
  permission: 'user',
  work: 'none',
  staffAlso: 'payments.decide',
  params: byUuid,
  body: z.object({
    reason: z.string().trim().max(500).default('').describe('Your reason; support sees it.'),
  }),
  responses: { 200: Payment },
  errors: [commonErrors.notFound, notCancellable],
});

export const readReceipt = endpoint({
  method: 'GET',
  path: '/apix/payments/payments/:uuid/receipt/',
  group: 'Payments',
  tool: { toolset: 'payments', order: 3 },
  summary: 'Download a receipt',
  description:
    'Returns the receipt of a completed payment as PDF. It stays the same for the same payment.',
  permission: { key: 'payments:read' },
  work: 'none',
  params: byUuid,
  responses: { 200: bytes('application/pdf'), 304: null },
  errors: [commonErrors.notFound, receiptNotReady],
});

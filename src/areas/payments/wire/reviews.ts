// All payments, for staff.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { PaymentListItem } from './payment-schema.ts';
import { paymentProblems, paymentProviders, paymentStatuses } from './payments.constants.ts';
import { attentionKinds } from './reviews.constants.ts';

export const ReviewedPayment = PaymentListItem.extend({
  user_email: z.string(),
  provider_payment_id: z.string().nullable(),
  credited_amount: z.string().nullable(),
  late: z.boolean(),
  problem: z.enum(paymentProblems).nullable(),
}).meta({ id: 'ReviewedPayment' });
export type ReviewedPaymentWire = z.infer<typeof ReviewedPayment>;

export const listForReview = endpoint({
  method: 'GET',
  path: '/apix/admin/payments/',
  summary: 'List payments of all customers',
  description:
    'Returns the payments of all customers, filtered by what needs attention. `format=csv` downloads all that match.',
  permission: staffOnly('payments.review'),
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    ordering: listQuery.ordering,
    search: listQuery.search.describe(
      'Payment number, provider payment id, transaction hash or email.',
    ),
    created_after: listQuery.created_after,
    created_before: listQuery.created_before,
    attention: z
      .enum(attentionKinds)
      .optional()
      .describe(
        '`late`: money arrived after closing. `stuck`: unconfirmed for a day, or with a problem.',
      ),
    status: z.enum(paymentStatuses).optional(),
    provider: z.enum(paymentProviders).optional(),
    user: accountId.optional(),
    format: z.enum(['json', 'csv']).optional().describe('`csv` downloads all matching rows.'),
  }),
  responses: { 200: createPageSchema(ReviewedPayment) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

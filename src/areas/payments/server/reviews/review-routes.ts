import type { Db } from '#kernel/database/database.ts';
import type { Api } from '#kernel/http/api.ts';
import { mount } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { csvStream, respondCsv, streamRows } from '#kernel/http/responses/csv-response.ts';
import { toAmount, toDecimalText } from '#lib/money.ts';
import { listForReview as contract, type ReviewedPaymentWire } from '../../wire/reviews.ts';
import type { Payments } from '../context.ts';
import { toListItem } from '../payments/serialize-payment.ts';
import { findChargedBack } from '../settlement/settlement-store.ts';
import {
  listForReview,
  listForReviewAfter,
  type ReviewFilter,
  type ReviewRow,
} from './review-store.ts';

const columns = [
  'internal_id',
  'uuid',
  'user',
  'user_email',
  'status',
  'amount',
  'currency',
  'pay_currency',
  'credited_amount',
  'provider',
  'provider_payment_id',
  'late',
  'is_test',
  'created_at',
  'completed_at',
];

export function reviewRoutes(api: Api, { kernel }: Payments): void {
  const { clock } = kernel;
  mount(api, contract, async ({ db, query, request }) => {
    const filter: ReviewFilter = {
      attention: query.attention,
      status: query.status,
      provider: query.provider,
      accountId: query.user === undefined ? undefined : Number(query.user),
      search: query.search,
      ordering: query.ordering,
      createdAfter: query.created_after,
      createdBefore: query.created_before,
    };
    const now = clock.now();
    if (query.format === 'csv') {
      const rows = streamRows<ReviewRow, ReviewedPaymentWire>(
        (last, count) => listForReviewAfter(db, filter, { now, last, count }),
        (batch) => toReviewedPayments(db, batch),
      );
      return respondCsv('payments', csvStream(columns, rows));
    }
    return respondPage(
      api,
      { query, request },
      (page) => listForReview(db, filter, { now, page }),
      (rows) => toReviewedPayments(db, rows),
    );
  });
}

async function toReviewedPayments(
  db: Db,
  rows: readonly ReviewRow[],
): Promise<ReviewedPaymentWire[]> {
  const chargedBack = await findChargedBack(db, rows);
  return rows.map((row) => toReviewedPayment(row, chargedBack));
}

const toReviewedPayment = (
  row: ReviewRow,
  chargedBack: ReadonlySet<string>,
): ReviewedPaymentWire => ({
  ...toListItem(row, chargedBack),
  user_email: row.email,
  provider_payment_id: row.provider_payment_id,
  credited_amount:
    row.credited_amount === null
      ? null
      : toDecimalText(toAmount(row.credited_amount, row.currency)),
  late: row.is_late,
  problem: row.problem,
});

// Reading, changing and hiding a payment.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import {
  type listPayments as listContract,
  notEditable,
  type PaymentWire,
  paymentHasHistory,
} from '../contract.ts';
import type { EditPaymentBody } from '../payment-body.ts';
import * as store from './payment-store.ts';
import { showPayment, toListItem } from './payment-wire.ts';
import type { Payments } from './payments.ts';
import { ProviderRefused, ProviderUnavailable } from './providers/provider.ts';
import { reviewPayment } from './review-payment.ts';

const refreshEveryMs = 10_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isFinance = (actor: Actor): boolean => actor.via === 'session' && hasRole(actor, 'finance');

/** Whose data a list is of: finance may name somebody else. */
export const ownerOf = (actor: Actor, user: string | undefined): number =>
  user !== undefined && isFinance(actor) ? Number(user) : actor.accountId;

/** Whose the one record is that is asked for by its id: anybody's (null) for finance. */
export const ownerOfOne = (actor: Actor, user: string | undefined): number | null =>
  user === undefined && isFinance(actor) ? null : ownerOf(actor, user);

/** Throws `not_found` for what does not exist, is hidden, or is somebody else's. */
export function admit(actor: Actor, payment: store.PaymentRow | undefined): store.PaymentRow {
  const isSeen =
    payment &&
    (isFinance(actor) || (payment.account_id === actor.accountId && payment.hidden_at === null));
  if (!isSeen) throw apiError(commonErrors.notFound);
  return payment;
}

/** Finance sees and cancels what is somebody else's, and changes nothing of it. */
function assertOwner(actor: Actor, payment: store.PaymentRow): void {
  if (payment.account_id !== actor.accountId) throw apiError(commonErrors.permissionDenied);
}

/** The row, for who may see it. Throws `not_found`. */
export async function findSeen(db: Db, actor: Actor, id: string): Promise<store.PaymentRow> {
  if (!uuid.test(id)) throw apiError(commonErrors.notFound);
  return admit(actor, await store.findPayment(db, id));
}

export async function listPayments(
  db: Db,
  actor: Actor,
  query: z.output<(typeof listContract)['query']>,
  page: PageRequest,
) {
  const { rows, total } = await store.listPayments(
    db,
    {
      accountId: ownerOf(actor, query.user),
      statuses: query.status,
      provider: query.provider,
      currency: query.currency,
      payCurrency: query.pay_currency,
      amountMin: query.min_amount,
      amountMax: query.max_amount,
      search: query.search,
      ordering: query.ordering,
      createdAfter: query.created_after,
      createdBefore: query.created_before,
    },
    page,
  );
  return { results: rows.map(toListItem), total };
}

/** Throws `not_found`. */
export async function readPayment(
  { kernel }: Payments,
  db: Db,
  actor: Actor,
  id: string,
): Promise<PaymentWire> {
  return showPayment(db, await findSeen(db, actor, id), kernel.clock.now());
}

/**
 * Brings a payment up to what its provider says, unless it was asked within 10 s or does not
 * answer. Opens units of its own. Throws `not_found`.
 */
export async function refreshPayment(payments: Payments, actor: Actor, id: string): Promise<void> {
  const { work, clock, log } = payments.kernel;
  const seen = await work.read((db) => findSeen(db, actor, id));
  const isClaimed = await work.write((tx) =>
    store.claimCheck(tx, seen.id, clock.now(), refreshEveryMs),
  );
  if (!isClaimed) return;
  await reviewPayment(payments, seen.id, 'poll').catch((err) => {
    if (!(err instanceof ProviderUnavailable || err instanceof ProviderRefused)) throw err;
    log.warn({ payment: seen.id, err }, 'a payment could not be refreshed');
  });
}

/** Those that plans wait for, by id, as plans show them. */
export async function readPlanPayments(db: Db, ids: readonly string[]) {
  const rows = ids.length > 0 ? await store.listPaymentsById(db, ids) : [];
  return new Map(
    rows.map((row) => {
      const { uuid, status, amount, currency, pay_currency, expires_at } = toListItem(row);
      const { payment_url } = row;
      return [uuid, { uuid, status, amount, currency, pay_currency, payment_url, expires_at }];
    }),
  );
}

export async function editPayment(
  { kernel }: Payments,
  tx: Tx,
  actor: Actor,
  id: string,
  { description, metadata }: EditPaymentBody,
): Promise<PaymentWire> {
  const payment = await lockSeen(tx, actor, id);
  assertOwner(actor, payment);
  if (payment.status !== 'pending') throw apiError(notEditable, { current_status: payment.status });
  const now = kernel.clock.now();
  const row = await store.updatePayment(tx, payment.id, {
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    updated_at: now,
  });
  return showPayment(tx, row, now);
}

/** What came to nothing may be hidden; whatever touched the ledger stays. */
export async function hidePayment(
  { kernel }: Payments,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<void> {
  const payment = await lockSeen(tx, actor, id);
  assertOwner(actor, payment);
  const { status } = payment;
  const isNothing =
    (status === 'expired' || status === 'cancelled' || status === 'failed') &&
    payment.credited_amount === null;
  if (!isNothing) throw apiError(paymentHasHistory, { current_status: status });
  const now = kernel.clock.now();
  await store.updatePayment(tx, payment.id, { hidden_at: now, updated_at: now });
}

/** The row, locked for who may see it. Throws `not_found`. */
export async function lockSeen(tx: Tx, actor: Actor, id: string): Promise<store.PaymentRow> {
  if (!uuid.test(id)) throw apiError(commonErrors.notFound);
  return admit(actor, await store.lockPayment(tx, id));
}

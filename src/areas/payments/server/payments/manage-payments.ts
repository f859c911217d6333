import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import type { EditPaymentBody } from '../../wire/payments.ts';
import {
  type listPayments as listContract,
  notEditable,
  paymentHasHistory,
} from '../../wire/payments.ts';
import type { Payments } from '../context.ts';
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts';
import { reconcilePayment } from '../settlement/reconcile-payment.ts';
import * as paymentStore from './payment-store.ts';
import { serializePayment, toListItem, toListItems } from './serialize-payment.ts';

const refreshEveryMs = 10_000;
const isFinance = (actor: Actor): boolean => actor.via === 'session' && hasRole(actor, 'finance');

/** The account that a list is for: finance may choose another one. */
export const readOwner = (actor: Actor, user: string | undefined): number =>
  user !== undefined && isFinance(actor) ? Number(user) : actor.accountId;

/** The account that a record must belong to; null, for finance, is any. */
export const readRecordOwner = (actor: Actor, user: string | undefined): number | null =>
  user === undefined && isFinance(actor) ? null : readOwner(actor, user);

/** Throws `not_found` if missing, hidden, or of another account. */
export function assertVisible(
  actor: Actor,
  payment: paymentStore.PaymentRow | undefined,
): paymentStore.PaymentRow {
  const isSeen =
    payment &&
    (isFinance(actor) || (payment.account_id === actor.accountId && payment.hidden_at === null));
  if (!isSeen) throw apiError(commonErrors.notFound);
  return payment;
}

/** Finance can view and cancel payments of other accounts, but not edit them. */
function assertOwner(actor: Actor, payment: paymentStore.PaymentRow): void {
  if (payment.account_id !== actor.accountId) throw apiError(commonErrors.permissionDenied);
}

/** Throws `not_found` unless the actor may see the payment. */
export async function findVisible(
  db: Db,
  actor: Actor,
  id: string,
): Promise<paymentStore.PaymentRow> {
  if (!isUuid(id)) throw apiError(commonErrors.notFound);
  return assertVisible(actor, await paymentStore.findPayment(db, id));
}

export async function listPayments(
  db: Db,
  actor: Actor,
  query: z.output<(typeof listContract)['query']>,
  page: PageRequest,
) {
  const { rows, total } = await paymentStore.listPayments(
    db,
    {
      accountId: readOwner(actor, query.user),
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
  return { rows: await toListItems(db, rows), total };
}

/** Throws `not_found`. */
export async function readPayment(
  { kernel }: Payments,
  db: Db,
  actor: Actor,
  id: string,
): Promise<PaymentWire> {
  return serializePayment(db, await findVisible(db, actor, id), kernel.clock.now());
}

/** Unless the provider was asked within 10 s. Opens units of its own. Throws `not_found`. */
export async function refreshPayment(payments: Payments, actor: Actor, id: string): Promise<void> {
  const { work, clock, log } = payments.kernel;
  const seen = await work.read((db) => findVisible(db, actor, id));
  const isClaimed = await work.write((tx) =>
    paymentStore.claimCheck(tx, seen.id, clock.now(), refreshEveryMs),
  );
  if (!isClaimed) return;
  await reconcilePayment(payments, seen.id, 'poll').catch((err) => {
    if (!(err instanceof ProviderUnavailable || err instanceof ProviderRefused)) throw err;
    log.warn({ payment: seen.id, err }, 'a payment could not be refreshed');
  });
}

/** Payments that plans wait for, by id, in the shape that plans contain. */
export async function readPlanPayments(db: Db, ids: readonly string[]) {
  const rows = ids.length > 0 ? await paymentStore.listPaymentsById(db, ids) : [];
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
  const payment = await lockVisible(tx, actor, id);
  assertOwner(actor, payment);
  if (payment.status !== 'pending') throw apiError(notEditable, { current_status: payment.status });
  const now = kernel.clock.now();
  const row = await paymentStore.updatePayment(tx, payment.id, {
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    updated_at: now,
  });
  return serializePayment(tx, row, now);
}

/** Only unsuccessful payments can be hidden; whatever touched the ledger stays visible. */
export async function hidePayment(
  { kernel }: Payments,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<void> {
  const payment = await lockVisible(tx, actor, id);
  assertOwner(actor, payment);
  const { status } = payment;
  const isNothing =
    (status === 'expired' || status === 'cancelled' || status === 'failed') &&
    payment.credited_amount === null;
  if (!isNothing) throw apiError(paymentHasHistory, { current_status: status });
  const now = kernel.clock.now();
  await paymentStore.updatePayment(tx, payment.id, { hidden_at: now, updated_at: now });
}

/** Locks the row. Throws `not_found` unless the actor may see the payment. */
export async function lockVisible(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<paymentStore.PaymentRow> {
  if (!isUuid(id)) throw apiError(commonErrors.notFound);
  return assertVisible(actor, await paymentStore.lockPayment(tx, id));
}

// Reading, changing, hiding and cancelling a payment.
import type { z } from 'zod';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/http/errors.ts';
import { hasRole } from '#server/http/guard.ts';
import type { Actor } from '#server/ports.ts';
import {
  type listPayments as listContract,
  notCancellable,
  notEditable,
  type PaymentWire,
  paymentHasHistory,
} from '../contract.ts';
import type { EditPaymentBody } from '../payment-body.ts';
import { takeEvents } from './move-payment.ts';
import { applyEvent } from './payment-states.ts';
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

/** Throws `not_found` for what does not exist, is hidden, or is somebody else's. */
export function admit(actor: Actor, payment: store.PaymentRow | undefined): store.PaymentRow {
  const isSeen =
    payment &&
    (isFinance(actor) || (payment.account_id === actor.accountId && payment.hidden_at === null));
  if (!isSeen) throw fail(commonErrors.notFound);
  return payment;
}

/** Finance sees and cancels what is somebody else's, and changes nothing of it. */
function assertOwner(actor: Actor, payment: store.PaymentRow): void {
  if (payment.account_id !== actor.accountId) throw fail(commonErrors.permissionDenied);
}

/** The row, for who may see it. Throws `not_found`. */
export async function findSeen({ kernel }: Payments, actor: Actor, id: string) {
  if (!uuid.test(id)) throw fail(commonErrors.notFound);
  return admit(actor, await store.findPayment(kernel.database.write, id));
}

export async function listPayments(
  { kernel }: Payments,
  actor: Actor,
  query: z.output<(typeof listContract)['query']>,
  page: PageRequest,
) {
  const { rows, total } = await store.listPayments(
    kernel.database.read,
    {
      accountId: ownerOf(actor, query.user),
      statuses: query.status,
      provider: query.provider,
      currency: query.currency,
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

/** With `isFresh` the provider is asked first, unless it was within 10 s or does not answer. */
export async function readPayment(
  payments: Payments,
  actor: Actor,
  id: string,
  { isFresh }: { isFresh: boolean },
): Promise<PaymentWire> {
  const { database, clock, log } = payments.kernel;
  const seen = await findSeen(payments, actor, id);
  const now = clock.now();
  if (isFresh && (await store.claimCheck(database.write, seen.id, now, refreshEveryMs)))
    await reviewPayment(payments, seen.id, 'poll').catch((err) => {
      if (!(err instanceof ProviderUnavailable || err instanceof ProviderRefused)) throw err;
      log.warn({ payment: seen.id, err }, 'a payment could not be refreshed');
    });
  const row = isFresh ? await findSeen(payments, actor, id) : seen;
  return showPayment(database.write, row, now);
}

export async function editPayment(
  payments: Payments,
  actor: Actor,
  id: string,
  { description, metadata }: EditPaymentBody,
): Promise<PaymentWire> {
  const now = payments.kernel.clock.now();
  return changeSeen(payments, actor, id, async (tx, payment) => {
    assertOwner(actor, payment);
    if (payment.status !== 'pending') throw fail(notEditable, { current_status: payment.status });
    const row = await store.updatePayment(tx, payment.id, {
      ...(description !== undefined && { description }),
      ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
      updated_at: now,
    });
    return showPayment(tx, row, now);
  });
}

/** What came to nothing may be hidden; whatever touched the ledger stays. */
export async function hidePayment(payments: Payments, actor: Actor, id: string): Promise<void> {
  await changeSeen(payments, actor, id, async (tx, payment) => {
    assertOwner(actor, payment);
    const { status } = payment;
    const isNothing =
      (status === 'expired' || status === 'cancelled' || status === 'failed') &&
      payment.credited_amount === null;
    if (!isNothing) throw fail(paymentHasHistory, { current_status: status });
    const now = payments.kernel.clock.now();
    await store.updatePayment(tx, payment.id, { hidden_at: now, updated_at: now });
  });
}

/**
 * Cancels at the provider after our own commit: money that comes in between is late money and is
 * credited, while a provider that closes first would leave a payable payment behind a failure.
 */
export async function cancelPayment(
  payments: Payments,
  actor: Actor,
  id: string,
  reason: string,
): Promise<PaymentWire> {
  const { kernel, providers } = payments;
  const now = kernel.clock.now();
  const row = await changeSeen(payments, actor, id, async (tx, payment) => {
    if (applyEvent(payment.status, 'cancel').kind === 'refused')
      throw fail(notCancellable, { current_status: payment.status });
    const source = payment.account_id === actor.accountId ? 'user' : 'staff';
    const noted = await store.updatePayment(tx, payment.id, { cancel_reason: reason });
    return takeEvents(payments, tx, noted, { events: ['cancel'], source, note: reason });
  });
  if (row.provider_payment_id)
    await providers
      .find(row.provider)
      ?.expirePayment(row.provider_payment_id)
      .catch((err) => kernel.log.warn({ payment: row.id, err }, 'a provider keeps a payment open'));
  return showPayment(kernel.database.write, row, now);
}

function changeSeen<T>(
  { kernel }: Payments,
  actor: Actor,
  id: string,
  change: (tx: Tx, payment: store.PaymentRow) => Promise<T>,
): Promise<T> {
  if (!uuid.test(id)) throw fail(commonErrors.notFound);
  return kernel.database.transaction(async (tx) =>
    change(tx, admit(actor, await store.lockPayment(tx, id))),
  );
}

// Refunds credited money. It leaves the wallet first, so that it can't be spent while the provider
// is asked; a refusal restores it, and a job finishes a refund that a crash interrupted.
import { findAccount } from '#areas/accounts/server/index.ts';
import { refundPayment as refundJournal } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import {
  type Amount,
  compareAmounts,
  isPositive,
  parseAmount,
  subtractAmounts,
  toAmount,
  toDecimalText,
  zero,
} from '#lib/money.ts';
import type { RefundPaymentBody } from '../../wire/adjustments.ts';
import { notRefundable, type RefundableWire, refundNotSupported } from '../../wire/adjustments.ts';
import { availableIn, throwInsufficientBalance } from '../adjustments/wallet-limits.ts';
import type { Payments } from '../context.ts';
import { alertStaff } from '../emails/staff-alerts.ts';
import * as paymentStore from '../payments/payment-store.ts';
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts';
import { findTransition } from '../settlement/payment-states.ts';
import { reconcilePayment } from '../settlement/reconcile-payment.ts';
import { sumReversals } from '../settlement/reversal-amounts.ts';
import * as settlementStore from '../settlement/settlement-store.ts';
import { applyEvents } from '../settlement/transition-payment.ts';
import { applyRefundOutcome } from '../withdrawals/transition-withdrawal.ts';

export const refundQueue = 'payments.refund';
const finishAfterSeconds = 60;

type RefundActors = { requestedBy: number; approvedBy: number };

/** Takes the money out of the wallet. `finishRefund` asks the provider, also as a job. */
export async function requestRefund(
  payments: Payments,
  tx: Tx,
  id: string,
  body: RefundPaymentBody,
  actors: RefundActors,
): Promise<{ reversalId: string; journalId: string }> {
  const { kernel, ledger } = payments;
  const payment = (await paymentStore.lockPayment(tx, id))!;
  const amount = await readRefundAmount(payments, tx, payment, body.amount);
  const now = kernel.clock.now();
  const reversalId = createId(now);
  const { journalId } = await ledger
    .post(
      tx,
      refundJournal({
        accountId: payment.account_id,
        amount,
        provider: payment.provider,
        idempotencyKey: `refund:${reversalId}`,
        reference: payment.internal_id,
        description: 'Refund',
        actor: `staff:${actors.approvedBy}`,
        paymentId: payment.id,
        subscriptionId: payment.subscription_id,
        metadata: payment.is_test ? { test: true } : {},
      }),
    )
    .catch(throwInsufficientBalance);
  const request = { id: reversalId, amount, reason: body.reason, journalId, actors };
  await insertRefund(payments, tx, payment, request);
  return { reversalId, journalId };
}

/** Records a refund whose money has left the wallet. A job finishes it if the caller does not. */
export async function insertRefund(
  { kernel }: Payments,
  tx: Tx,
  payment: paymentStore.PaymentRow,
  refund: { id: string; amount: Amount; reason: string; journalId: string; actors: RefundActors },
): Promise<void> {
  await settlementStore.insertReversal(tx, {
    id: refund.id,
    payment_id: payment.id,
    kind: 'refund',
    provider: payment.provider,
    amount: toDecimalText(refund.amount),
    status: 'requested',
    reason: refund.reason,
    requested_by: refund.actors.requestedBy,
    approved_by: refund.actors.approvedBy,
    journal_id: refund.journalId,
    created_at: kernel.clock.now(),
  });
  const options = { startAfterSeconds: finishAfterSeconds };
  await kernel.jobs.send(tx, refundQueue, { reversalId: refund.id }, options);
}

/** If the provider does not respond, a job retries; a refusal restores the wallet. */
export async function submitRefund(payments: Payments, reversalId: string): Promise<void> {
  try {
    await finishRefund(payments, reversalId);
  } catch (err) {
    if (!(err instanceof ProviderUnavailable || err instanceof ProviderRefused)) throw err;
    payments.kernel.log.warn({ refund: reversalId, err }, 'a provider did not accept a refund');
  }
}

/** Defaults to everything left. Throws `refund_not_supported`, `invalid_state`, InvalidInput. */
export const readRefundAmount = async (
  payments: Payments,
  db: Db,
  payment: paymentStore.PaymentRow,
  requested: string | undefined,
): Promise<Amount> => readAmount(requested, await readLeft(payments, db, payment));

/** How much can be refunded now. Throws `refund_not_supported`, `invalid_state`. */
export async function readRefundable(
  payments: Payments,
  db: Db,
  payment: paymentStore.PaymentRow,
): Promise<RefundableWire> {
  const { currency, account_id } = payment;
  const left = await readLeft(payments, db, payment);
  const available = await availableIn(payments, db, account_id, currency);
  const credited = toAmount(payment.credited_amount ?? '0', currency);
  const least = compareAmounts(left, available) < 0 ? left : available;
  const customer = await findAccount(db, account_id);
  return {
    payment: payment.id,
    internal_id: payment.internal_id,
    user: { id: account_id, email: customer?.email ?? '' },
    currency,
    credited: toDecimalText(credited),
    refunded: toDecimalText(subtractAmounts(credited, left)),
    available: toDecimalText(available),
    possible: toDecimalText(isPositive(least) ? least : zero(currency)),
  };
}

/** How much was not refunded yet. Throws `refund_not_supported`, `invalid_state`. */
export async function readLeft(
  { providers }: Payments,
  db: Db,
  payment: paymentStore.PaymentRow,
): Promise<Amount> {
  if (!providers.find(payment.provider)?.canRefund) throw apiError(refundNotSupported);
  const left = await readUnrefunded(db, payment);
  if (findTransition(payment.status, 'request_refund').kind === 'refused' || !isPositive(left))
    throw apiError(notRefundable, { current_status: payment.status });
  return left;
}

async function readUnrefunded(db: Db, payment: paymentStore.PaymentRow) {
  const credited = toAmount(payment.credited_amount ?? '0', payment.currency);
  return subtractAmounts(
    credited,
    sumReversals(await settlementStore.listReversals(db, payment.id), payment.currency),
  );
}

function readAmount(text: string | undefined, left: Amount): Amount {
  if (text === undefined) return left;
  const amount = parseAmount(text, left.currency);
  if (!amount || !isPositive(amount))
    throw new InvalidInput({ amount: ['A valid number is required.'] });
  if (compareAmounts(amount, left) > 0)
    throw new InvalidInput({
      amount: [`Ensure this value is less than or equal to ${toDecimalText(left)}.`],
    });
  return amount;
}

/** Asks the provider and records the result. Repeatable: one key is one refund. */
export async function finishRefund(payments: Payments, reversalId: string): Promise<void> {
  const { work } = payments.kernel;
  const request = await work.read((db) => settlementStore.findReversal(db, reversalId));
  if (request?.status !== 'requested') return;
  const payment = (await work.read((db) => paymentStore.findPayment(db, request.payment_id)))!;
  const provider = payments.providers.find(payment.provider);
  if (!provider || !payment.provider_payment_id) return;
  try {
    const done = await provider.refund(payment.provider_payment_id, {
      key: reversalId,
      amount: toAmount(request.amount, payment.currency),
    });
    await settleRefund(payments, request, { providerReversalId: done.id });
  } catch (error) {
    if (error instanceof ProviderRefused) {
      await settleRefund(payments, request, { providerReversalId: null });
      // A dispute may have found its money in this refund.
      await reconcilePayment(payments, payment.id, 'system');
    }
    throw error;
  }
}

/** Without a provider id the refund failed, and the money goes back into the wallet. */
async function settleRefund(
  payments: Payments,
  request: settlementStore.ReversalRow,
  { providerReversalId }: { providerReversalId: string | null },
): Promise<void> {
  const { kernel, ledger } = payments;
  await kernel.work.write(async (tx) => {
    const payment = (await paymentStore.lockPayment(tx, request.payment_id))!;
    const row = await settlementStore.findReversal(tx, request.id);
    if (row?.status !== 'requested') return;
    const now = kernel.clock.now();
    const isDone = providerReversalId !== null;
    await settlementStore.updateReversal(tx, row.id, {
      status: isDone ? 'done' : 'failed',
      provider_reversal_id: providerReversalId,
      done_at: now,
    });
    if (!isDone && row.journal_id) {
      await ledger.reverse(tx, row.journal_id, { actor: 'job:payments.refund' });
      await alertStaff(payments, tx, payment, 'The provider refused an approved refund.');
    }
    await applyRefundOutcome(payments, tx, row, isDone ? 'paid' : 'failed');
    const left = await readUnrefunded(tx, payment);
    const refunded = sumReversals(
      await settlementStore.listReversals(tx, payment.id),
      payment.currency,
    );
    const updated = await paymentStore.updatePayment(tx, payment.id, {
      amount_refunded: toDecimalText(refunded),
      updated_at: now,
    });
    await applyEvents(payments, tx, updated, {
      events: isDone ? [isPositive(left) ? 'refunded_partial' : 'refunded_full'] : [],
      source: 'staff',
      note: row.reason,
      hasNews: true,
    });
  });
}

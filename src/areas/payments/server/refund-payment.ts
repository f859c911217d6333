// Giving credited money back. It leaves the wallet first, so that it can't be spent while the
// provider is asked; a refusal brings it back, and a job finishes what a crash left open.
import { findAccount } from '#areas/accounts/server/index.ts';
import { refundPayment as refundJournal } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import {
  type Amount,
  amountOf,
  compareAmounts,
  isPositive,
  parseAmount,
  subtractAmounts,
  toDecimalText,
  zero,
} from '#lib/money.ts';
import { notRefundable, type RefundableWire, refundNotSupported } from '../contract.ts';
import type { RefundPaymentBody } from '../payment-body.ts';
import * as arrivals from './arrival-store.ts';
import { sumOf } from './book-returns.ts';
import { alertStaff } from './emails/staff-alerts.ts';
import { takeEvents } from './move-payment.ts';
import { applyEvent } from './payment-states.ts';
import * as store from './payment-store.ts';
import type { Payments } from './payments.ts';
import { ProviderRefused } from './providers/provider.ts';
import { availableIn, refuseTooPoor } from './wallet-limits.ts';

export const refundQueue = 'payments.refund';
const finishAfterSeconds = 60;

type Refunders = { requestedBy: number; approvedBy: number };

/** Takes the money out of the wallet. `finishRefund` asks the provider; a job does so later. */
export async function requestRefund(
  payments: Payments,
  tx: Tx,
  id: string,
  body: RefundPaymentBody,
  by: Refunders,
): Promise<{ returnId: string; journalId: string }> {
  const { kernel, ledger } = payments;
  const payment = (await store.lockPayment(tx, id))!;
  const amount = await readRefund(payments, tx, payment, body.amount);
  const now = kernel.clock.now();
  const returnId = createId(now);
  const { journalId } = await ledger
    .post(
      tx,
      refundJournal({
        accountId: payment.account_id,
        amount,
        provider: payment.provider,
        idempotencyKey: `refund:${returnId}`,
        reference: payment.internal_id,
        description: 'Refund',
        actor: `staff:${by.approvedBy}`,
        paymentId: payment.id,
        subscriptionId: payment.subscription_id,
        metadata: payment.is_test ? { test: true } : {},
      }),
    )
    .catch(refuseTooPoor);
  await arrivals.insertReturn(tx, {
    id: returnId,
    payment_id: payment.id,
    kind: 'refund',
    provider: payment.provider,
    amount: toDecimalText(amount),
    status: 'requested',
    reason: body.reason,
    requested_by: by.requestedBy,
    approved_by: by.approvedBy,
    journal_id: journalId,
    created_at: now,
  });
  const options = { startAfterSeconds: finishAfterSeconds };
  await kernel.jobs.send(tx, refundQueue, { returnId }, options);
  return { returnId, journalId };
}

/**
 * What would be given back: all that is left unless told. Throws `refund_not_supported`,
 * `invalid_state`, InvalidInput.
 */
export const readRefund = async (
  payments: Payments,
  db: Db,
  payment: store.PaymentRow,
  asked: string | undefined,
): Promise<Amount> => readAmount(asked, await readLeft(payments, db, payment));

/** How much can be given back now. Throws `refund_not_supported`, `invalid_state`. */
export async function readRefundable(
  payments: Payments,
  db: Db,
  payment: store.PaymentRow,
): Promise<RefundableWire> {
  const { currency, account_id } = payment;
  const left = await readLeft(payments, db, payment);
  const available = await availableIn(payments, db, account_id, currency);
  const credited = amountOf(payment.credited_amount ?? '0', currency);
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

async function readLeft(
  { providers }: Payments,
  db: Db,
  payment: store.PaymentRow,
): Promise<Amount> {
  if (!providers.find(payment.provider)?.canRefund) throw apiError(refundNotSupported);
  const left = await leftOf(db, payment);
  if (applyEvent(payment.status, 'request_refund').kind === 'refused' || !isPositive(left))
    throw apiError(notRefundable, { current_status: payment.status });
  return left;
}

async function leftOf(db: Db, payment: store.PaymentRow) {
  const credited = amountOf(payment.credited_amount ?? '0', payment.currency);
  return subtractAmounts(
    credited,
    sumOf(await arrivals.listReturns(db, payment.id), payment.currency),
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

/** Asks the provider and books its answer. Bears repetition: one key is one refund. */
export async function finishRefund(payments: Payments, returnId: string): Promise<void> {
  const { work } = payments.kernel;
  const wanted = await work.read((db) => arrivals.findReturn(db, returnId));
  if (wanted?.status !== 'requested') return;
  const payment = (await work.read((db) => store.findPayment(db, wanted.payment_id)))!;
  const provider = payments.providers.find(payment.provider);
  if (!provider || !payment.provider_payment_id) return;
  try {
    const done = await provider.refund(payment.provider_payment_id, {
      key: returnId,
      amount: amountOf(wanted.amount, payment.currency),
    });
    await settle(payments, wanted, { providerReturnId: done.id });
  } catch (error) {
    if (error instanceof ProviderRefused)
      await settle(payments, wanted, { providerReturnId: null });
    throw error;
  }
}

/** Without a name at the provider the refund failed, and the money goes back into the wallet. */
async function settle(
  payments: Payments,
  wanted: arrivals.ReturnRow,
  { providerReturnId }: { providerReturnId: string | null },
): Promise<void> {
  const { kernel, ledger } = payments;
  await kernel.work.write(async (tx) => {
    const payment = (await store.lockPayment(tx, wanted.payment_id))!;
    const row = await arrivals.findReturn(tx, wanted.id);
    if (row?.status !== 'requested') return;
    const now = kernel.clock.now();
    const isDone = providerReturnId !== null;
    await arrivals.updateReturn(tx, row.id, {
      status: isDone ? 'done' : 'failed',
      provider_return_id: providerReturnId,
      done_at: now,
    });
    if (!isDone && row.journal_id) {
      await ledger.reverse(tx, row.journal_id, { actor: 'job:payments.refund' });
      await alertStaff(payments, tx, payment, 'The provider refused a refund that was approved.');
    }
    const left = await leftOf(tx, payment);
    const refunded = sumOf(await arrivals.listReturns(tx, payment.id), payment.currency);
    const noted = await store.updatePayment(tx, payment.id, {
      amount_refunded: toDecimalText(refunded),
      updated_at: now,
    });
    await takeEvents(payments, tx, noted, {
      events: isDone ? [isPositive(left) ? 'refunded_partial' : 'refunded_full'] : [],
      source: 'staff',
      note: row.reason,
      hasNews: true,
    });
  });
}

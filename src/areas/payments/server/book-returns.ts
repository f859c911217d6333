// Money that went back leaves the wallet, each return once. A chargeback takes it also when it is
// spent: the wallet is then in debt. A return that came to nothing is reversed.
import { refundPayment } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import {
  type Amount,
  addAmounts,
  amountOf,
  compareAmounts,
  isPositive,
  roundToAmount,
  subtractAmounts,
  toDecimalText,
  zero,
} from '#lib/money.ts';
import { snapshotRate } from '#lib/rates.ts';
import * as arrivalStore from './arrival-store.ts';
import { type Arrivals, priceOf } from './book-arrivals.ts';
import { withoutFee, worthOf } from './credit.ts';
import type { PaymentRow } from './payment-store.ts';
import type { Payments } from './payments.ts';
import type { ProviderReturn } from './providers/provider.ts';

export type Returns = {
  /** All that was taken out of the wallet again. */
  returned: Amount;
  refundedText: string;
  /** Nothing of what was credited is left. */
  isAllReturned: boolean;
  newReturn: 'refund' | 'chargeback' | null;
  /** A return that had been booked came to nothing, and its money is in the wallet again. */
  hasReinstated: boolean;
};

export async function bookReturns(
  payments: Payments,
  tx: Tx,
  payment: PaymentRow,
  { returns, arrivals, now }: { returns: ProviderReturn[]; arrivals: Arrivals; now: Date },
): Promise<Returns> {
  const rows = await arrivalStore.listReturns(tx, payment.id);
  let newReturn: Returns['newReturn'] = null;
  let hasReinstated = false;
  for (const one of returns) {
    const known = rows.find((row) => row.provider_return_id === one.id);
    if (known && one.isUndone && known.status === 'done') {
      await reinstate(payments, tx, known, payment.provider);
      hasReinstated = true;
    }
    if (known || one.isUndone) continue;
    const own = rows.find((row) => isOwnRequest(row, one, payment));
    if (own) {
      await arrivalStore.updateReturn(tx, own.id, {
        provider_return_id: one.id,
        status: 'done',
        done_at: now,
      });
      Object.assign(own, { provider_return_id: one.id, status: 'done' });
    } else {
      const left = subtractAmounts(arrivals.credited, sumOf(rows, payment.currency));
      const amount = takenOf(payment, one, left);
      if (!isPositive(amount)) continue;
      rows.push(await book(payments, tx, payment, { one, amount, now }));
    }
    newReturn = one.kind === 'chargeback' ? 'chargeback' : (newReturn ?? 'refund');
  }
  const returned = sumOf(rows, payment.currency);
  return {
    returned,
    refundedText: toDecimalText(returned),
    isAllReturned: isPositive(returned) && compareAmounts(returned, arrivals.credited) >= 0,
    newReturn,
    hasReinstated,
  };
}

/** What we asked for ourselves is booked already; the provider now gives it its name. */
const isOwnRequest = (row: arrivalStore.ReturnRow, one: ProviderReturn, { currency }: PaymentRow) =>
  one.kind === 'refund' &&
  row.kind === 'refund' &&
  row.status === 'requested' &&
  row.provider_return_id === null &&
  one.currency === currency &&
  amountOf(row.amount, currency).minor === roundToAmount(one.amount, currency).minor;

/** Of returns that were not given up; those requested have left the wallet already. */
export const sumOf = (rows: readonly arrivalStore.ReturnRow[], currency: string): Amount =>
  rows
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => addAmounts(sum, amountOf(amount, currency)), zero(currency));

/** The wallet's part of a return: our fee was never in it, and more than is left can't go. */
function takenOf(payment: PaymentRow, one: ProviderReturn, left: Amount): Amount {
  const rate =
    one.currency === payment.pay_currency && payment.exchange_rate !== null
      ? payment.exchange_rate
      : (snapshotRate(one.currency, payment.currency)?.rate ?? '1');
  const worth =
    one.currency === payment.currency
      ? roundToAmount(one.amount, payment.currency)
      : worthOf(one.amount, rate, payment.currency);
  if (compareAmounts(worth, left) >= 0) return left;
  return one.kind === 'chargeback' ? withoutFee(worth, priceOf(payment)) : worth;
}

async function reinstate(
  { ledger }: Payments,
  tx: Tx,
  row: arrivalStore.ReturnRow,
  provider: string,
): Promise<void> {
  if (row.journal_id) await ledger.reverse(tx, row.journal_id, { actor: `provider:${provider}` });
  await arrivalStore.updateReturn(tx, row.id, { status: 'failed' });
  row.status = 'failed';
}

async function book(
  { ledger }: Payments,
  tx: Tx,
  payment: PaymentRow,
  { one, amount, now }: { one: ProviderReturn; amount: Amount; now: Date },
): Promise<arrivalStore.ReturnRow> {
  const id = createId(now);
  const posted = await ledger.post(
    tx,
    refundPayment({
      accountId: payment.account_id,
      amount,
      provider: payment.provider,
      idempotencyKey: `return:${payment.provider}:${one.id}`,
      reference: payment.internal_id,
      description: one.kind === 'chargeback' ? 'Chargeback' : 'Refund',
      actor: `provider:${payment.provider}`,
      effectiveAt: one.at,
      paymentId: payment.id,
      subscriptionId: payment.subscription_id,
      metadata: payment.is_test ? { test: true } : {},
      mayOverdraw: true,
    }),
  );
  await arrivalStore.insertReturn(tx, {
    id,
    payment_id: payment.id,
    kind: one.kind,
    provider: payment.provider,
    provider_return_id: one.id,
    amount: toDecimalText(amount),
    status: 'done',
    journal_id: posted.journalId,
    created_at: now,
    done_at: now,
  });
  return (await arrivalStore.findReturn(tx, id))!;
}

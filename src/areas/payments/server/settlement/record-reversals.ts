// Takes refunded money out of the wallet, each reversal once. A chargeback does so even if the
// money is spent, which leaves the wallet in debt. A reversal that failed is undone.
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
import type { Payments } from '../context.ts';
import type { PaymentRow } from '../payments/payment-store.ts';
import type { ProviderReversal } from '../providers/provider.ts';
import { applyRefundOutcome } from '../withdrawals/transition-withdrawal.ts';
import { withoutFee, worthOf } from './credit.ts';
import { priceOf, type TransferTotals } from './record-transfers.ts';
import * as settlementStore from './settlement-store.ts';

export type ReversalTotals = {
  /** Total taken out of the wallet. */
  returned: Amount;
  refundedText: string;
  /** All of the credited amount was returned. */
  isFullyReversed: boolean;
  newReversal: 'refund' | 'chargeback' | null;
  /** A recorded reversal failed, and its money is back in the wallet. */
  hasReinstated: boolean;
};

export async function recordReversals(
  payments: Payments,
  tx: Tx,
  payment: PaymentRow,
  {
    reversals,
    arrivals,
    now,
  }: { reversals: ProviderReversal[]; arrivals: TransferTotals; now: Date },
): Promise<ReversalTotals> {
  const rows = await settlementStore.listReversals(tx, payment.id);
  let newReversal: ReversalTotals['newReversal'] = null;
  let hasReinstated = false;
  for (const one of reversals) {
    const known = rows.find((row) => row.provider_reversal_id === one.id);
    if (known && one.isUndone && known.status === 'done') {
      await undoReversal(payments, tx, known, payment.provider);
      hasReinstated = true;
    }
    if (known || one.isUndone) continue;
    const own = rows.find((row) => isOwnRequest(row, one, payment));
    if (own) {
      await settlementStore.updateReversal(tx, own.id, {
        provider_reversal_id: one.id,
        status: 'done',
        done_at: now,
      });
      Object.assign(own, { provider_reversal_id: one.id, status: 'done' });
      await applyRefundOutcome(payments, tx, own, 'paid');
    } else {
      const left = subtractAmounts(arrivals.credited, sumReversals(rows, payment.currency));
      const amount = walletPartOf(payment, one, left);
      if (!isPositive(amount)) continue;
      rows.push(await recordReversal(payments, tx, payment, { one, amount, now }));
    }
    newReversal = one.kind === 'chargeback' ? 'chargeback' : (newReversal ?? 'refund');
  }
  const returned = sumReversals(rows, payment.currency);
  return {
    returned,
    refundedText: toDecimalText(returned),
    isFullyReversed: isPositive(returned) && compareAmounts(returned, arrivals.credited) >= 0,
    newReversal,
    hasReinstated,
  };
}

/** A refund that we requested is already recorded; the provider now reports its id. */
const isOwnRequest = (
  row: settlementStore.ReversalRow,
  one: ProviderReversal,
  { currency }: PaymentRow,
) =>
  one.kind === 'refund' &&
  row.kind === 'refund' &&
  row.status === 'requested' &&
  row.provider_reversal_id === null &&
  one.currency === currency &&
  amountOf(row.amount, currency).minor === roundToAmount(one.amount, currency).minor;

/** Without failed ones; requested ones have already left the wallet. */
export const sumReversals = (
  rows: readonly settlementStore.ReversalRow[],
  currency: string,
): Amount =>
  rows
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => addAmounts(sum, amountOf(amount, currency)), zero(currency));

/** The wallet's part of a reversal: without our fee, and at most what is left. */
function walletPartOf(payment: PaymentRow, one: ProviderReversal, left: Amount): Amount {
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

async function undoReversal(
  payments: Payments,
  tx: Tx,
  row: settlementStore.ReversalRow,
  provider: string,
): Promise<void> {
  if (row.journal_id)
    await payments.ledger.reverse(tx, row.journal_id, { actor: `provider:${provider}` });
  await settlementStore.updateReversal(tx, row.id, { status: 'failed' });
  row.status = 'failed';
  await applyRefundOutcome(payments, tx, row, 'failed');
}

async function recordReversal(
  { ledger }: Payments,
  tx: Tx,
  payment: PaymentRow,
  { one, amount, now }: { one: ProviderReversal; amount: Amount; now: Date },
): Promise<settlementStore.ReversalRow> {
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
  await settlementStore.insertReversal(tx, {
    id,
    payment_id: payment.id,
    kind: one.kind,
    provider: payment.provider,
    provider_reversal_id: one.id,
    amount: toDecimalText(amount),
    status: 'done',
    journal_id: posted.journalId,
    created_at: now,
    done_at: now,
  });
  return (await settlementStore.findReversal(tx, id))!;
}

// Takes refunded money out of the wallet, each reversal once. A chargeback does so even if the
// money is spent, which leaves the wallet in debt. A reversal that failed is undone, and booked
// again if the provider takes the money after all.
import { refundPayment } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import {
  type Amount,
  compareAmounts,
  isPositive,
  roundToAmount,
  toAmount,
  toDecimalText,
} from '#lib/money.ts';
import type { Payments } from '../context.ts';
import { alertStaff } from '../emails/staff-alerts.ts';
import type { PaymentRow } from '../payments/payment-store.ts';
import type { ProviderReversal } from '../providers/provider.ts';
import { applyRefundOutcome } from '../withdrawals/transition-withdrawal.ts';
import type { TransferTotals } from './record-transfers.ts';
import { computeReversal, type Reversal, sumReversals } from './reversal-amounts.ts';
import * as settlementStore from './settlement-store.ts';

type ReversalRow = settlementStore.ReversalRow;

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

type Change = 'none' | 'new' | 'undone';

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
  const transfers = await settlementStore.listTransfers(tx, payment.id);
  let newReversal: ReversalTotals['newReversal'] = null;
  let hasReinstated = false;
  let rows: ReversalRow[];
  let hasChanged: boolean;
  // Money that came back may be what another reversal of the report could not take before.
  do {
    rows = await settlementStore.listReversals(tx, payment.id);
    hasChanged = false;
    for (const one of sortReversals(reversals, rows)) {
      const change = await applyReversal(payments, tx, payment, { one, transfers, now });
      hasChanged ||= change !== 'none';
      hasReinstated ||= change === 'undone';
      if (change === 'new')
        newReversal = one.kind === 'chargeback' ? 'chargeback' : (newReversal ?? 'refund');
    }
  } while (hasChanged);
  const returned = sumReversals(rows, payment.currency);
  return {
    returned,
    refundedText: toDecimalText(returned),
    isFullyReversed: isPositive(returned) && compareAmounts(returned, arrivals.credited) >= 0,
    newReversal,
    hasReinstated,
  };
}

/** New ones last: they may take what a dispute that was won or reduced gives back. */
function sortReversals(
  reversals: readonly ProviderReversal[],
  rows: readonly ReversalRow[],
): ProviderReversal[] {
  const known = new Set(rows.map((row) => row.provider_reversal_id));
  const rank = ({ id, isUndone }: ProviderReversal) => (isUndone ? 0 : known.has(id) ? 1 : 2);
  return [...reversals].sort((one, other) => rank(one) - rank(other));
}

type Report = { one: ProviderReversal; transfers: settlementStore.TransferRow[]; now: Date };

async function applyReversal(
  payments: Payments,
  tx: Tx,
  payment: PaymentRow,
  { one, transfers, now }: Report,
): Promise<Change> {
  const rows = await settlementStore.listReversals(tx, payment.id);
  const known = rows.find((row) => row.provider_reversal_id === one.id);
  if (known && isOutdated(known, one)) return 'none';
  if (one.isUndone) {
    if (known?.status !== 'done') return 'none';
    await undoReversal(payments, tx, known, { one, payment });
    return 'undone';
  }
  const isAgain = known !== undefined && (one.kind === 'refund' || !isNewer(known, one));
  // Failed refunds are over; disputes are decided again on appeal. Our own took what they should.
  if (isAgain && (known.status !== 'done' || known.requested_by !== null)) return 'none';
  const own = known ? undefined : rows.find((row) => isOwnRequest(row, one, payment));
  if (own) {
    await settlementStore.updateReversal(tx, own.id, {
      provider_reversal_id: one.id,
      reported_at: one.at,
      status: 'done',
      done_at: now,
    });
    await applyRefundOutcome(payments, tx, own, 'paid');
    return 'new';
  }
  const others = rows.filter((row) => row !== known);
  const back = computeReversal(payment, one, { transfers, rows: others });
  if (back.problem) await alertStaff(payments, tx, payment, back.problem);
  if (!isPositive(back.amount)) return 'none';
  // It was booked in part, while another reversal had the rest.
  if (isAgain && !isAbove(back.amount, known, payment)) return 'none';
  return bookReversal(payments, tx, payment, { one, back, known, now });
}

const isAbove = (amount: Amount, booked: ReversalRow, { currency }: PaymentRow): boolean =>
  compareAmounts(amount, toAmount(booked.amount, currency)) > 0;

/** Reports can arrive in another order than they were made. */
const isOutdated = ({ reported_at }: ReversalRow, { at }: ProviderReversal): boolean =>
  reported_at !== null && at < reported_at;
const isNewer = ({ reported_at }: ReversalRow, { at }: ProviderReversal): boolean =>
  reported_at !== null && at > reported_at;

/** A refund that we requested is already recorded; the provider now reports its id. */
const isOwnRequest = (row: ReversalRow, one: ProviderReversal, { currency }: PaymentRow) =>
  one.kind === 'refund' &&
  row.kind === 'refund' &&
  row.status === 'requested' &&
  row.provider_reversal_id === null &&
  one.currency === currency &&
  toAmount(row.amount, currency).minor === roundToAmount(one.amount, currency).minor;

type Undoing = { one: ProviderReversal; payment: PaymentRow };

async function undoReversal(
  payments: Payments,
  tx: Tx,
  row: ReversalRow,
  { one, payment }: Undoing,
): Promise<void> {
  if (row.journal_id)
    await payments.ledger.reverse(tx, row.journal_id, { actor: `provider:${payment.provider}` });
  await settlementStore.updateReversal(tx, row.id, { status: 'failed', reported_at: one.at });
  await applyRefundOutcome(payments, tx, row, 'failed');
}

type Booking = {
  one: ProviderReversal;
  back: Reversal;
  /** Its row, if it is booked or was. */
  known: ReversalRow | undefined;
  now: Date;
};

/** Part of a dispute may be given back later: the booked amount is then replaced. */
async function bookReversal(
  payments: Payments,
  tx: Tx,
  payment: PaymentRow,
  { one, back, known, now }: Booking,
): Promise<Change> {
  const { amount } = back;
  const isBooked = known?.status === 'done';
  const bookedBefore = isBooked ? toAmount(known.amount, payment.currency) : null;
  if (bookedBefore?.minor === amount.minor) {
    await settlementStore.updateReversal(tx, known!.id, { reported_at: one.at });
    return 'none';
  }
  if (isBooked && known.journal_id)
    await payments.ledger.reverse(tx, known.journal_id, { actor: `provider:${payment.provider}` });
  const values = {
    amount: toDecimalText(amount),
    status: 'done',
    journal_id: await postReversal(payments, tx, payment, { one, back, known, now }),
    reported_at: one.at,
    done_at: now,
  };
  if (known) {
    await settlementStore.updateReversal(tx, known.id, values);
    return bookedBefore && compareAmounts(amount, bookedBefore) < 0 ? 'undone' : 'new';
  }
  await settlementStore.insertReversal(tx, {
    ...values,
    id: createId(now),
    payment_id: payment.id,
    kind: one.kind,
    provider: payment.provider,
    provider_reversal_id: one.id,
    provider_transfer_id: one.transferId,
    created_at: now,
  });
  return 'new';
}

async function postReversal(
  { ledger }: Payments,
  tx: Tx,
  payment: PaymentRow,
  { one, back, known }: Booking,
): Promise<string> {
  const key = `return:${payment.provider}:${one.id}`;
  const posted = await ledger.post(
    tx,
    refundPayment({
      accountId: payment.account_id,
      amount: back.amount,
      fee: back.fee,
      returned: back.returned,
      provider: payment.provider,
      idempotencyKey: known ? `${key}:after:${known.journal_id}` : key,
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
  return posted.journalId;
}

// Records received money as transfers and journals, each once: the provider's transfer id is unique
// in our table, and the journal's idempotency key contains it.
import { deposit } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { type Amount, addAmounts, isPositive, toAmount, toDecimalText, zero } from '#lib/money.ts';
import type { Payments } from '../context.ts';
import { alertStaff } from '../emails/staff-alerts.ts';
import type { PaymentRow } from '../payments/payment-store.ts';
import type { ProviderSnapshot, ProviderTransfer } from '../providers/provider.ts';
import { computeCredit, convertAt, type Price } from './credit.ts';
import * as settlementStore from './settlement-store.ts';
import { isAtLockedRate, type TransferRate, type TransferRates } from './transfer-rates.ts';

export type TransferTotals = {
  /** Value of all settled transfers, in the price currency. */
  worth: Amount;
  credited: Amount;
  /** In the pay currency, settled or not. */
  paid: string;
  worthText: string;
  creditedText: string | null;
  hasNewMoney: boolean;
  /** Settled money of a currency that we know waits for a rate. */
  lacksRate: boolean;
  /** A transfer is new or has another confirmation. */
  hasNews: boolean;
};

export const readPrice = ({ amount, fee_amount, currency }: PaymentRow): Price => ({
  amount: toAmount(amount, currency),
  fee: toAmount(fee_amount, currency),
});

export async function recordTransfers(
  payments: Payments,
  tx: Tx,
  payment: PaymentRow,
  { snapshot, rates, now }: { snapshot: ProviderSnapshot; rates: TransferRates; now: Date },
): Promise<TransferTotals> {
  const before = await settlementStore.listTransfers(tx, payment.id);
  let worth = before
    .filter(({ journal_id }) => journal_id !== null)
    .reduce(
      (sum, { value }) => addAmounts(sum, toAmount(value ?? '0', payment.currency)),
      zero(payment.currency),
    );
  const isManual = before.some(({ provider }) => provider === 'manual');
  let credited = toAmount(payment.credited_amount ?? '0', payment.currency);
  let hasNewMoney = false;
  let hasNews = false;
  let lacksRate = false;
  // In one order, whatever that of the report: what is rounded up depends on it.
  const ordered = snapshot.transfers.toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1),
  );
  for (const transfer of ordered) {
    const known = before.find((row) => row.provider_transfer_id === transfer.id);
    if (known && known.confirmations === transfer.confirmations && !transfer.isSettled) continue;
    if (known?.journal_id) continue;
    hasNews ||= !known || known.confirmations !== transfer.confirmations;
    const row = await saveTransfer(tx, payment, transfer);
    const rate = findRate(payment, row, rates);
    const conflict = findConflict(payment, { row, isManual });
    if (conflict) await alertStaff(payments, tx, payment, conflict);
    if (conflict || !transfer.isSettled || row.journal_id !== null) continue;
    lacksRate ||= !rate && isCurrency(transfer.currency);
    if (!rate) continue;
    const arrived = convertAt(transfer.amount, rate.rate, payment.currency);
    const credit = await creditTransfer(payments, tx, payment, {
      row: { ...row, amount: transfer.amount },
      rate,
      arrived,
      worth,
      credited,
      now,
    });
    if (!credit) continue;
    worth = addAmounts(worth, arrived);
    credited = addAmounts(credited, credit);
    hasNewMoney = true;
  }
  return {
    worth,
    credited,
    paid: sumPaid(payment, snapshot),
    worthText: toDecimalText(worth),
    creditedText: isPositive(credited) ? toDecimalText(credited) : null,
    hasNewMoney,
    lacksRate,
    hasNews: hasNews || hasNewMoney,
  };
}

/** In the pay currency, settled or not. */
export const sumPaid = (payment: PaymentRow, snapshot: ProviderSnapshot): string =>
  snapshot.transfers
    .filter(({ currency }) => currency === payment.pay_currency)
    .reduce((sum, { amount }) => sum.plus(amount), new Decimal(0))
    .toFixed();

const saveTransfer = (tx: Tx, payment: PaymentRow, transfer: ProviderTransfer) =>
  settlementStore.saveTransfer(tx, {
    id: createId(transfer.at),
    payment_id: payment.id,
    provider: payment.provider,
    provider_transfer_id: transfer.id,
    currency: transfer.currency,
    amount: transfer.amount,
    is_late: transfer.at > payment.expires_at,
    hash: transfer.hash,
    confirmations: transfer.confirmations,
    seen_at: transfer.at,
  });

/** Why staff must check a transfer, which is then not credited; null if there is no problem. */
function findConflict(
  payment: PaymentRow,
  { row, isManual }: { row: settlementStore.TransferRow; isManual: boolean },
): string | null {
  if (row.payment_id !== payment.id) return 'A transfer already belongs to another payment.';
  if (isManual) return 'Money arrived that staff had already credited manually.';
  return null;
}

function findRate(
  payment: PaymentRow,
  row: settlementStore.TransferRow,
  rates: TransferRates,
): TransferRate | undefined {
  if (!isAtLockedRate(payment, row.currency, row.seen_at))
    return rates.get(row.provider_transfer_id);
  return {
    rate: payment.exchange_rate!,
    source: payment.rate_source ?? payment.provider,
    at: payment.rate_at ?? payment.created_at,
  };
}

type CreditRequest = {
  row: settlementStore.TransferRow;
  rate: TransferRate;
  arrived: Amount;
  worth: Amount;
  credited: Amount;
  now: Date;
};

/** The credited amount; null when the value is below the smallest unit. */
async function creditTransfer(
  { ledger }: Payments,
  tx: Tx,
  payment: PaymentRow,
  { row, rate, arrived, worth, credited: creditedBefore, now }: CreditRequest,
): Promise<Amount | null> {
  if (!isPositive(arrived)) return null;
  const { credited, fee } = computeCredit(readPrice(payment), {
    before: worth,
    creditedBefore,
    worth: arrived,
  });
  if (!isPositive(credited)) return null;
  const posted = await ledger.post(
    tx,
    deposit({
      accountId: payment.account_id,
      amount: credited,
      fee,
      arrived,
      provider: payment.provider,
      idempotencyKey: `transfer:${payment.provider}:${row.provider_transfer_id}`,
      reference: payment.internal_id,
      description: payment.description || 'Wallet top-up',
      actor: `provider:${payment.provider}`,
      effectiveAt: row.seen_at,
      paymentId: payment.id,
      subscriptionId: payment.subscription_id,
      metadata: { transfer: row.provider_transfer_id, ...(payment.is_test && { test: true }) },
      rate,
    }),
  );
  await settlementStore.updateTransfer(tx, row.id, {
    // A deposit may have grown since it was first seen.
    amount: row.amount,
    value: toDecimalText(arrived),
    credited_amount: toDecimalText(credited),
    rate: rate.rate,
    rate_source: rate.source,
    rate_at: rate.at,
    journal_id: posted.journalId,
    credited_at: now,
  });
  return credited;
}

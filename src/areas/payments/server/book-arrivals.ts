// Money that arrived becomes transfers and journals, each once: a transfer's name at its provider
// is unique in our table, and the journal's key is made of that name.
import { deposit } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { Decimal } from '#lib/decimal.ts';
import { type Amount, addAmounts, amountOf, isPositive, toDecimalText, zero } from '#lib/money.ts';
import { type ArrivalRates, isAtLockedRate, type RateUsed } from './arrival-rates.ts';
import * as arrivalStore from './arrival-store.ts';
import { creditOf, type Price, worthOf } from './credit.ts';
import { alertStaff } from './emails/staff-alerts.ts';
import type { PaymentRow } from './payment-store.ts';
import type { Payments } from './payments.ts';
import type { ProviderTransfer, ProviderTruth } from './providers/provider.ts';

export type Arrivals = {
  /** Of all that is settled, in the price currency. */
  worth: Amount;
  credited: Amount;
  /** In the pay currency, settled or not. */
  paid: string;
  worthText: string;
  creditedText: string | null;
  hasNewMoney: boolean;
  /** Something came or got another confirmation. */
  hasNews: boolean;
};

export const priceOf = ({ amount, fee_amount, currency }: PaymentRow): Price => ({
  amount: amountOf(amount, currency),
  fee: amountOf(fee_amount, currency),
});

export async function bookArrivals(
  payments: Payments,
  tx: Tx,
  payment: PaymentRow,
  { truth, rates, now }: { truth: ProviderTruth; rates: ArrivalRates; now: Date },
): Promise<Arrivals> {
  const before = await arrivalStore.listTransfers(tx, payment.id);
  let worth = before
    .filter(({ journal_id }) => journal_id !== null)
    .reduce(
      (sum, { value }) => addAmounts(sum, amountOf(value ?? '0', payment.currency)),
      zero(payment.currency),
    );
  const isByHand = before.some(({ provider }) => provider === 'manual');
  let credited = amountOf(payment.credited_amount ?? '0', payment.currency);
  let hasNewMoney = false;
  let hasNews = false;
  for (const transfer of truth.transfers) {
    const known = before.find((row) => row.provider_transfer_id === transfer.id);
    if (known && known.confirmations === transfer.confirmations && !transfer.isSettled) continue;
    if (known?.journal_id) continue;
    hasNews ||= !known || known.confirmations !== transfer.confirmations;
    const row = await keep(tx, payment, transfer);
    const rate = rateOf(payment, row, rates);
    const problem = problemOf(payment, { transfer, row, isByHand, rate });
    if (problem) await alertStaff(payments, tx, payment, problem);
    if (problem || !transfer.isSettled || row.journal_id !== null || !rate) continue;
    const arrived = worthOf(transfer.amount, rate.rate, payment.currency);
    const credit = await creditTransfer(payments, tx, payment, {
      row,
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
    paid: paidOf(payment, truth),
    worthText: toDecimalText(worth),
    creditedText: isPositive(credited) ? toDecimalText(credited) : null,
    hasNewMoney,
    hasNews: hasNews || hasNewMoney,
  };
}

const paidOf = (payment: PaymentRow, truth: ProviderTruth): string =>
  truth.transfers
    .filter(({ currency }) => currency === payment.pay_currency)
    .reduce((sum, { amount }) => sum.plus(amount), new Decimal(0))
    .toFixed();

const keep = (tx: Tx, payment: PaymentRow, transfer: ProviderTransfer) =>
  arrivalStore.keepTransfer(tx, {
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

type Seen = {
  transfer: ProviderTransfer;
  row: arrivalStore.TransferRow;
  isByHand: boolean;
  rate: RateUsed | undefined;
};

/** Why a person has to look at a transfer, which is then not credited; null when nobody has to. */
function problemOf(payment: PaymentRow, { transfer, row, isByHand, rate }: Seen): string | null {
  if (row.payment_id !== payment.id) return 'A transfer belongs to another payment already.';
  if (isByHand) return 'Money came that staff had credited by hand already.';
  if (transfer.isSettled && !rate)
    return `Money came in a currency that we do not know, and is not credited: ${transfer.amount} ${transfer.currency}.`;
  return null;
}

function rateOf(
  payment: PaymentRow,
  row: arrivalStore.TransferRow,
  rates: ArrivalRates,
): RateUsed | undefined {
  if (!isAtLockedRate(payment, row.currency, row.seen_at))
    return rates.get(row.provider_transfer_id);
  return {
    rate: payment.exchange_rate!,
    source: payment.rate_source ?? payment.provider,
    at: payment.rate_at ?? payment.created_at,
  };
}

type Arrival = {
  row: arrivalStore.TransferRow;
  rate: RateUsed;
  arrived: Amount;
  worth: Amount;
  credited: Amount;
  now: Date;
};

/** What was credited; null when the transfer is worth less than the smallest unit. */
async function creditTransfer(
  { ledger }: Payments,
  tx: Tx,
  payment: PaymentRow,
  { row, rate, arrived, worth, credited: creditedBefore, now }: Arrival,
): Promise<Amount | null> {
  if (!isPositive(arrived)) return null;
  const { credited, fee } = creditOf(priceOf(payment), {
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
  await arrivalStore.updateTransfer(tx, row.id, {
    value: toDecimalText(arrived),
    rate: rate.rate,
    rate_source: rate.source,
    rate_at: rate.at,
    journal_id: posted.journalId,
    credited_at: now,
  });
  return credited;
}

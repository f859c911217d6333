import type { Db } from '#kernel/database/database.ts';
import { findCurrency as findKnownCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { amountOf, roundToAmount, toDecimalText } from '#lib/money.ts';
import type { nextSteps, PaymentListItemWire, PaymentWire } from '../contract.ts';
import { paymentStatusLabels } from '../payment-status.ts';
import {
  listReturns,
  listStatusEvents,
  listTransfers,
  type ReturnRow,
  type StatusEventRow,
  type TransferRow,
} from './arrival-store.ts';
import { type CurrencyRow, findCurrencyByCode } from './currency-store.ts';
import { canCancel, isFinal } from './payment-states.ts';
import type { PaymentRow } from './payment-store.ts';
import { isApplied } from './plan-payment.ts';
import { paymentUri } from './providers/payment-uri.ts';

/** Columns have 18 decimals, and what arrived may be that fine; people see the currency's own. */
const money = (text: string, currency: string): string =>
  findKnownCurrency(currency)
    ? toDecimalText(roundToAmount(text, currency))
    : new Decimal(text).toFixed();

export const toListItem = (row: PaymentRow): PaymentListItemWire => ({
  uuid: row.id,
  internal_id: row.internal_id,
  user: row.account_id,
  amount: money(row.amount, row.currency),
  currency: row.currency,
  pay_currency: row.pay_currency,
  status: row.status,
  status_display: paymentStatusLabels[row.status],
  provider: row.provider,
  description: row.description,
  is_test: row.is_test,
  created_at: row.created_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
});

export async function showPayment(db: Db, row: PaymentRow, now: Date): Promise<PaymentWire> {
  const [history, transfers, returns, currency, applied] = await Promise.all([
    listStatusEvents(db, row.id),
    listTransfers(db, row.id),
    listReturns(db, row.id),
    findCurrencyByCode(db, row.pay_currency),
    isApplied(db, row),
  ]);
  return toWire(row, { history, transfers, returns, currency, applied, now });
}

type Parts = {
  history: StatusEventRow[];
  transfers: TransferRow[];
  returns: ReturnRow[];
  currency: CurrencyRow | undefined;
  applied: boolean;
  now: Date;
};

function toWire(row: PaymentRow, parts: Parts): PaymentWire {
  const explorer = (hash: string | null): string | null =>
    hash && parts.currency?.explorer_url_template
      ? parts.currency.explorer_url_template.replace('{hash}', encodeURIComponent(hash))
      : null;
  return {
    ...toListItem(row),
    id: row.id,
    purpose: row.purpose,
    subscription: row.subscription_id,
    is_applied: parts.applied,
    network: parts.currency?.network ?? '',
    network_name: parts.currency?.network_name ?? '',
    ...moneyFields(row),
    provider_payment_id: row.provider_payment_id,
    status_changed_at: row.status_changed_at.toISOString(),
    status_history: parts.history.map(({ status, at, source, note }) => ({
      status,
      at: at.toISOString(),
      source,
      note,
    })),
    transfers: parts.transfers.map((one) => ({
      ...toTransfer(one, row),
      explorer_url: explorer(one.hash),
    })),
    returns: parts.returns.map((one) => toReturn(one, row)),
    late: row.is_late,
    next_step: nextStepOf(row, parts),
    pay_address: row.pay_address,
    pay_extra_id: row.pay_extra_id,
    payment_url: row.payment_url,
    qr_data: qrDataOf(row, parts.currency),
    explorer_url: explorer(row.transaction_hash),
    transaction_hash: row.transaction_hash,
    confirmations: row.confirmations,
    required_confirmations: row.required_confirmations,
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    cancel_reason: row.cancel_reason,
    metadata: row.metadata as Record<string, unknown>,
    seconds_left: secondsLeft(row, parts.now),
    updated_at: row.updated_at.toISOString(),
    is_pending: row.status === 'pending',
    is_final: isFinal(row.status),
    can_cancel: canCancel(row.status),
    has_receipt: row.credited_amount !== null,
  };
}

const moneyFields = (row: PaymentRow) => ({
  pay_amount: row.pay_amount && money(row.pay_amount, row.pay_currency),
  amount_left: amountLeft(row),
  actually_paid: money(row.actually_paid, row.pay_currency),
  actually_paid_value: money(row.actually_paid_value, row.currency),
  fee_amount: money(row.fee_amount, row.currency),
  credited_amount: row.credited_amount && money(row.credited_amount, row.currency),
  amount_refunded: money(row.amount_refunded, row.currency),
  exchange_rate: row.exchange_rate,
});

function amountLeft(row: PaymentRow): string | null {
  if (row.pay_amount === null || isFinal(row.status)) return null;
  const left = new Decimal(row.pay_amount).minus(row.actually_paid);
  return money(Decimal.max(left, 0).toFixed(), row.pay_currency);
}

/** After a short payment the code asks for the rest alone. */
function qrDataOf(row: PaymentRow, currency: CurrencyRow | undefined): string | null {
  const left = amountLeft(row);
  const isShort = row.status === 'partially_paid' && row.pay_address && left && Number(left) > 0;
  if (!isShort || !row.qr_data || !findKnownCurrency(row.pay_currency)) return row.qr_data;
  return paymentUri(amountOf(left, row.pay_currency), {
    address: row.pay_address!,
    extraId: row.pay_extra_id,
    contract: currency?.smart_contract ?? null,
  });
}

const secondsLeft = (row: PaymentRow, now: Date): number =>
  isFinal(row.status)
    ? 0
    : Math.max(0, Math.ceil((row.expires_at.getTime() - now.getTime()) / 1000));

const steps: Record<PaymentRow['status'], (typeof nextSteps)[number]> = {
  pending: 'pay',
  confirming: 'wait',
  confirmed: 'wait',
  partially_paid: 'pay_rest',
  completed: 'none',
  refunded: 'none',
  failed: 'start_again',
  expired: 'start_again',
  cancelled: 'start_again',
};

/**
 * A provider that closed a late payment takes nothing more for it, and nobody knows what money in
 * a strange currency is worth: a person has to look. When time is over nothing is to be sent, while
 * the provider is asked whether something came.
 */
function nextStepOf(row: PaymentRow, { transfers, now }: Pick<Parts, 'transfers' | 'now'>) {
  const isStrange = transfers.some(({ currency }) => !findKnownCurrency(currency));
  const isLateRest = row.status === 'partially_paid' && row.is_late;
  if (isLateRest || (isStrange && steps[row.status] !== 'none')) return 'contact_support';
  return !isFinal(row.status) && row.expires_at < now ? 'wait' : steps[row.status];
}

const toTransfer = (one: TransferRow, payment: PaymentRow) => ({
  uuid: one.id,
  amount: money(one.amount, one.currency),
  currency: one.currency,
  value: one.value && money(one.value, payment.currency),
  hash: one.hash,
  confirmations: one.confirmations,
  late: one.is_late,
  seen_at: one.seen_at.toISOString(),
  credited_at: one.credited_at?.toISOString() ?? null,
});

const toReturn = (one: ReturnRow, payment: PaymentRow) => ({
  uuid: one.id,
  kind: one.kind,
  status: one.status,
  amount: money(one.amount, payment.currency),
  reason: one.reason,
  created_at: one.created_at.toISOString(),
  done_at: one.done_at?.toISOString() ?? null,
});

import type { Db } from '#kernel/database/database.ts';
import { findCurrency as findKnownCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { dayMs } from '#lib/durations.ts';
import { roundToAmount, toAmount, toDecimalText } from '#lib/money.ts';
import type { nextSteps, PaymentListItemWire, PaymentWire } from '../../wire/payment-schema.ts';
import { describePaymentStatus, lateDays } from '../../wire/payments.constants.ts';
import { type CurrencyRow, findCurrencyByCode } from '../checkout/currency-store.ts';
import { paymentUri } from '../providers/payment-uri.ts';
import { canCancel, isClosedUnpaid, isFinal } from '../settlement/payment-states.ts';
import {
  findChargedBack,
  listReversals,
  listStatusEvents,
  listTransfers,
  type ReversalRow,
  type StatusEventRow,
  type TransferRow,
} from '../settlement/settlement-store.ts';
import type { PaymentRow } from './payment-store.ts';
import { isApplied } from './plan-payment.ts';
import { computeRest, isRestUncertain } from './rest-to-pay.ts';

/** Columns have 18 decimals; the API uses those of the currency. */
const money = (text: string, currency: string): string =>
  findKnownCurrency(currency)
    ? toDecimalText(roundToAmount(text, currency))
    : new Decimal(text).toFixed();

export const toListItem = (
  row: PaymentRow,
  chargedBack: ReadonlySet<string> = new Set(),
): PaymentListItemWire => ({
  uuid: row.id,
  internal_id: row.internal_id,
  user: row.account_id,
  amount: money(row.amount, row.currency),
  currency: row.currency,
  pay_currency: row.pay_currency,
  status: row.status,
  status_display: describePaymentStatus(row.status, chargedBack.has(row.id)),
  provider: row.provider,
  description: row.description,
  is_test: row.is_test,
  created_at: row.created_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
});

export async function toListItems(
  db: Db,
  rows: readonly PaymentRow[],
): Promise<PaymentListItemWire[]> {
  const chargedBack = await findChargedBack(db, rows);
  return rows.map((row) => toListItem(row, chargedBack));
}

export const toEventData = (row: PaymentRow) => ({
  ...toListItem(row),
  amount_refunded: money(row.amount_refunded, row.currency),
});

export async function serializePayment(db: Db, row: PaymentRow, now: Date): Promise<PaymentWire> {
  const [history, transfers, reversals, currency, applied] = await Promise.all([
    listStatusEvents(db, row.id),
    listTransfers(db, row.id),
    listReversals(db, row.id),
    findCurrencyByCode(db, row.pay_currency),
    isApplied(db, row),
  ]);
  return toPayment(row, { history, transfers, reversals, currency, applied, now });
}

export const isChargeback = ({ kind, status }: Pick<ReversalRow, 'kind' | 'status'>): boolean =>
  kind === 'chargeback' && status === 'done';

type SerializeContext = {
  history: StatusEventRow[];
  transfers: TransferRow[];
  reversals: ReversalRow[];
  currency: CurrencyRow | undefined;
  applied: boolean;
  now: Date;
};

function toPayment(row: PaymentRow, context: SerializeContext): PaymentWire {
  const explorer = (hash: string | null): string | null =>
    hash && context.currency?.explorer_url_template
      ? context.currency.explorer_url_template.replace('{hash}', encodeURIComponent(hash))
      : null;
  return {
    ...toListItem(row, new Set(context.reversals.filter(isChargeback).map(() => row.id))),
    id: row.id,
    purpose: row.purpose,
    subscription: row.subscription_id,
    is_applied: context.applied,
    network: context.currency?.network ?? '',
    network_name: context.currency?.network_name ?? '',
    ...moneyFields(row),
    provider_payment_id: row.provider_payment_id,
    status_changed_at: row.status_changed_at.toISOString(),
    status_history: context.history.map(({ status, occurred_at, source, note }) => ({
      status,
      at: occurred_at.toISOString(),
      source,
      note,
    })),
    transfers: context.transfers.map((one) => ({
      ...toTransfer(one, row),
      explorer_url: explorer(one.hash),
    })),
    returns: context.reversals.map((one) => toReversal(one, row)),
    late: row.is_late,
    next_step: chooseNextStep(row, context),
    problem: row.problem,
    rest_minimum: row.rest_minimum && money(row.rest_minimum, row.pay_currency),
    credited_until: creditedUntil(row)?.toISOString() ?? null,
    pay_address: row.pay_address,
    pay_extra_id: row.pay_extra_id,
    payment_url: row.payment_url,
    qr_data: writeQrData(row, context.currency),
    explorer_url: explorer(row.transaction_hash),
    transaction_hash: row.transaction_hash,
    confirmations: row.confirmations,
    required_confirmations: row.required_confirmations,
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    cancel_reason: row.cancel_reason,
    metadata: row.metadata as Record<string, unknown>,
    seconds_left: secondsLeft(row, context.now),
    updated_at: row.updated_at.toISOString(),
    is_pending: row.status === 'pending',
    is_final: isFinal(row.status),
    can_cancel: row.card_id === null && canCancel(row.status),
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
  return money(computeRest(row).toFixed(), row.pay_currency);
}

const creditedUntil = ({ status, status_changed_at }: PaymentRow): Date | null =>
  isClosedUnpaid(status) ? new Date(status_changed_at.getTime() + lateDays * dayMs) : null;

/** After a short payment the code contains the rest only. */
function writeQrData(row: PaymentRow, currency: CurrencyRow | undefined): string | null {
  const left = amountLeft(row);
  const isShort = row.status === 'partially_paid' && row.pay_address && left && Number(left) > 0;
  if (!isShort || !row.qr_data || !findKnownCurrency(row.pay_currency)) return row.qr_data;
  return paymentUri(toAmount(left, row.pay_currency), {
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
 * Staff must handle late payments that were short, because the provider accepts nothing more for
 * them, and those with a problem. After the deadline the customer waits while the provider is asked
 * whether anything arrived.
 */
function chooseNextStep(row: PaymentRow, { now }: Pick<SerializeContext, 'now'>) {
  if (row.problem === 'no_rate' || isRestUncertain(row)) return 'wait';
  const isLateRest = row.status === 'partially_paid' && row.is_late;
  if (isLateRest || row.problem !== null) return 'contact_support';
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

const toReversal = (one: ReversalRow, payment: PaymentRow) => ({
  uuid: one.id,
  kind: one.kind,
  status: one.status,
  amount: money(one.amount, payment.currency),
  reason: one.reason,
  created_at: one.created_at.toISOString(),
  done_at: one.done_at?.toISOString() ?? null,
});

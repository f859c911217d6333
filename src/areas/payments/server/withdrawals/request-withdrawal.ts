// What customers can take out of a wallet, and their requests for it.
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { isCurrency } from '#lib/currencies.ts';
import { convertAmount } from '#lib/decimal.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { formatAmount } from '#lib/format-money.ts';
import {
  type Amount,
  addAmounts,
  compareAmounts,
  isPositive,
  isZero,
  parseAmount,
  subtractAmounts,
  toAmount,
  toDecimalText,
  zero,
} from '#lib/money.ts';
import { snapshotRate } from '#lib/rates.ts';
import { isUuid } from '#lib/uuid.ts';
import {
  type DestinationKind,
  destinationKinds,
  withdrawalTerms,
} from '../../wire/withdrawals.constants.ts';
import {
  type CreateWithdrawalBody,
  refundExceeded,
  type WithdrawalOptionsWire,
  type WithdrawalWire,
  withdrawalLimitReached,
  withdrawalPending,
} from '../../wire/withdrawals.ts';
import { availableIn, throwInsufficientBalance } from '../adjustments/wallet-limits.ts';
import { tooLittle } from '../checkout/amount-limits.ts';
import type { Payments } from '../context.ts';
import { findPayment, type PaymentRow } from '../payments/payment-store.ts';
import { recordNumber } from '../payments/record-number.ts';
import { readLeft } from '../refunds/refund-payment.ts';
import { maskDestination, readDestination, sealDestination } from './destinations.ts';
import { serializeWithdrawal } from './serialize-withdrawal.ts';
import { holdAmount, recordStatus, transitionWithdrawal } from './transition-withdrawal.ts';
import * as withdrawalStore from './withdrawal-store.ts';

const refundablesMax = 50;

/** What dollars are worth in a currency, rounded up; null without a rate. */
function worthIn(dollars: string, currency: string): Amount | null {
  const amount = toAmount(dollars, 'USD');
  if (isZero(amount)) return zero(currency);
  if (currency === 'USD') return amount;
  const rate = snapshotRate('USD', currency)?.rate;
  return rate ? convertAmount(amount, rate, currency, 'up') : null;
}

const readTerms = (kind: DestinationKind, currency: string) => ({
  least: worthIn(withdrawalTerms[kind].least, currency),
  fee: worthIn(withdrawalTerms[kind].fee, currency),
});

export async function readWithdrawalOptions(
  payments: Payments,
  db: Db,
  { accountId }: Actor,
  currency: string,
): Promise<WithdrawalOptionsWire> {
  const providers = payments.providers.listRefunding();
  const filter = { accountId, currency, providers, limit: refundablesMax };
  const [available, refundable, open] = await Promise.all([
    readWithdrawable(payments, db, accountId, currency),
    withdrawalStore.listRefundable(db, filter),
    withdrawalStore.countOpen(db, accountId, currency),
  ]);
  return {
    currency,
    available: toDecimalText(isPositive(available) ? available : zero(currency)),
    open,
    open_max: budgets.openWithdrawalsPerCurrency,
    refundable: refundable.map(({ id, left, paid_at, ...row }) => ({
      payment: id,
      ...row,
      paid_at: paid_at.toISOString(),
      possible: toDecimalText(toAmount(left, currency)),
    })),
    terms: destinationKinds.map((kind) => {
      const { least, fee } = readTerms(kind, currency);
      return { kind, least: least && toDecimalText(least), fee: fee && toDecimalText(fee) };
    }),
  };
}

/** Test money counts as spent last; where the sandbox is offered, all money is test money. */
async function readWithdrawable(
  payments: Payments,
  db: Db,
  accountId: number,
  currency: string,
): Promise<Amount> {
  const available = await availableIn(payments, db, accountId, currency);
  if (payments.kernel.config.hasPaymentSandbox) return available;
  const test = await withdrawalStore.sumTestMoney(db, accountId, currency);
  return subtractAmounts(available, toAmount(test, currency));
}

/** After the hold, with which requests for the same money wait for each other. */
async function assertRealMoney(payments: Payments, tx: Tx, accountId: number, onHold: Amount) {
  const left = await readWithdrawable(payments, tx, accountId, onHold.currency);
  if (left.minor >= 0n) return;
  const most = addAmounts(left, onHold);
  const text = formatAmount(isPositive(most) ? most : zero(onHold.currency));
  throw new InvalidInput({
    amount: [`At most ${text} can be withdrawn: the rest of the balance is test money.`],
  });
}

/** Holds the amount; two requests for the same money wait for each other at the wallet. */
export async function createWithdrawal(
  payments: Payments,
  tx: Tx,
  { accountId }: Actor,
  body: CreateWithdrawalBody,
): Promise<WithdrawalWire> {
  const { kernel, destinationSealer } = payments;
  const { amount, fee } = readAmounts(body);
  const destination = readDestination(body);
  const payment =
    body.destination === 'payment'
      ? await readPayment(payments, tx, accountId, { id: body.payment, amount })
      : null;
  const now = kernel.clock.now();
  const id = createId(now);
  const values = {
    id,
    internal_id: recordNumber('WDR', id, now),
    account_id: accountId,
    amount: toDecimalText(amount),
    currency: amount.currency,
    attempts: 0,
  };
  const hold = await holdAmount(payments, tx, values).catch(throwInsufficientBalance);
  if (!payment) await assertRealMoney(payments, tx, accountId, amount);
  const limit = budgets.openWithdrawalsPerCurrency;
  if ((await withdrawalStore.countOpen(tx, accountId, amount.currency)) >= limit)
    throw apiError(withdrawalLimitReached, { limit });
  const row = await withdrawalStore.insertWithdrawal(tx, {
    ...values,
    status: 'requested',
    fee: toDecimalText(fee),
    destination_kind: body.destination,
    payment_id: payment?.id ?? null,
    destination: destination && sealDestination(destinationSealer, id, destination),
    destination_masked: destination ? maskDestination(destination) : payment!.internal_id,
    note: body.note,
    hold_id: hold.id,
    created_at: now,
    status_changed_at: now,
  });
  if (!row) throw apiError(withdrawalPending);
  await recordStatus(payments, tx, row, { source: 'user', note: '' });
  return serializeWithdrawal(tx, row);
}

/** Throws InvalidInput. */
function readAmounts(body: CreateWithdrawalBody): { amount: Amount; fee: Amount } {
  const { currency, destination } = body;
  if (!isCurrency(currency))
    throw new InvalidInput({ currency: [`"${currency}" is not a valid choice.`] });
  const amount = parseAmount(body.amount, currency);
  if (!amount || !isPositive(amount))
    throw new InvalidInput({ amount: ['A valid number is required.'] });
  const { least, fee } = readTerms(destination, currency);
  if (!least || !fee)
    throw new InvalidInput({ currency: [`What ${currency} is worth is not known.`] });
  if (compareAmounts(amount, least) < 0) throw tooLittle(formatAmount(least));
  if (compareAmounts(amount, fee) <= 0) throw tooLittle(formatAmount(fee));
  return { amount, fee };
}

/** A payment of the account that its provider can refund by the amount. */
async function readPayment(
  payments: Payments,
  db: Db,
  accountId: number,
  { id, amount }: { id: string; amount: Amount },
): Promise<PaymentRow> {
  const payment = await findPayment(db, id);
  if (payment?.account_id !== accountId || payment.currency !== amount.currency)
    throw new InvalidInput({ payment: ['Unknown payment.'] });
  await assertRefundable(payments, db, payment, amount);
  return payment;
}

/** Throws `refund_not_supported`, `invalid_state`, `refund_exceeded`. */
export async function assertRefundable(
  payments: Payments,
  db: Db,
  payment: PaymentRow,
  amount: Amount,
): Promise<void> {
  const left = await readLeft(payments, db, payment);
  if (compareAmounts(amount, left) > 0)
    throw apiError(refundExceeded, { possible: toDecimalText(left), currency: left.currency });
}

export async function findOwnWithdrawal(
  db: Db,
  { accountId }: Actor,
  id: string,
): Promise<withdrawalStore.WithdrawalRow> {
  const row = isUuid(id) ? await withdrawalStore.findWithdrawal(db, id) : undefined;
  if (row?.account_id !== accountId) throw apiError(commonErrors.notFound);
  return row;
}

export async function cancelWithdrawal(
  payments: Payments,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<WithdrawalWire> {
  await findOwnWithdrawal(tx, actor, id);
  const row = (await withdrawalStore.lockWithdrawal(tx, id))!;
  const cancelled = await transitionWithdrawal(payments, tx, row, {
    event: 'cancel',
    source: 'user',
  });
  await payments.ledger.release(tx, row.hold_id);
  return serializeWithdrawal(tx, cancelled);
}

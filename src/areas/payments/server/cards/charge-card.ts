// Charges saved cards without anyone present. The payment is stored first, with a key that says what
// it is for, and a job asks the provider with that key: however often either is repeated, the card
// is charged once.
import type { Db, Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { formatPercentage } from '#lib/decimal.ts';
import { hourMs } from '#lib/durations.ts';
import {
  type Amount,
  addAmounts,
  compareAmounts,
  roundToAmount,
  toAmount,
  toDecimalText,
} from '#lib/money.ts';
import { cardEnd, cardName } from '../../wire/cards.constants.ts';
import type { ChargeFirst } from '../../wire/settings.constants.ts';
import { findCurrencyByCode } from '../checkout/currency-store.ts';
import type { Payments } from '../context.ts';
import * as paymentStore from '../payments/payment-store.ts';
import { recordNumber } from '../payments/record-number.ts';
import { customerMissing, ProviderRefused } from '../providers/provider.ts';
import { listChargeFirst } from '../settings/setting-store.ts';
import { lockedRate, sumPrice } from '../settlement/credit.ts';
import { reconcilePayment } from '../settlement/reconcile-payment.ts';
import { readPrice } from '../settlement/record-transfers.ts';
import { addStatusEvent } from '../settlement/settlement-store.ts';
import { applyEvents, notifySubscribers } from '../settlement/transition-payment.ts';
import type { CardRow } from './card-store.ts';
import * as cardStore from './card-store.ts';
import { deleteMissingCustomer } from './delete-missing-customer.ts';
import { isUsable, pickCards, readAccount } from './provider-accounts.ts';

export const chargeCardQueue = 'payments.charge_card';
const lifetimeMs = hourMs;
const unusable = 'The card was saved at another account of the payment provider.';

export type Charging = {
  chargeFirst: ChargeFirst;
  card: CardRow;
  name: string;
  /** The first moment at which the card is no longer valid. */
  endsAt: Date;
};

/** By account; those without a card that can be charged are absent. */
export async function readCharging(
  payments: Payments,
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, Charging>> {
  if (accountIds.length === 0) return new Map();
  const cards = await pickCards(payments, db, accountIds);
  const first = await listChargeFirst(db, accountIds);
  return new Map(
    [...cards].map(([accountId, card]) => [
      accountId,
      {
        card,
        name: cardName(card),
        endsAt: cardEnd(card),
        chargeFirst: first.get(accountId) ?? 'balance',
      },
    ]),
  );
}

/** What people call it, also if it is removed. */
export const readCardName = async (db: Db, id: string): Promise<string> =>
  cardName(await cardStore.findAnyCard(db, id));

export type CardChargeRequest = {
  card: CardRow;
  /** What is to be credited to the wallet: at least one unit of the currency is charged. */
  amount: Amount;
  /** What it is for, such as `renewal:<subscription>:<start>`; attempts are counted. */
  purposeKey: string;
  subscriptionId: string | null;
  description: string;
  metadata: Record<string, string>;
};

/** A job charges it. The caller makes sure that no earlier one for the purpose is open. */
export async function chargeCardFor(
  payments: Payments,
  tx: Tx,
  { card, purposeKey, subscriptionId, description, metadata, ...request }: CardChargeRequest,
): Promise<string> {
  const { kernel, providers } = payments;
  const now = kernel.clock.now();
  const id = createId(now);
  const accountId = card.account_id;
  const least = toAmount('1', request.amount.currency);
  const amount = compareAmounts(request.amount, least) < 0 ? least : request.amount;
  const { currency } = amount;
  const feePercent = (await findCurrencyByCode(tx, currency))?.fee_percentage ?? '0';
  const fee = formatPercentage(amount, feePercent, 'up');
  const total = roundToAmount(toDecimalText(addAmounts(amount, fee)), currency, 'up');
  const attempt = (await paymentStore.countCharges(tx, accountId, `${purposeKey}:`)) + 1;
  const row = await paymentStore.insertPayment(tx, {
    id,
    internal_id: recordNumber('PAY', id, now),
    account_id: accountId,
    purpose: subscriptionId ? 'subscription' : 'deposit',
    subscription_id: subscriptionId,
    description,
    metadata: JSON.stringify(metadata),
    amount: toDecimalText(amount),
    currency,
    fee_amount: toDecimalText(fee),
    pay_currency: currency,
    pay_amount: toDecimalText(total),
    exchange_rate: lockedRate({ amount, fee }, total),
    rate_source: card.provider,
    rate_at: now,
    provider: card.provider,
    is_test: providers.find(card.provider)?.isTest ?? false,
    card_id: card.id,
    charge_key: `${purposeKey}:${attempt}`,
    status_changed_at: now,
    expires_at: new Date(now.getTime() + lifetimeMs),
    created_at: now,
    updated_at: now,
  });
  await addStatusEvent(tx, {
    payment_id: id,
    status: 'pending',
    source: 'system',
    occurred_at: now,
  });
  await notifySubscribers(payments, tx, row);
  await kernel.jobs.send(tx, chargeCardQueue, { paymentId: id });
  return id;
}

/** The job: safe to repeat, also after a death in between. Throws ProviderUnavailable. */
export async function chargeCard(payments: Payments, id: string): Promise<void> {
  const { work } = payments.kernel;
  const payment = await work.read((db) => paymentStore.findPayment(db, id));
  if (!payment?.card_id || payment.status !== 'pending') return;
  if (payment.provider_payment_id === null) {
    const providerPaymentId = await askProvider(payments, payment, payment.card_id);
    if (providerPaymentId === null) return;
    await work.write((tx) =>
      paymentStore.updatePayment(tx, id, { provider_payment_id: providerPaymentId }),
    );
  }
  await reconcilePayment(payments, id, 'system');
}

/** Null if the provider refused to charge at all: the payment has failed. */
async function askProvider(
  payments: Payments,
  payment: paymentStore.PaymentRow,
  cardId: string,
): Promise<string | null> {
  const { work, log } = payments.kernel;
  const provider = payments.providers.find(payment.provider);
  const cards = provider?.cards;
  if (!cards) throw new Error(`${payment.provider} is not configured, but has to charge a card`);
  const card = await work.read((db) => cardStore.findAnyCard(db, cardId));
  try {
    await readAccount(payments, { name: provider.name, cards });
    if (!isUsable(payments, card))
      throw new ProviderRefused(provider.name, unusable, 'card_unusable');
    return await cards.charge({
      uuid: payment.id,
      key: `charge:${payment.account_id}:${payment.charge_key}`,
      startedAt: payment.created_at,
      customerId: card.provider_customer_id,
      cardId: card.provider_card_id,
      price: sumPrice(readPrice(payment)),
      description: payment.description,
    });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    log.warn({ payment: payment.id, err: error }, 'a provider refused to charge a card');
    await work.write(async (tx) => {
      await failPayment(payments, tx, payment.id, error);
      if (error.code !== customerMissing) return;
      const { account_id: accountId, provider, provider_customer_id: customerId } = card;
      await deleteMissingCustomer(payments, tx, { accountId, provider, customerId });
    });
    return null;
  }
}

async function failPayment(payments: Payments, tx: Tx, id: string, refusal: ProviderRefused) {
  const payment = await paymentStore.lockPayment(tx, id);
  if (payment?.status !== 'pending') return;
  const row = await paymentStore.updatePayment(tx, id, { decline_code: refusal.code });
  await applyEvents(payments, tx, row, {
    events: ['failed'],
    source: 'system',
    note: refusal.message,
  });
}

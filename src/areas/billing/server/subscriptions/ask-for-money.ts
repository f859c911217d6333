import { cancelPlanPayment, createPayment } from '#areas/payments/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { ApiError, apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { type Amount, amountOf, compareAmounts, toDecimalText } from '#lib/money.ts';
import { planPaymentUnavailable } from '../../subscription-contract.ts';
import type { Subscriptions } from './subscriptions.ts';

const retryAfterSeconds = 30;

type Wanted = {
  subscriptionId: string;
  amount: Amount;
  payCurrency: string | undefined;
  /** Its slug: what the money turns out to be charged for is held against it. */
  tariff: string;
  words: string;
};

/**
 * The id of a payment for a plan, made in units of its own. What it brings beyond the charge
 * stays in the wallet.
 */
export async function askForMoney(
  { payments, kernel }: Subscriptions,
  actor: Actor,
  { subscriptionId, amount, payCurrency, tariff, words }: Wanted,
): Promise<string> {
  if (!payCurrency) throw new InvalidInput({ pay_currency: ['This field is required.'] });
  const least = amountOf('1', amount.currency);
  try {
    const { uuid } = await createPayment(payments, actor, {
      amount: toDecimalText(compareAmounts(amount, least) < 0 ? least : amount),
      currency: amount.currency,
      pay_currency: payCurrency,
      purpose: 'subscription',
      subscription: subscriptionId,
      description: words,
      success_url: `${kernel.config.SITE_URL}/dashboard/plan`,
      cancel_url: `${kernel.config.SITE_URL}/dashboard/plan`,
      metadata: { tariff },
    });
    return uuid;
  } catch (error) {
    throw inWordsOfPlans(error);
  }
}

/** The unit in which a plan comes to wait for its payment; where it fails, nobody is to pay. */
export async function writeOrCancelPayment<T>(
  { payments, kernel: { work, log } }: Subscriptions,
  paymentId: string | null,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await work.write(act);
  } catch (error) {
    if (paymentId)
      await work
        .write((tx) => cancelPlanPayment(payments, tx, paymentId))
        .catch((err) => log.error({ payment: paymentId, err }, 'a payment was not cancelled'));
    throw error;
  }
}

/** The caller chose no amount: what is wrong with it is the fault of the currency. */
function inWordsOfPlans(error: unknown): unknown {
  if (error instanceof InvalidInput && 'amount' in error.fields)
    return new InvalidInput({
      pay_currency: ['This currency is not taken for so small an amount.'],
    });
  if (error instanceof ApiError && error.declaration.status >= 500)
    return apiError(planPaymentUnavailable, { retry_after: retryAfterSeconds });
  return error;
}

import { cancelPlanPayment, createPayment } from '#areas/payments/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { ApiError, apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { outageRetryAfter } from '#kernel/outages.ts';
import type { Actor } from '#kernel/ports.ts';
import { type Amount, compareAmounts, toAmount, toDecimalText } from '#lib/money.ts';
import { planPaymentUnavailable } from '../../wire/subscription-changes.ts';
import type { Subscriptions } from './subscriptions.ts';

const retryAfterSeconds = 30;

type PaymentRequest = {
  subscriptionId: string;
  amount: Amount;
  payCurrency: string | undefined;
  /** The slug: compared with the tariff that the money is eventually charged for. */
  tariff: string;
  description: string;
};

/** In its own units of work; money beyond the charge stays in the wallet. */
export async function requestPayment(
  { payments, kernel }: Subscriptions,
  actor: Actor,
  { subscriptionId, amount, payCurrency, tariff, description }: PaymentRequest,
): Promise<string> {
  if (!payCurrency) throw new InvalidInput({ pay_currency: ['This field is required.'] });
  const minimum = toAmount('1', amount.currency);
  try {
    const { uuid } = await createPayment(payments, actor, {
      amount: toDecimalText(compareAmounts(amount, minimum) < 0 ? minimum : amount),
      currency: amount.currency,
      pay_currency: payCurrency,
      purpose: 'subscription',
      subscription: subscriptionId,
      description,
      success_url: `${kernel.config.SITE_URL}/dashboard/plan`,
      cancel_url: `${kernel.config.SITE_URL}/dashboard/plan`,
      metadata: { tariff },
    });
    return uuid;
  } catch (error) {
    throw toPlanError(error);
  }
}

/** Cancels the payment if storing is refused. If unknown, it stays open and may expire. */
export async function writeOrCancelPayment<T>(
  { payments, kernel: { work, log } }: Subscriptions,
  paymentId: string | null,
  act: (tx: Tx) => Promise<T>,
  write: LastWrite<T> = work.write,
): Promise<T> {
  try {
    return await write(act);
  } catch (error) {
    if (paymentId && outageRetryAfter(error) === null)
      await work
        .write((tx) => cancelPlanPayment(payments, tx, paymentId))
        .catch((err) => log.error({ payment: paymentId, err }, 'a payment was not cancelled'));
    throw error;
  }
}

/** The caller did not choose the amount, so an invalid amount is reported for the currency. */
function toPlanError(error: unknown): unknown {
  if (error instanceof InvalidInput && 'amount' in error.fields)
    return new InvalidInput({
      pay_currency: ['This currency is not accepted for such a small amount.'],
    });
  if (error instanceof ApiError && error.declaration.status >= 500)
    return apiError(planPaymentUnavailable, { retry_after: retryAfterSeconds });
  return error;
}

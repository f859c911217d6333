import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { convertAmount, formatPercentage } from '#lib/decimal.ts';
import { hourMs } from '#lib/durations.ts';
import {
  type Amount,
  addAmounts,
  compareAmounts,
  isPositive,
  parseAmount,
  roundToAmount,
  toAmount,
  toDecimalText,
} from '#lib/money.ts';
import { snapshotRate } from '#lib/rates.ts';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import type { CreatePaymentBody } from '../../wire/payments.ts';
import { paymentProviderUnavailable } from '../../wire/payments.ts';
import type { Payments } from '../context.ts';
import * as paymentStore from '../payments/payment-store.ts';
import { recordNumber } from '../payments/record-number.ts';
import { serializePayment } from '../payments/serialize-payment.ts';
import type { CreatedPayment, PaymentProvider } from '../providers/provider.ts';
import { lockedRate } from '../settlement/credit.ts';
import { addStatusEvent } from '../settlement/settlement-store.ts';
import { notifySubscribers } from '../settlement/transition-payment.ts';
import { amountWithoutFee, assertWorth, tooLittle, tooMuch } from './amount-limits.ts';
import { type CurrencyRow, findCurrencyByCode } from './currency-store.ts';
import { retryAfterSeconds, toApiError } from './provider-errors.ts';
import { readReturnUrl } from './return-urls.ts';

const dollarsMin = toAmount('1.00', 'USD');
const dollarsMax = toAmount('50000.00', 'USD');
const lifetimeMs = hourMs;

type PaymentRequest = {
  amount: Amount;
  fee: Amount;
  payCurrency: CurrencyRow;
  provider: PaymentProvider;
  successUrl: string | null;
  cancelUrl: string | null;
};

/**
 * Saves the payment before calling the provider, so that every webhook finds its row. Opens units
 * of its own, the last one by `write`. Throws InvalidInput, provider_unavailable and
 * provider_refused.
 */
export async function createPayment(
  payments: Payments,
  actor: Actor,
  body: CreatePaymentBody,
  write: LastWrite<PaymentWire> = payments.kernel.work.write,
): Promise<PaymentWire> {
  const { clock } = payments.kernel;
  const request = await readRequest(payments, body);
  const payment = await savePending(payments, actor, body, request);
  const created = await askProvider(payments, payment, request);
  const now = clock.now();
  return write(async (tx) => {
    const row = await paymentStore.updatePayment(tx, payment.id, {
      ...fromProvider(created, request, now),
      rate_source: request.provider.name,
      updated_at: now,
    });
    await notifySubscribers(payments, tx, row);
    return serializePayment(tx, row, now);
  });
}

const fromProvider = (
  created: CreatedPayment,
  { amount, fee, payCurrency }: PaymentRequest,
  now: Date,
) => ({
  provider_payment_id: created.providerPaymentId,
  pay_amount: toDecimalText(created.payAmount),
  pay_address: created.payAddress,
  pay_extra_id: created.extraId,
  payment_url: created.paymentUrl,
  qr_data: created.qrData,
  expires_at: created.expiresAt,
  provider_price: created.convertedPrice ? toDecimalText(created.convertedPrice) : null,
  provider_price_currency: created.convertedPrice?.currency ?? null,
  exchange_rate: lockedRate({ amount, fee }, created.payAmount),
  rate_at: now,
  required_confirmations: payCurrency.confirmations_required || null,
});

async function readRequest(payments: Payments, body: CreatePaymentBody): Promise<PaymentRequest> {
  const { work, config } = payments.kernel;
  const findCurrency = (code: string) => work.replica((db) => findCurrencyByCode(db, code));
  const priceCurrency = await findCurrency(body.currency);
  if (!priceCurrency?.is_active || priceCurrency.currency_type !== 'fiat')
    throw notAvailable('currency', body.currency);
  const payCurrency = await findCurrency(body.pay_currency);
  const provider = payCurrency && payments.providers.forCurrency(payCurrency.currency_type);
  if (!payCurrency?.is_active || !provider) throw notAvailable('pay_currency', body.pay_currency);
  if (!provider.convertsPrice && payCurrency.code !== priceCurrency.code)
    throw notAvailable('pay_currency', body.pay_currency);
  const { currencies, isMissing } = await payments.readCatalog();
  if (isMissing) throw apiError(paymentProviderUnavailable, { retry_after: retryAfterSeconds });
  if (!currencies.plain.includes(payCurrency.code))
    throw notAvailable('pay_currency', body.pay_currency);
  const amount = readAmount(body.amount, priceCurrency.code);
  const fee = formatPercentage(amount, payCurrency.fee_percentage, 'up');
  const allowed = [config.SITE_URL, ...config.CORS_ORIGINS];
  const successUrl = readReturnUrl('success_url', body.success_url, allowed);
  const cancelUrl = readReturnUrl('cancel_url', body.cancel_url, allowed);
  assertCollectable(provider, { amount, fee, payCurrency });
  await checkMinimum(payments, provider, { amount, fee, payCurrency });
  return { amount, fee, payCurrency, provider, successUrl, cancelUrl };
}

const notAvailable = (field: string, code: string) =>
  new InvalidInput({ [field]: [`Currency ${code} is not available`] });

/** Throws InvalidInput for an amount that is too fine, too small or too large. */
export function readAmount(text: string, currency: string): Amount {
  const amount = parseAmount(text, currency);
  if (!amount)
    throw new InvalidInput({ amount: [`This is finer than ${currency} can be divided.`] });
  assertWorth(amount, { least: dollarsMin, most: dollarsMax });
  return amount;
}

type PriceRequest = Pick<PaymentRequest, 'amount' | 'fee' | 'payCurrency'>;

/** Throws InvalidInput with the largest amount that the provider can collect with its fee. */
function assertCollectable(
  provider: PaymentProvider,
  { amount, fee, payCurrency }: PriceRequest,
): void {
  const total = addAmounts(amount, fee);
  const most = provider.maximumAmount(amount.currency);
  if (most && compareAmounts(total, most) > 0)
    throw tooMuch(toDecimalText(amountWithoutFee(most, payCurrency.fee_percentage)));
}

/** Checks the larger of our minimum and the provider's, in the currency of the amount. */
async function checkMinimum(payments: Payments, provider: PaymentProvider, request: PriceRequest) {
  const { amount, fee, payCurrency } = request;
  const rate = snapshotRate(payCurrency.code, amount.currency);
  if (!rate) throw notAvailable('pay_currency', payCurrency.code);
  const theirs = await providerMinimum(payments, provider, request);
  const inPrice = (text: string) => roundToAmount(text, payCurrency.code, 'up');
  const minimums = [payCurrency.min_amount, theirs].map((text) =>
    convertAmount(inPrice(text), rate.rate, amount.currency, 'up'),
  );
  const [own, other] = minimums as [Amount, Amount];
  const least = compareAmounts(own, other) > 0 ? own : other;
  if (compareAmounts(addAmounts(amount, fee), least) < 0) throw tooLittle(toDecimalText(least));
  if (payCurrency.max_amount === null) return;
  const most = convertAmount(inPrice(payCurrency.max_amount), rate.rate, amount.currency, 'down');
  if (isPositive(most) && compareAmounts(amount, most) > 0) throw tooMuch(toDecimalText(most));
}

async function providerMinimum(
  { kernel }: Payments,
  provider: PaymentProvider,
  { amount, payCurrency }: PriceRequest,
): Promise<string> {
  try {
    return (await provider.minimumAmount(payCurrency.code, amount.currency)).amount;
  } catch (error) {
    // The provider refuses too small a payment itself; this only gives a better message.
    kernel.log.warn(
      { provider: provider.name, err: error },
      'the minimum of a provider is unknown',
    );
    return '0';
  }
}

function savePending(
  { kernel }: Payments,
  actor: Actor,
  body: CreatePaymentBody,
  { amount, fee, payCurrency, provider, successUrl, cancelUrl }: PaymentRequest,
): Promise<paymentStore.PaymentRow> {
  const now = kernel.clock.now();
  const id = createId(now);
  return kernel.work.write(async (tx) => {
    const row = await paymentStore.insertPayment(tx, {
      id,
      internal_id: recordNumber('PAY', id, now),
      account_id: actor.accountId,
      purpose: body.purpose,
      subscription_id: body.subscription,
      description: body.description,
      metadata: JSON.stringify(body.metadata),
      amount: toDecimalText(amount),
      currency: amount.currency,
      fee_amount: toDecimalText(fee),
      pay_currency: payCurrency.code,
      provider: provider.name,
      is_test: provider.isTest,
      status_changed_at: now,
      success_url: successUrl,
      cancel_url: cancelUrl,
      expires_at: new Date(now.getTime() + lifetimeMs),
      created_at: now,
      updated_at: now,
    });
    await addStatusEvent(tx, {
      payment_id: id,
      status: 'pending',
      source: 'user',
      occurred_at: now,
    });
    return row;
  });
}

async function askProvider(
  payments: Payments,
  payment: paymentStore.PaymentRow,
  { amount, fee, provider, payCurrency, successUrl, cancelUrl }: PaymentRequest,
): Promise<CreatedPayment> {
  const own = `${payments.kernel.config.SITE_URL}/dashboard/payments/${payment.id}`;
  try {
    return await provider.createPayment({
      uuid: payment.id,
      price: addAmounts(amount, fee),
      payCurrency: payCurrency.code,
      description: payment.description || payment.internal_id,
      successUrl: successUrl ?? own,
      cancelUrl: cancelUrl ?? own,
      expiresAt: payment.expires_at,
    });
  } catch (error) {
    await failPayment(payments, payment, error);
    throw toApiError(error);
  }
}

/** The customer never saw how to pay, so the row is hidden. */
async function failPayment({ kernel }: Payments, payment: paymentStore.PaymentRow, error: unknown) {
  const now = kernel.clock.now();
  kernel.log.warn({ payment: payment.id, err: error }, 'a provider did not create a payment');
  await kernel.work.write(async (tx) => {
    await paymentStore.updatePayment(tx, payment.id, {
      status: 'failed',
      status_changed_at: now,
      updated_at: now,
      hidden_at: now,
    });
    await addStatusEvent(tx, {
      payment_id: payment.id,
      from_status: 'pending',
      status: 'failed',
      source: 'system',
      note: 'The provider did not accept it.',
      occurred_at: now,
    });
  });
}

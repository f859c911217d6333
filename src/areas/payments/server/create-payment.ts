import { ApiError, apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { convertAmount, percentOf } from '#lib/decimal.ts';
import {
  type Amount,
  addAmounts,
  amountOf,
  compareAmounts,
  isPositive,
  parseAmount,
  roundToAmount,
  toDecimalText,
} from '#lib/money.ts';
import { snapshotRate } from '#lib/rates.ts';
import {
  type PaymentWire,
  paymentProviderRefused,
  paymentProviderUnavailable,
} from '../contract.ts';
import type { CreatePaymentBody } from '../payment-body.ts';
import { addStatusEvent } from './arrival-store.ts';
import { lockedRate } from './credit.ts';
import { type CurrencyRow, findCurrencyByCode } from './currency-store.ts';
import { assertWorth, tooLittle, tooMuch } from './dollar-limits.ts';
import { tellWatchers } from './move-payment.ts';
import * as store from './payment-store.ts';
import { showPayment } from './payment-wire.ts';
import type { Payments } from './payments.ts';
import {
  type CreatedPayment,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
} from './providers/provider.ts';
import { readReturnUrl } from './return-urls.ts';

const dollarsMin = amountOf('1.00', 'USD');
const dollarsMax = amountOf('50000.00', 'USD');
const livesMs = 60 * 60_000;
const retryAfterSeconds = 30;

type Wanted = {
  amount: Amount;
  fee: Amount;
  payCurrency: CurrencyRow;
  provider: PaymentProvider;
  successUrl: string | null;
  cancelUrl: string | null;
};

/**
 * Keeps the payment before the provider is asked, so that whatever the provider later says of it
 * finds its row. Opens units of its own. Throws InvalidInput, and provider_unavailable or
 * provider_refused.
 */
export async function createPayment(
  payments: Payments,
  actor: Actor,
  body: CreatePaymentBody,
): Promise<PaymentWire> {
  const { work, clock } = payments.kernel;
  const wanted = await readWanted(payments, body);
  const payment = await keepPending(payments, actor, body, wanted);
  const made = await askProvider(payments, payment, wanted);
  const now = clock.now();
  return work.write(async (tx) => {
    const row = await store.updatePayment(tx, payment.id, {
      ...fromProvider(made, wanted, now),
      rate_source: wanted.provider.name,
      updated_at: now,
    });
    await tellWatchers(payments, tx, row);
    return showPayment(tx, row, now);
  });
}

const fromProvider = (made: CreatedPayment, { amount, fee, payCurrency }: Wanted, now: Date) => ({
  provider_payment_id: made.providerPaymentId,
  pay_amount: toDecimalText(made.payAmount),
  pay_address: made.payAddress,
  pay_extra_id: made.extraId,
  payment_url: made.paymentUrl,
  qr_data: made.qrData,
  expires_at: made.expiresAt,
  exchange_rate: lockedRate({ amount, fee }, made.payAmount),
  rate_at: now,
  required_confirmations: payCurrency.confirmations_required || null,
});

async function readWanted(payments: Payments, body: CreatePaymentBody): Promise<Wanted> {
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
  const { currencies, isMissing } = await payments.readOffers();
  if (isMissing) throw apiError(paymentProviderUnavailable, { retry_after: retryAfterSeconds });
  if (!currencies.plain.includes(payCurrency.code))
    throw notAvailable('pay_currency', body.pay_currency);
  const amount = readAmount(body.amount, priceCurrency.code);
  const fee = percentOf(amount, payCurrency.fee_percentage, 'up');
  const allowed = [config.SITE_URL, ...config.CORS_ORIGINS];
  const successUrl = readReturnUrl('success_url', body.success_url, allowed);
  const cancelUrl = readReturnUrl('cancel_url', body.cancel_url, allowed);
  await checkMinimum(payments, provider, { amount, fee, payCurrency });
  return { amount, fee, payCurrency, provider, successUrl, cancelUrl };
}

const notAvailable = (field: string, code: string) =>
  new InvalidInput({ [field]: [`Currency ${code} is not available`] });

function readAmount(text: string, currency: string): Amount {
  const amount = parseAmount(text, currency);
  if (!amount)
    throw new InvalidInput({ amount: [`This is finer than ${currency} can be divided.`] });
  assertWorth(amount, { least: dollarsMin, most: dollarsMax });
  return amount;
}

type Asked = Pick<Wanted, 'amount' | 'fee' | 'payCurrency'>;

/** The larger of our own minimum and the provider's, said in the currency of the amount. */
async function checkMinimum(payments: Payments, provider: PaymentProvider, asked: Asked) {
  const { amount, fee, payCurrency } = asked;
  const rate = snapshotRate(payCurrency.code, amount.currency);
  if (!rate) throw notAvailable('pay_currency', payCurrency.code);
  const theirs = await providerMinimum(payments, provider, asked);
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
  { amount, payCurrency }: Asked,
): Promise<string> {
  try {
    return (await provider.minimumAmount(payCurrency.code, amount.currency)).amount;
  } catch (error) {
    // The provider refuses too small a payment itself: this is only for better words.
    kernel.log.warn({ provider: provider.name, err: error }, 'a minimum is not known');
    return '0';
  }
}

function keepPending(
  { kernel }: Payments,
  actor: Actor,
  body: CreatePaymentBody,
  { amount, fee, payCurrency, provider, successUrl, cancelUrl }: Wanted,
): Promise<store.PaymentRow> {
  const now = kernel.clock.now();
  const id = createId(now);
  return kernel.work.write(async (tx) => {
    const row = await store.insertPayment(tx, {
      id,
      internal_id: internalId(id, now),
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
      expires_at: new Date(now.getTime() + livesMs),
      created_at: now,
      updated_at: now,
    });
    await addStatusEvent(tx, { payment_id: id, status: 'pending', source: 'user', at: now });
    return row;
  });
}

/** From the random end of the id: its beginning is the time. */
const internalId = (id: string, now: Date): string =>
  `PAY_${now.toISOString().slice(0, 10).replaceAll('-', '')}_${id.slice(-8).toUpperCase()}`;

async function askProvider(
  payments: Payments,
  payment: store.PaymentRow,
  { amount, fee, provider, payCurrency, successUrl, cancelUrl }: Wanted,
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
    await giveUp(payments, payment, error);
    throw failureOf(error);
  }
}

/** Nobody was shown where to pay, so the row is kept for us alone. */
async function giveUp({ kernel }: Payments, payment: store.PaymentRow, error: unknown) {
  const now = kernel.clock.now();
  kernel.log.warn({ payment: payment.id, err: error }, 'a provider did not make a payment');
  await kernel.work.write(async (tx) => {
    await store.updatePayment(tx, payment.id, {
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
      note: 'The provider did not take it.',
      at: now,
    });
  });
}

/** A provider's failure in the words of the wire; anything else as it is. */
function failureOf(error: unknown): unknown {
  if (error instanceof ProviderUnavailable)
    return apiError(paymentProviderUnavailable, {
      retry_after: error.retryAfterSeconds ?? retryAfterSeconds,
    });
  return error instanceof ProviderRefused
    ? new ApiError(paymentProviderRefused, {}, error.message)
    : error;
}

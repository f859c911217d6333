// A payment provider of our own that moves nobody's money. It keeps its own books, sends signed
// webhooks and answers questions, so that all the rest behaves as with a real one.
import { randomBytes } from 'node:crypto';
import type { Kernel } from '#kernel/kernel.ts';
import { findCurrency } from '#lib/currencies.ts';
import { convertAmount } from '#lib/decimal.ts';
import { amountOf, toDecimalText } from '#lib/money.ts';
import { type Rate, snapshotRate } from '#lib/rates.ts';
import { statusFromNowpayments } from './nowpayments-status.ts';
import { paymentUri } from './payment-uri.ts';
import {
  type CreatedPayment,
  type NewPayment,
  type PaymentProvider,
  type ProviderCurrencies,
  ProviderRefused,
  type ProviderReturn,
  type ProviderTruth,
} from './provider.ts';
import { addressFor } from './sandbox-addresses.ts';
import { isSettled, leftOf, paidOf } from './sandbox-books.ts';
import { isSandboxSigned, sandboxKey, sandboxSignatureHeader } from './sandbox-signature.ts';
import * as store from './sandbox-store.ts';
import { readSandboxEvent } from './sandbox-wire.ts';

const name = 'sandbox';

export type SandboxKernel = Pick<Kernel, 'config' | 'work' | 'clock'>;

export function openSandbox(
  kernel: SandboxKernel,
  options: { listCurrencies: () => Promise<ProviderCurrencies> },
): PaymentProvider {
  const { config, clock } = kernel;
  const key = sandboxKey(config.APP_SECRET);
  return {
    name,
    isTest: true,
    signatureHeader: sandboxSignatureHeader,
    canRefund: true,
    convertsPrice: true,
    takes: () => true,
    createPayment: (payment) => createPayment(kernel, payment),
    fetchPayment: async (id) => toTruth(await findBooks(kernel, id)),
    expirePayment: (id) => expirePayment(kernel, id),
    refund: (id, request) => refund(kernel, id, request),
    verifyWebhook: (headers, rawBody) =>
      isSandboxSigned(key, headers[sandboxSignatureHeader], rawBody, clock.now())
        ? readSandboxEvent(rawBody)
        : null,
    listCurrencies: options.listCurrencies,
    minimumAmount: async (from) => {
      const { fixedRate } = await options.listCurrencies();
      const found = fixedRate.find(({ currency }) => currency === from);
      return { currency: from, amount: found?.minAmount ?? '0' };
    },
    fetchRate: async (from, to) => rateOf(from, to),
  };
}

function rateOf(from: string, to: string): Rate {
  const rate = snapshotRate(from, to);
  if (rate) return rate;
  throw new ProviderRefused(name, 'This currency is not available right now.', 'no_rate');
}

async function createPayment(
  { config, work, clock }: SandboxKernel,
  { uuid, price, payCurrency, description, successUrl, cancelUrl, expiresAt }: NewPayment,
): Promise<CreatedPayment> {
  const { rate } = rateOf(price.currency, payCurrency);
  const isCrypto = findCurrency(payCurrency)?.kind === 'crypto';
  const { address, extraId } = isCrypto
    ? addressFor(payCurrency)
    : { address: null, extraId: null };
  const now = clock.now();
  const wanted = {
    id: uuid,
    provider_payment_id: `sbx_${randomBytes(9).toString('hex')}`,
    status: 'waiting',
    price_amount: toDecimalText(price),
    price_currency: price.currency,
    // Rounded up: what is short by a fraction of the smallest unit would never be complete.
    pay_amount: toDecimalText(convertAmount(price, rate, payCurrency, 'up')),
    pay_currency: payCurrency,
    pay_address: address,
    pay_extra_id: extraId,
    description,
    success_url: successUrl,
    cancel_url: cancelUrl,
    expires_at: expiresAt,
    created_at: now,
    updated_at: now,
  };
  const made = await work.write((tx) => store.keepPayment(tx, wanted));
  const payAmount = amountOf(made.pay_amount, made.pay_currency);
  const paymentUrl = `${config.SITE_URL}/pay/sandbox/${uuid}`;
  const place = { address: made.pay_address ?? '', extraId: made.pay_extra_id, contract: null };
  return {
    providerPaymentId: made.provider_payment_id,
    payAmount,
    payAddress: made.pay_address,
    extraId: made.pay_extra_id,
    paymentUrl,
    qrData: made.pay_address ? paymentUri(payAmount, place) : paymentUrl,
    expiresAt: made.expires_at,
    raw: { provider_payment_id: made.provider_payment_id },
  };
}

async function findBooks({ work }: SandboxKernel, id: string): Promise<store.Books> {
  const found = await work.read((db) => store.findBooksByProviderId(db, id));
  if (found) return found;
  throw new ProviderRefused(name, 'The payment provider does not know this payment.', 'not_found');
}

async function expirePayment(kernel: SandboxKernel, id: string): Promise<boolean> {
  const { payment } = await findBooks(kernel, id);
  return kernel.work.write(async (tx) => {
    const books = await store.findBooksToChange(tx, payment.id);
    if (books?.payment.status !== 'waiting') return false;
    const change = { status: 'expired', updated_at: kernel.clock.now() };
    await store.updatePayment(tx, payment.id, change);
    return true;
  });
}

/** Numeric columns come with 18 decimals: the currency's own digits. */
const plain = (amount: string, currency: string): string =>
  toDecimalText(amountOf(amount, currency));

function toTruth(books: store.Books): ProviderTruth {
  const { payment, transfers, refunds } = books;
  const { price_currency, pay_currency } = payment;
  const paid = plain(paidOf(books).toFixed(), pay_currency);
  return {
    providerPaymentId: payment.provider_payment_id,
    reference: null,
    orderId: payment.id,
    status: statusFromNowpayments(payment.status),
    providerStatus: payment.status,
    price: { currency: price_currency, amount: plain(payment.price_amount, price_currency) },
    payAmount: { currency: pay_currency, amount: plain(payment.pay_amount, pay_currency) },
    actuallyPaid: { currency: pay_currency, amount: paid },
    transfers: transfers.map((one) => ({
      id: one.id,
      currency: one.currency,
      amount: plain(one.amount, one.currency),
      at: one.created_at,
      confirmations: one.confirmations,
      hash: one.hash,
      isSettled: isSettled(one),
    })),
    returns: refunds.map((one) => toReturn(one, price_currency)),
    updatedAt: payment.updated_at,
    raw: { payment, transfers, refunds },
  };
}

const toReturn = (refund: store.RefundRow, currency: string): ProviderReturn => ({
  id: refund.id,
  kind: refund.kind as ProviderReturn['kind'],
  currency,
  amount: plain(refund.amount, currency),
  at: refund.created_at,
  isUndone: false,
});

function refund(
  { work, clock }: SandboxKernel,
  id: string,
  { key, amount }: Parameters<PaymentProvider['refund']>[1],
): Promise<ProviderReturn> {
  return work.write(async (tx) => {
    const found = await store.findBooksByProviderId(tx, id);
    const books = found && (await store.findBooksToChange(tx, found.payment.id));
    if (!books) throw new ProviderRefused(name, 'The payment provider does not know this payment.');
    const { payment, refunds } = books;
    const repeated = refunds.find((one) => one.key === key);
    if (repeated) return toReturn(repeated, payment.price_currency);
    const left = leftOf(books);
    const wanted = amount ?? left;
    if (wanted.minor <= 0n || wanted.minor > left.minor)
      throw new ProviderRefused(name, 'There is not that much to give back.', 'amount_too_large');
    const row = {
      id: `sbr_${randomBytes(9).toString('hex')}`,
      sandbox_payment_id: payment.id,
      kind: 'refund',
      key,
      amount: toDecimalText(wanted),
      created_at: clock.now(),
    };
    await store.insertRefund(tx, row);
    if (wanted.minor === left.minor)
      await store.updatePayment(tx, payment.id, { status: 'refunded', updated_at: clock.now() });
    return toReturn(row, payment.price_currency);
  });
}

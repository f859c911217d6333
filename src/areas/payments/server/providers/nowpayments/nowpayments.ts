// NOWPayments: crypto through its HTTP API (api.nowpayments.io/v1). The API can neither close nor
// refund a payment. A repeated deposit to an address becomes a payment of its own, with the first
// as its parent.

import type { Clock } from '#kernel/clock.ts';
import { convertAmount, Decimal } from '#lib/decimal.ts';
import { type Amount, roundToAmount, toDecimalText } from '#lib/money.ts';
import { snapshotRate } from '#lib/rates.ts';
import { toJsonNumber } from '../decimal-json.ts';
import { paymentUri } from '../payment-uri.ts';
import {
  type CreatedPayment,
  type NewPayment,
  type PaymentProvider,
  ProviderRefused,
  type ProviderReversal,
  type ProviderSnapshot,
  type ProviderTransfer,
  ProviderUnavailable,
} from '../provider.ts';
import { callProvider, type HttpOptions } from '../provider-http.ts';
import { isNowpaymentsTestUrl } from '../test-money.ts';
import { createNowpaymentsBalance } from './nowpayments-balance.ts';
import { readIpn } from './nowpayments-ipn.ts';
import {
  type NowpaymentsPayment,
  ourCode,
  parseResponse,
  readRefusal,
  responses,
} from './nowpayments-responses.ts';
import { isKnownStatus, statusFromNowpayments } from './nowpayments-status.ts';

export type NowpaymentsOptions = {
  apiKey: string;
  ipnSecret: string;
  webhookUrl: string;
  clock: Clock;
  baseUrl?: string;
  http?: HttpOptions;
};

const name = 'nowpayments';
const liveUrl = 'https://api.nowpayments.io/v1';
/** Further repeated deposits of a payment are left to staff. */
const repeatedDepositsMax = 20;

export function createNowpayments(options: NowpaymentsOptions): PaymentProvider {
  const get = (path: string, query: Record<string, string> = {}) =>
    callNowpayments(options, 'GET', `${path}${writeQuery(query)}`);
  const readPayment = async (id: string) =>
    parseResponse(responses.payment, await get(`/payment/${encodeURIComponent(id)}`));
  return {
    name,
    isTest: isNowpaymentsTestUrl(options.baseUrl ?? liveUrl),
    signatureHeader: 'x-nowpayments-sig',
    canRefund: false,
    convertsPrice: true,
    cards: null,
    balance: createNowpaymentsBalance(get),
    takes: (currencyType) => currencyType === 'crypto',
    createPayment: (payment) => createPayment(options, payment),
    fetchPayment: async (id) => {
      const first = await readPayment(id);
      const deposits = [first];
      for (const extra of first.payment_extra_ids.slice(0, repeatedDepositsMax))
        deposits.push(await readPayment(extra));
      return toSnapshot(first, deposits);
    },
    expirePayment: async () => false,
    refund: async () => {
      throw new ProviderRefused(name, 'Crypto payments must be refunded manually.', 'unsupported');
    },
    verifyWebhook: (headers, rawBody) => readIpn(options.ipnSecret, headers, rawBody),
    listCurrencies: async () => {
      const plain = parseResponse(responses.currencies, await get('/currencies'));
      const fixed = parseResponse(
        responses.fixedRates,
        await get('/currencies', { fixed_rate: 'true' }),
      );
      return {
        plain: plain.currencies.map(ourCode),
        fixedRate: fixed.currencies.map(({ currency, min_amount, max_amount }) => ({
          currency: ourCode(currency),
          minAmount: min_amount ?? '0',
          maxAmount: max_amount,
        })),
      };
    },
    minimumAmount: async (from, to) => {
      const query = {
        currency_from: from.toLowerCase(),
        currency_to: priceCurrencyFor(to).toLowerCase(),
      };
      const { min_amount } = parseResponse(responses.minimum, await get('/min-amount', query));
      return { currency: from, amount: min_amount };
    },
    maximumAmount: () => null,
    fetchRate: async (from, to) => {
      const priced = priceCurrencyFor(to);
      const query = {
        amount: '1',
        currency_from: from.toLowerCase(),
        currency_to: priced.toLowerCase(),
      };
      const { estimated_amount } = parseResponse(responses.estimate, await get('/estimate', query));
      const rate = new Decimal(estimated_amount).times(rateBetween(priced, to)).toFixed();
      return { rate, source: name, at: options.clock.now() };
    },
  };
}

async function callNowpayments(
  { baseUrl = liveUrl, apiKey, http }: NowpaymentsOptions,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const { status, json } = await callProvider(
    name,
    {
      method,
      url: `${baseUrl}${path}`,
      headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    },
    http,
  );
  if (status >= 400) throw readRefusal(status, json);
  return json;
}

async function createPayment(
  options: NowpaymentsOptions,
  { uuid, price, payCurrency, description, expiresAt }: NewPayment,
): Promise<CreatedPayment> {
  const providerPrice = toProviderPrice(price);
  const json = await callNowpayments(options, 'POST', '/payment', {
    price_amount: toJsonNumber(toDecimalText(providerPrice)),
    price_currency: providerPrice.currency.toLowerCase(),
    pay_currency: payCurrency.toLowerCase(),
    ipn_callback_url: options.webhookUrl,
    order_id: uuid,
    order_description: description,
  });
  const created = parseResponse(responses.payment, json);
  if (
    !created.pay_address ||
    created.pay_amount === null ||
    ourCode(created.pay_currency) !== payCurrency
  )
    throw new ProviderUnavailable(name, 'responded with a different payment');
  // Rounded up: short by a fraction of the smallest unit, it would never complete.
  const payAmount = roundToAmount(created.pay_amount, payCurrency, 'up');
  const destination = {
    address: created.pay_address,
    extraId: created.payin_extra_id,
    contract: null,
  };
  const validUntil = created.valid_until ?? expiresAt;
  return {
    providerPaymentId: created.payment_id,
    payAmount,
    payAddress: created.pay_address,
    extraId: created.payin_extra_id,
    paymentUrl: null,
    qrData: paymentUri(payAmount, destination),
    expiresAt: validUntil < expiresAt ? validUntil : expiresAt,
    ...(providerPrice !== price && { convertedPrice: providerPrice }),
    raw: json,
  };
}

/** "Currently following fiat currencies are available" as prices (documentation of /estimate). */
const priceCurrencies: readonly string[] = ['USD', 'EUR', 'CAD', 'GBP', 'AUD', 'ILS', 'RON'];
const priceCurrencyFor = (currency: string): string =>
  priceCurrencies.includes(currency) ? currency : 'USD';

/** Throws ProviderRefused without a rate of ours. */
function rateBetween(from: string, to: string): string {
  if (from === to) return '1';
  const rate = snapshotRate(from, to)?.rate;
  if (rate) return rate;
  throw new ProviderRefused(name, `${to} can not be paid in cryptocurrencies.`, 'no_rate');
}

/** The price itself, or its worth in US dollars by our rate. */
function toProviderPrice(price: Amount): Amount {
  const currency = priceCurrencyFor(price.currency);
  if (currency === price.currency) return price;
  return convertAmount(price, rateBetween(price.currency, currency), currency, 'up');
}

function toSnapshot(first: NowpaymentsPayment, deposits: NowpaymentsPayment[]): ProviderSnapshot {
  const payCurrency = ourCode(first.pay_currency);
  return {
    providerPaymentId: first.payment_id,
    reference: null,
    orderId: first.order_id,
    status: statusFromNowpayments(first.payment_status),
    providerStatus: first.payment_status,
    hasUnknownStatus: deposits.some(({ payment_status }) => !isKnownStatus(payment_status)),
    price: { currency: ourCode(first.price_currency), amount: first.price_amount },
    payAmount: first.pay_amount ? { currency: payCurrency, amount: first.pay_amount } : null,
    actuallyPaid: { currency: payCurrency, amount: first.actually_paid ?? '0' },
    transfers: deposits.flatMap(toTransfer),
    reversals: deposits.flatMap(toReversal),
    updatedAt: first.updated_at,
    raw: deposits,
  };
}

const epoch = new Date(0);
const isAboveZero = (amount: string | null): amount is string =>
  amount !== null && /[1-9]/.test(amount);

function toTransfer(deposit: NowpaymentsPayment): ProviderTransfer[] {
  if (!isAboveZero(deposit.actually_paid)) return [];
  return [
    {
      id: deposit.payment_id,
      currency: ourCode(deposit.pay_currency),
      amount: deposit.actually_paid,
      at: deposit.updated_at ?? deposit.created_at ?? epoch,
      confirmations: null,
      hash: deposit.payin_hash,
      isSettled: ['finished', 'partially_paid'].includes(deposit.payment_status),
      isStuck:
        ['failed', 'expired'].includes(deposit.payment_status) ||
        !isKnownStatus(deposit.payment_status),
    },
  ];
}

function toReversal(deposit: NowpaymentsPayment): ProviderReversal[] {
  if (deposit.payment_status !== 'refunded' || !isAboveZero(deposit.actually_paid)) return [];
  return [
    {
      id: `${deposit.payment_id}:refund`,
      transferId: deposit.payment_id,
      kind: 'refund',
      currency: ourCode(deposit.pay_currency),
      amount: deposit.actually_paid,
      at: deposit.updated_at ?? epoch,
      isUndone: false,
    },
  ];
}

const writeQuery = (query: Record<string, string>): string =>
  Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';

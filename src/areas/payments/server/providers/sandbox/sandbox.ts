// Our own test provider, without real money. It stores its own records, sends signed webhooks and
// answers API calls, so that everything else behaves as with a real provider.
import { randomBytes } from 'node:crypto';
import type { Kernel } from '#kernel/kernel.ts';
import { findCurrency } from '#lib/currencies.ts';
import { convertAmount } from '#lib/decimal.ts';
import { toAmount, toDecimalText } from '#lib/money.ts';
import { type Rate, snapshotRate } from '#lib/rates.ts';
import { statusFromNowpayments } from '../nowpayments/nowpayments-status.ts';
import { paymentUri } from '../payment-uri.ts';
import {
  type CreatedPayment,
  type NewPayment,
  type PaymentProvider,
  type ProviderCurrencies,
  ProviderRefused,
  type ProviderReversal,
  type ProviderSnapshot,
} from '../provider.ts';
import { addressFor } from './sandbox-addresses.ts';
import { createSandboxCards } from './sandbox-cards.ts';
import { readSandboxEvent } from './sandbox-event.ts';
import { computeLeft, isSettled, sumPaid } from './sandbox-payments.ts';
import { isSandboxSigned, sandboxKeys, sandboxSignatureHeader } from './sandbox-signature.ts';
import * as sandboxStore from './sandbox-store.ts';

const name = 'sandbox';

export type SandboxKernel = Pick<Kernel, 'config' | 'work' | 'clock'>;

export function createSandbox(
  kernel: SandboxKernel,
  options: { listCurrencies: () => Promise<ProviderCurrencies> },
): PaymentProvider {
  const { config, clock } = kernel;
  const keys = sandboxKeys(config.APP_SECRET);
  return {
    name,
    isTest: true,
    signatureHeader: sandboxSignatureHeader,
    canRefund: true,
    convertsPrice: true,
    cards: createSandboxCards(kernel),
    balance: null,
    takes: () => true,
    createPayment: (payment) => createPayment(kernel, payment),
    fetchPayment: async (id) => toSnapshot(await findRecords(kernel, id)),
    expirePayment: (id) => expirePayment(kernel, id),
    refund: (id, request) => refund(kernel, id, request),
    verifyWebhook: (headers, rawBody) =>
      isSandboxSigned(keys, headers[sandboxSignatureHeader], rawBody, clock.now())
        ? readSandboxEvent(rawBody)
        : null,
    listCurrencies: options.listCurrencies,
    minimumAmount: async (from) => {
      const { fixedRate } = await options.listCurrencies();
      const found = fixedRate.find(({ currency }) => currency === from);
      return { currency: from, amount: found?.minAmount ?? '0' };
    },
    maximumAmount: () => null,
    fetchRate: async (from, to) => requireRate(from, to),
  };
}

function requireRate(from: string, to: string): Rate {
  const rate = snapshotRate(from, to);
  if (rate) return rate;
  throw new ProviderRefused(name, 'This currency is not available right now.', 'no_rate');
}

async function createPayment(
  { config, work, clock }: SandboxKernel,
  { uuid, price, payCurrency, description, successUrl, cancelUrl, expiresAt }: NewPayment,
): Promise<CreatedPayment> {
  const { rate } = requireRate(price.currency, payCurrency);
  const isCrypto = findCurrency(payCurrency)?.kind === 'crypto';
  const { address, extraId } = isCrypto
    ? addressFor(payCurrency)
    : { address: null, extraId: null };
  const now = clock.now();
  const requested = {
    id: uuid,
    provider_payment_id: `sbx_${randomBytes(9).toString('hex')}`,
    status: 'waiting',
    price_amount: toDecimalText(price),
    price_currency: price.currency,
    // Rounded up: short by a fraction of the smallest unit, it would never complete.
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
  const saved = await work.write((tx) => sandboxStore.savePayment(tx, requested));
  const payAmount = toAmount(saved.pay_amount, saved.pay_currency);
  const paymentUrl = `${config.SITE_URL}/pay/sandbox/${uuid}`;
  const destination = {
    address: saved.pay_address ?? '',
    extraId: saved.pay_extra_id,
    contract: null,
  };
  return {
    providerPaymentId: saved.provider_payment_id,
    payAmount,
    payAddress: saved.pay_address,
    extraId: saved.pay_extra_id,
    paymentUrl,
    qrData: saved.pay_address ? paymentUri(payAmount, destination) : paymentUrl,
    expiresAt: saved.expires_at,
    raw: { provider_payment_id: saved.provider_payment_id },
  };
}

async function findRecords(
  { work }: SandboxKernel,
  id: string,
): Promise<sandboxStore.SandboxRecords> {
  const found = await work.read((db) => sandboxStore.findRecordsByProviderId(db, id));
  if (found) return found;
  throw new ProviderRefused(name, 'The payment provider does not know this payment.', 'not_found');
}

async function expirePayment(kernel: SandboxKernel, id: string): Promise<boolean> {
  const { payment } = await findRecords(kernel, id);
  return kernel.work.write(async (tx) => {
    const records = await sandboxStore.lockRecords(tx, payment.id);
    if (records?.payment.status !== 'waiting') return false;
    const change = { status: 'expired', updated_at: kernel.clock.now() };
    await sandboxStore.updatePayment(tx, payment.id, change);
    return true;
  });
}

/** Numeric columns have 18 decimals; this keeps those of the currency. */
const plain = (amount: string, currency: string): string =>
  toDecimalText(toAmount(amount, currency));

function toSnapshot(records: sandboxStore.SandboxRecords): ProviderSnapshot {
  const { payment, transfers, refunds } = records;
  const { price_currency, pay_currency } = payment;
  const paid = plain(sumPaid(records).toFixed(), pay_currency);
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
      isStuck: ['failed', 'expired'].includes(payment.status) && !isSettled(one),
    })),
    reversals: refunds.map((one) => toReversal(one, price_currency)),
    updatedAt: payment.updated_at,
    declineCode: payment.decline_code,
    raw: { payment, transfers, refunds },
  };
}

const toReversal = (refund: sandboxStore.RefundRow, currency: string): ProviderReversal => ({
  id: refund.id,
  transferId: null,
  kind: refund.kind as ProviderReversal['kind'],
  currency,
  amount: plain(refund.amount, currency),
  at: refund.created_at,
  isUndone: false,
});

function refund(
  { work, clock }: SandboxKernel,
  id: string,
  { key, amount }: Parameters<PaymentProvider['refund']>[1],
): Promise<ProviderReversal> {
  return work.write(async (tx) => {
    const found = await sandboxStore.findRecordsByProviderId(tx, id);
    const records = found && (await sandboxStore.lockRecords(tx, found.payment.id));
    if (!records)
      throw new ProviderRefused(name, 'The payment provider does not know this payment.');
    const { payment, refunds } = records;
    const repeated = refunds.find((one) => one.key === key);
    if (repeated) return toReversal(repeated, payment.price_currency);
    const left = computeLeft(records);
    const requested = amount ?? left;
    if (requested.minor <= 0n || requested.minor > left.minor)
      throw new ProviderRefused(
        name,
        'The refund is larger than the amount left.',
        'amount_too_large',
      );
    const row = {
      id: `sbr_${randomBytes(9).toString('hex')}`,
      sandbox_payment_id: payment.id,
      kind: 'refund',
      key,
      amount: toDecimalText(requested),
      created_at: clock.now(),
    };
    await sandboxStore.insertRefund(tx, row);
    if (requested.minor === left.minor)
      await sandboxStore.updatePayment(tx, payment.id, {
        status: 'refunded',
        updated_at: clock.now(),
      });
    return toReversal(row, payment.price_currency);
  });
}

// What every payment provider looks like from here. Providers only tell; what it means for a
// payment is decided by payment-states.ts, and money is moved by the ledger.
import type { IncomingHttpHeaders } from 'node:http';
import type { Amount } from '#lib/money.ts';
import type { PaymentStatus } from '../../payment-status.ts';

export type ProviderName = 'sandbox' | 'nowpayments' | 'stripe';

export type NewPayment = {
  /** Our payment's id; providers carry it as their order id and send it back. */
  uuid: string;
  /** What the provider is to collect: the credited amount and the fee. */
  price: Amount;
  payCurrency: string;
  description: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/** Decimal text in units of the currency, as exact as the provider wrote it. */
export type Quantity = { currency: string; amount: string };

export type CreatedPayment = {
  providerPaymentId: string;
  /** What the customer is asked to send, rounded up to the currency's smallest unit. */
  payAmount: Amount;
  payAddress: string | null;
  /** The memo or tag without which the money is not found. */
  extraId: string | null;
  /** The provider's own page, where there is one to go to. */
  paymentUrl: string | null;
  qrData: string | null;
  /** Can be earlier than asked for. */
  expiresAt: Date;
  raw: unknown;
};

export type ProviderTransfer = Quantity & {
  /** Unique within the provider: money is credited once for each. */
  id: string;
  at: Date;
  confirmations: number | null;
  hash: string | null;
  /** The provider will not take it back any more: it may be credited. */
  isSettled: boolean;
};

export type ProviderReturn = Quantity & {
  id: string;
  kind: 'refund' | 'chargeback';
  at: Date;
  /** The money came to us again: the refund failed, or the dispute was won. */
  isUndone: boolean;
};

/** What a provider says of a payment when it is asked. Webhooks are only a reason to ask. */
export type ProviderTruth = {
  providerPaymentId: string;
  /** A second name under which later events come, such as Stripe's payment intent. */
  reference: string | null;
  /** Our payment's id, as the provider kept it. Null when it has none. */
  orderId: string | null;
  status: PaymentStatus;
  /** The provider's own word. */
  providerStatus: string;
  /** What was asked for; compare with our own row before anything is credited. */
  price: Quantity | null;
  payAmount: Quantity | null;
  /** The sum of the transfers in the currency that was to be paid with, as the provider counts. */
  actuallyPaid: Quantity | null;
  transfers: ProviderTransfer[];
  returns: ProviderReturn[];
  updatedAt: Date | null;
  raw: unknown;
};

/** A webhook whose signature held. With neither id it is about nothing of ours: keep and ignore. */
export type WebhookEvent = {
  /** The same for every delivery of the same event, and for no other event. */
  eventId: string;
  providerPaymentId: string | null;
  reference: string | null;
  orderId: string | null;
  providerStatus: string;
  price: Quantity | null;
};

export type WebhookHeaders = IncomingHttpHeaders;

export type ProviderCurrencies = {
  /** Codes as ours in lib/currencies where we know the currency, else the provider's own. */
  plain: string[];
  fixedRate: { currency: string; minAmount: string; maxAmount: string | null }[];
};

export type ProviderRate = { rate: string; source: string; at: Date };

export type PaymentProvider = {
  name: ProviderName;
  /** Its money is nobody's. */
  isTest: boolean;
  /** Header whose presence says that a webhook is this provider's. */
  signatureHeader: string;
  canRefund: boolean;
  /** Whether a price may be paid in another currency than its own. */
  convertsPrice: boolean;
  /** Whether it takes this kind of money at all; which codes, `listCurrencies` says. */
  takes: (currencyType: 'fiat' | 'crypto') => boolean;
  createPayment(payment: NewPayment): Promise<CreatedPayment>;
  fetchPayment(providerPaymentId: string): Promise<ProviderTruth>;
  /**
   * Tells the provider to take no money for it any more. False when the provider can't or it is
   * over already: money may still come, and is then late.
   */
  expirePayment(providerPaymentId: string): Promise<boolean>;
  /** Without an amount all of it. The same key asks for the same refund, never for a second. */
  refund(
    providerPaymentId: string,
    request: { key: string; amount?: Amount },
  ): Promise<ProviderReturn>;
  /** Null for whatever is not signed by the provider. Never throws on what a stranger sends. */
  verifyWebhook(headers: WebhookHeaders, rawBody: Buffer): WebhookEvent | null;
  listCurrencies(): Promise<ProviderCurrencies>;
  /** The least amount of `from` that can be paid towards a price in `to`. */
  minimumAmount(from: string, to: string): Promise<Quantity>;
  /** Units of `to` for one of `from`, now: what late money is worth. */
  fetchRate(from: string, to: string): Promise<ProviderRate>;
};

/** It may work later: a timeout, a broken answer, too many calls, or keys that it does not take. */
export class ProviderUnavailable extends Error {
  readonly provider: ProviderName;
  readonly retryAfterSeconds: number | null;
  constructor(provider: ProviderName, reason: string, retryAfterSeconds: number | null = null) {
    super(`${provider}: ${reason}`);
    this.name = 'ProviderUnavailable';
    this.provider = provider;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** It will not work as asked. The message may be shown to a person. */
export class ProviderRefused extends Error {
  readonly provider: ProviderName;
  /** The provider's own code, for the log. */
  readonly code: string;
  constructor(provider: ProviderName, words: string, code = '') {
    super(words);
    this.name = 'ProviderRefused';
    this.provider = provider;
    this.code = code;
  }
}

// The interface of all payment providers. Providers only report; payment-states.ts decides what it
// means for a payment, and the ledger moves money.
import type { IncomingHttpHeaders } from 'node:http';
import type { Amount } from '#lib/money.ts';
import type { MovementKind } from '../../wire/clearing.constants.ts';
import type { PaymentProviderName, PaymentStatus } from '../../wire/payments.constants.ts';

/** Every provider with an adapter: `manual` has none. */
export type ProviderName = Exclude<PaymentProviderName, 'manual'>;

export type NewPayment = {
  /** Our payment's id, which providers store as their order id and send back. */
  uuid: string;
  /** What the provider collects: the amount to credit plus the fee. */
  price: Amount;
  payCurrency: string;
  description: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/** Decimal text in units of the currency, with all digits of the provider. */
export type Quantity = { currency: string; amount: string };

export type CreatedPayment = {
  providerPaymentId: string;
  /** What the customer has to send, rounded up to the currency's smallest unit. */
  payAmount: Amount;
  payAddress: string | null;
  /** Memo or tag; without it the money can't be assigned. */
  extraId: string | null;
  /** The provider's payment page, if it has one. */
  paymentUrl: string | null;
  qrData: string | null;
  /** May be earlier than requested. */
  expiresAt: Date;
  /** What the provider was asked for, if it does not know the currency of the price. */
  convertedPrice?: Amount;
  raw: unknown;
};

export type ProviderTransfer = Quantity & {
  /** Unique per provider: money is credited once for each. */
  id: string;
  at: Date;
  confirmations: number | null;
  hash: string | null;
  /** Final at the provider, so it can be credited. */
  isSettled: boolean;
  /** It will not settle: the provider gave up, or reports an unknown status. */
  isStuck?: boolean;
};

export type ProviderReversal = Quantity & {
  id: string;
  /** The transfer whose money went back; null if it is that of all transfers. */
  transferId: string | null;
  kind: 'refund' | 'chargeback';
  at: Date;
  /** The money is back: the refund failed or the dispute was won. */
  isUndone: boolean;
};

/** A payment as its provider reports it. Webhooks are only a reason to fetch it. */
export type ProviderSnapshot = {
  providerPaymentId: string;
  /** A second id that later events use, such as Stripe's payment intent. */
  reference: string | null;
  /** Our payment's id, as stored by the provider. */
  orderId: string | null;
  status: PaymentStatus;
  /** The provider's own status. */
  providerStatus: string;
  /** It has a status that the adapter does not know. */
  hasUnknownStatus?: boolean;
  /** The requested price; compare it with our row before crediting anything. */
  price: Quantity | null;
  payAmount: Quantity | null;
  /** The provider's sum of the transfers, in the pay currency. */
  actuallyPaid: Quantity | null;
  transfers: ProviderTransfer[];
  reversals: ProviderReversal[];
  /** Why a saved card did not pay: `authentication_required`, or the provider's code. */
  declineCode?: string | null;
  updatedAt: Date | null;
  raw: unknown;
};

/** A webhook with a valid signature. Without any id it is not about a payment of ours. */
export type WebhookEvent = {
  /** Unique per event, and equal for repeated deliveries. */
  eventId: string;
  providerPaymentId: string | null;
  reference: string | null;
  orderId: string | null;
  providerStatus: string;
  price: Quantity | null;
};

export type WebhookHeaders = IncomingHttpHeaders;

export type ProviderCurrencies = {
  /** Our codes (lib/currencies) for known currencies, otherwise the provider's. */
  plain: string[];
  fixedRate: { currency: string; minAmount: string; maxAmount: string | null }[];
};

export type ProviderRate = { rate: string; source: string; at: Date };

export type NewCardSetup = {
  /** Our setup's id, which providers store and send back. */
  uuid: string;
  customerId: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

export type CreatedCardSetup = {
  providerSetupId: string;
  /** The provider's page: we never see the card's number. */
  url: string;
  /** May be later than requested. */
  expiresAt: Date;
};

export type ProviderCard = {
  id: string;
  /** Of its number: the same each time that the card is saved. Null where the provider has none. */
  fingerprint: string | null;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
};

export type CardSetupSnapshot = {
  orderId: string | null;
  status: 'open' | 'expired';
  /** Null until it is saved, whatever the status. */
  card: ProviderCard | null;
};

export type NewCardCharge = {
  /** Our payment's id, which providers store and send back. */
  uuid: string;
  /** What is charged once, however often it is asked for. */
  key: string;
  /** When the key was first used: providers know keys for a time only. */
  startedAt: Date;
  customerId: string;
  cardId: string;
  price: Amount;
  description: string;
};

/** Saved cards, of providers that have them. */
export type CardProvider = {
  /** Whose cards the keys can use, such as `acct_1/test`. Null until loaded; empty if unknown. */
  account(): string | null;
  /** Asks the provider once. Throws ProviderUnavailable. */
  loadAccount(): Promise<string>;
  /** The provider's id of a new customer. Idempotent per key. */
  createCustomer(customer: { key: string; email: string }): Promise<string>;
  createSetup(setup: NewCardSetup): Promise<CreatedCardSetup>;
  fetchSetup(providerSetupId: string): Promise<CardSetupSnapshot>;
  /** Returns the provider's id, paid or declined: fetch it. Throws ProviderRefused without one. */
  charge(charge: NewCardCharge): Promise<string>;
  /** As the network knows it now; null if the provider has it no more. */
  fetchCard(cardId: string): Promise<ProviderCard | null>;
  /** Safe to repeat. */
  removeCard(cardId: string): Promise<void>;
  /** With all cards. Safe to repeat. */
  removeCustomer(customerId: string): Promise<void>;
};

/** A movement of the provider's balance: what came in, less what the provider kept of it. */
export type ProviderMovement = {
  /** Unique per provider: booked once. */
  id: string;
  category: Exclude<MovementKind, 'opening'>;
  /** As the provider calls it. */
  type: string;
  /** Before the fee; below zero for what left. */
  amount: Quantity;
  /** Below zero if it was given back. */
  fee: Quantity;
  /** Its worth in the currency of the payment, if the provider converted it. */
  source: Quantity | null;
  /** What it is about: a charge, a refund, a dispute, a payout. */
  subject: string | null;
  /** The payment's id or reference at the provider. */
  paymentReference: string | null;
  description: string;
  at: Date;
  /** When the provider pays it out at the earliest. */
  availableAt: Date;
  /** Of a payout: the day on which the bank should have it, `YYYY-MM-DD`. */
  arrivesOn: string | null;
};

export type ProviderBalance = { currency: string; available: string; pending: string };

/** A deposit whose movement is not known yet. */
export type CreditedDeposit = {
  /** Of the transfer. */
  id: string;
  /** What was credited and our fee, in the currency of the price. */
  worth: Quantity;
};

/** The balance that a provider keeps for us. */
export type BalanceProvider = {
  /** In any order. `deposits` are for providers that list no movements. */
  listMovements(
    since: Date,
    deposits: readonly CreditedDeposit[],
  ): AsyncIterable<ProviderMovement[]>;
  readBalance(): Promise<ProviderBalance[]>;
};

export type PaymentProvider = {
  name: ProviderName;
  /** Moves no real money. */
  isTest: boolean;
  /** Identifies this provider's webhooks. */
  signatureHeader: string;
  canRefund: boolean;
  /** Whether a price can be paid in another currency. */
  convertsPrice: boolean;
  /** Null where cards can't be saved. */
  cards: CardProvider | null;
  /** Null where no money is kept. */
  balance: BalanceProvider | null;
  /** Whether it accepts this kind of currency; `listCurrencies` has the codes. */
  takes: (currencyType: 'fiat' | 'crypto') => boolean;
  createPayment(payment: NewPayment): Promise<CreatedPayment>;
  fetchPayment(providerPaymentId: string): Promise<ProviderSnapshot>;
  /** False if it can't be closed or already is: money that still arrives is late. */
  expirePayment(providerPaymentId: string): Promise<boolean>;
  /** Refunds everything without an amount. Idempotent per key. */
  refund(
    providerPaymentId: string,
    request: { key: string; amount?: Amount },
  ): Promise<ProviderReversal>;
  /** What its key may not do although we need it; only for providers whose keys can be limited. */
  listMissingPermissions?(): Promise<string[]>;
  /** Null without a valid signature. Never throws, whatever the body. */
  verifyWebhook(headers: WebhookHeaders, rawBody: Buffer): WebhookEvent | null;
  listCurrencies(): Promise<ProviderCurrencies>;
  /** The minimum amount of `from` for a price in `to`. */
  minimumAmount(from: string, to: string): Promise<Quantity>;
  /** The most that one payment can collect, fee included; null without a limit. */
  maximumAmount(currency: string): Amount | null;
  /** Current units of `to` per unit of `from`, for late money. */
  fetchRate(from: string, to: string): Promise<ProviderRate>;
};

/** May work later: a timeout, an invalid response, a rate limit, or a rejected API key. */
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

/** Code of a refusal: the provider does not know the customer, who was deleted there. */
export const customerMissing = 'customer_missing';

/** The provider rejected the request. The message can be shown to customers. */
export class ProviderRefused extends Error {
  readonly provider: ProviderName;
  /** The provider's own code, for the log. */
  readonly code: string;
  constructor(provider: ProviderName, message: string, code = '') {
    super(message);
    this.name = 'ProviderRefused';
    this.provider = provider;
    this.code = code;
  }
}

// What is posted, as values. A positive posting credits an account: a customer's wallet above zero
// is money that we owe them, a provider's clearing account below zero is money that it owes us.
import { type Amount, isZero, toDecimalText } from '#lib/money.ts';

export const transactionTypes = [
  'deposit',
  'withdrawal',
  'charge',
  'refund',
  'fee',
  'bonus',
  'adjustment',
] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const walletKinds = ['wallet_available', 'wallet_reserved'] as const;
export const platformKinds = [
  'provider_clearing',
  'revenue',
  'fees',
  'bonus',
  'rounding',
  'suspense',
  'exchange',
] as const;
export type WalletKind = (typeof walletKinds)[number];
export type PlatformKind = (typeof platformKinds)[number];
export type LedgerAccountKind = WalletKind | PlatformKind;

/** `label` tells platform accounts of one kind apart: the provider of a clearing account. */
export type PostingDraft = { kind: LedgerAccountKind; label?: string; amount: Amount };

/** Units of the second currency for one of the first, whose word it is, and when it held. */
export type Rate = { rate: string; source: string; at: Date };

/** What every journal may say beside its postings. */
export type JournalDetails = {
  /** One journal a key, for ever: `payment:<id>:transfer:<transfer>`. Up to 255 characters. */
  idempotencyKey: string;
  /** What the customer may search for: an order, an invoice, a payment's number. */
  reference?: string | null;
  description?: string;
  /** `account:7`, `staff:3`, `job:payments.reconcile`, `provider:stripe`, `payment:<id>`. */
  actor: string;
  /** When it happened in the world; the time of posting unless told. Balances go by posting. */
  effectiveAt?: Date;
  metadata?: Record<string, unknown>;
  paymentId?: string | null;
  subscriptionId?: string | null;
  rate?: Rate;
  /** Lets the wallet fall below zero: a chargeback takes money that may be spent already. */
  mayOverdraw?: boolean;
};

/** Made by the constructors of `transactions.ts`; `accountId` owns all its wallet postings. */
export type JournalDraft = JournalDetails & {
  type: TransactionType;
  accountId: number | null;
  postings: readonly PostingDraft[];
};

export const isWallet = (kind: LedgerAccountKind): kind is WalletKind =>
  (walletKinds as readonly string[]).includes(kind);

const keyMax = 255;

/**
 * What the database would refuse too, said before a round trip: at least two postings, none zero,
 * one an account, each currency sums to zero, wallets have an owner. Throws Error: it is a bug.
 */
export function assertJournal({ idempotencyKey, accountId, postings }: JournalDraft): void {
  if (idempotencyKey.length === 0 || idempotencyKey.length > keyMax)
    throw new Error(`An idempotency key has 1 to ${keyMax} characters.`);
  if (postings.length < 2) throw new Error('A journal has at least two postings.');
  const sums = new Map<string, bigint>();
  const places = new Set<string>();
  for (const { kind, label = '', amount } of postings) {
    if (isZero(amount)) throw new Error('A posting of zero says nothing.');
    // Knows the currency, or throws.
    toDecimalText(amount);
    if (isWallet(kind) && accountId === null) throw new Error('A wallet has an owner.');
    const place = `${kind}/${label}/${amount.currency}`;
    if (places.has(place)) throw new Error(`Two postings on ${place}: add them up.`);
    places.add(place);
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.minor);
  }
  for (const [currency, sum] of sums)
    if (sum !== 0n) throw new Error(`The postings in ${currency} don't sum to zero.`);
}

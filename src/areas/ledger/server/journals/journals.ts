// Journals as values. A positive posting credits an account: a wallet above zero is money that we
// owe the customer, a provider's clearing account below zero is money that the provider owes us.
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
/** Settlements with providers change no wallet, so that customers never see one. */
export type JournalType = TransactionType | 'settlement';

const walletKinds = ['wallet_available', 'wallet_reserved'] as const;
const platformKinds = [
  'provider_clearing',
  'revenue',
  'fees',
  'bonus',
  'rounding',
  'suspense',
  'exchange',
  'provider_balance',
  'provider_fees',
  'provider_reserve',
  'provider_other',
  'bank',
  'unexplained',
] as const;
export type WalletKind = (typeof walletKinds)[number];
export type PlatformKind = (typeof platformKinds)[number];
export type LedgerAccountKind = WalletKind | PlatformKind;

/** `label` distinguishes platform accounts of one kind, such as clearing accounts by provider. */
export type PostingDraft = { kind: LedgerAccountKind; label?: string; amount: Amount };

/** Units of the second currency per unit of the first, with the rate's source and time. */
export type Rate = { rate: string; source: string; at: Date };

/** Everything in a journal except its postings. */
export type JournalDetails = {
  /** One journal per key, for ever: `transfer:<provider>:<transfer>`. Up to 255 characters. */
  idempotencyKey: string;
  /** Searchable by the customer: the number of an order, invoice or payment. */
  reference?: string | null;
  description?: string;
  /** `account:7`, `staff:3`, `job:payments.reconcile`, `provider:stripe`, `payment:<id>`. */
  actor: string;
  /** When it actually happened; defaults to now. Balances depend on the time of posting. */
  effectiveAt?: Date;
  metadata?: Record<string, unknown>;
  paymentId?: string | null;
  subscriptionId?: string | null;
  rate?: Rate;
  /** Allows a balance below zero: a chargeback takes money that may already be spent. */
  mayOverdraw?: boolean;
};

/** Created by `journal-drafts.ts`; `accountId` owns all wallet postings. */
export type JournalDraft = JournalDetails & {
  type: JournalType;
  accountId: number | null;
  postings: readonly PostingDraft[];
};

export const isWallet = (kind: LedgerAccountKind): kind is WalletKind =>
  (walletKinds as readonly string[]).includes(kind);

const keyMax = 255;

/** What the database enforces too, before the round trip. A failure is a bug: Error. */
export function assertJournal({ idempotencyKey, accountId, postings }: JournalDraft): void {
  if (idempotencyKey.length === 0 || idempotencyKey.length > keyMax)
    throw new Error(`An idempotency key has 1 to ${keyMax} characters.`);
  if (postings.length < 2) throw new Error('A journal needs at least two postings.');
  const sums = new Map<string, bigint>();
  const places = new Set<string>();
  for (const { kind, label = '', amount } of postings) {
    if (isZero(amount)) throw new Error('A posting can not be zero.');
    // Throws for an unknown currency.
    toDecimalText(amount);
    if (isWallet(kind) && accountId === null) throw new Error('A wallet needs an owner.');
    const place = `${kind}/${label}/${amount.currency}`;
    if (places.has(place)) throw new Error(`Two postings on ${place}: add them up.`);
    places.add(place);
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.minor);
  }
  for (const [currency, sum] of sums)
    if (sum !== 0n) throw new Error(`The postings in ${currency} don't sum to zero.`);
}

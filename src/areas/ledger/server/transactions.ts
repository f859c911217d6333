// The journals of this business as pure functions. Amounts are above zero unless said; the sign
// follows from what happens.
import { convertAmount } from '#lib/decimal.ts';
import {
  type Amount,
  addAmounts,
  isPositive,
  isZero,
  negate,
  subtractAmounts,
  zero,
} from '#lib/money.ts';
import type {
  JournalDetails,
  JournalDraft,
  PlatformKind,
  PostingDraft,
  Rate,
  TransactionType,
} from './journals.ts';

type OfWallet = JournalDetails & { accountId: number; amount: Amount };

function assertPositive(amount: Amount): void {
  if (!isPositive(amount)) throw new Error('The amount of a transaction is above zero.');
}

function pair(
  type: TransactionType,
  { amount, ...details }: OfWallet,
  wallet: Amount,
  other: { kind: PlatformKind; label?: string },
): JournalDraft {
  assertPositive(amount);
  const postings: PostingDraft[] = [
    { kind: 'wallet_available', amount: wallet },
    { ...other, amount: negate(wallet) },
  ];
  return { ...details, type, postings };
}

/**
 * Money that arrived at a provider. `amount` is credited. `fee` is what we keep beside it, and
 * `arrived` what came in: the gap to `amount` plus `fee`, either way, goes to the rounding account.
 */
export function deposit(
  input: OfWallet & { provider: string; fee?: Amount; arrived?: Amount },
): JournalDraft {
  const { amount, provider, fee = zero(amount.currency), arrived, ...details } = input;
  assertPositive(amount);
  const owed = addAmounts(amount, fee);
  const came = arrived ?? owed;
  const postings: PostingDraft[] = [
    { kind: 'wallet_available', amount },
    { kind: 'provider_clearing', label: provider, amount: negate(came) },
    { kind: 'fees', amount: fee },
    { kind: 'rounding', amount: subtractAmounts(came, owed) },
  ];
  return { ...details, type: 'deposit', postings: postings.filter((one) => !isZero(one.amount)) };
}

/** The customer pays us for something. */
export const charge = (input: OfWallet): JournalDraft =>
  pair('charge', input, negate(input.amount), { kind: 'revenue' });

/** We give back what was charged, all or a part. */
export const refundCharge = (input: OfWallet): JournalDraft =>
  pair('refund', input, input.amount, { kind: 'revenue' });

/** A payment goes back to where it came from: the wallet pays it out to the provider. */
export const refundPayment = ({
  provider,
  ...input
}: OfWallet & { provider: string }): JournalDraft =>
  pair('refund', input, negate(input.amount), { kind: 'provider_clearing', label: provider });

/** What we take for a service of the wallet itself. */
export const fee = (input: OfWallet): JournalDraft =>
  pair('fee', input, negate(input.amount), { kind: 'fees' });

export const bonus = (input: OfWallet): JournalDraft =>
  pair('bonus', input, input.amount, { kind: 'bonus' });

/** A correction by staff, in favour of the customer (`credit`) or not. */
export const adjustment = ({
  direction,
  ...input
}: OfWallet & { direction: 'credit' | 'debit' }): JournalDraft =>
  pair('adjustment', input, direction === 'credit' ? input.amount : negate(input.amount), {
    kind: 'suspense',
  });

/** Paid out at once. */
export const withdrawal = ({ provider, ...input }: OfWallet & { provider: string }): JournalDraft =>
  pair('withdrawal', input, negate(input.amount), { kind: 'provider_clearing', label: provider });

/** Set aside until the provider has paid it out. Reverse it when the payout fails. */
export function requestWithdrawal({ amount, ...details }: OfWallet): JournalDraft {
  assertPositive(amount);
  const postings: PostingDraft[] = [
    { kind: 'wallet_available', amount: negate(amount) },
    { kind: 'wallet_reserved', amount },
  ];
  return { ...details, type: 'withdrawal', postings };
}

/** The provider paid out what `requestWithdrawal` set aside. The customer sees no second entry. */
export function settleWithdrawal({
  amount,
  provider,
  ...details
}: OfWallet & { provider: string }): JournalDraft {
  assertPositive(amount);
  const postings: PostingDraft[] = [
    { kind: 'wallet_reserved', amount: negate(amount) },
    { kind: 'provider_clearing', label: provider, amount },
  ];
  return { ...details, type: 'withdrawal', postings };
}

/**
 * Changes `amount` into `currency` at the rate, half-even, through the exchange accounts, which
 * keep what rounding leaves. Throws Error when so little is changed that nothing would come out.
 */
export function conversion({
  amount,
  currency,
  ...details
}: OfWallet & { currency: string; rate: Rate }): JournalDraft {
  assertPositive(amount);
  if (currency === amount.currency) throw new Error('A conversion is between two currencies.');
  const bought = convertAmount(amount, details.rate.rate, currency);
  if (!isPositive(bought)) throw new Error('Nothing would come out of this conversion.');
  const postings: PostingDraft[] = [
    { kind: 'wallet_available', amount: negate(amount) },
    { kind: 'exchange', amount },
    { kind: 'exchange', amount: negate(bought) },
    { kind: 'wallet_available', amount: bought },
  ];
  return { ...details, type: 'adjustment', postings };
}

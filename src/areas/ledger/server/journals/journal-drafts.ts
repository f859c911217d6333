// The journals of this business, pure. Amounts are above zero; the function decides the sign.
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
  TransactionType,
} from './journals.ts';

type WalletEntry = JournalDetails & { accountId: number; amount: Amount };

function assertPositive(amount: Amount): void {
  if (!isPositive(amount)) throw new Error('The amount of a transaction is above zero.');
}

function pair(
  type: TransactionType,
  { amount, ...details }: WalletEntry,
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

/** `arrived` is what the provider received; what `amount` and `fee` leave of it is rounding. */
export function deposit(
  input: WalletEntry & { provider: string; fee?: Amount; arrived?: Amount },
): JournalDraft {
  const { amount, provider, fee = zero(amount.currency), ...rest } = input;
  assertPositive(amount);
  const expected = addAmounts(amount, fee);
  const { arrived = expected, ...details } = rest;
  const postings: PostingDraft[] = [
    { kind: 'wallet_available', amount },
    { kind: 'provider_clearing', label: provider, amount: negate(arrived) },
    { kind: 'fees', amount: fee },
    { kind: 'rounding', amount: subtractAmounts(arrived, expected) },
  ];
  return { ...details, type: 'deposit', postings: postings.filter((one) => !isZero(one.amount)) };
}

/** The customer pays us for something. */
export const charge = (input: WalletEntry): JournalDraft =>
  pair('charge', input, negate(input.amount), { kind: 'revenue' });

/** Returns what the customer paid for something, in whole or part. */
export const creditCharge = (input: WalletEntry): JournalDraft =>
  pair('charge', input, input.amount, { kind: 'revenue' });

/**
 * Takes a refunded or charged-back payment out of the wallet. `fee` is our fee of the deposit,
 * which is lost with it, and `returned` is what left the provider: its difference to `amount` plus
 * `fee` goes to the rounding account.
 */
export function refundPayment(
  input: WalletEntry & { provider: string; fee?: Amount; returned?: Amount },
): JournalDraft {
  const { amount, provider, fee = zero(amount.currency), ...rest } = input;
  assertPositive(amount);
  const expected = addAmounts(amount, fee);
  const { returned = expected, ...details } = rest;
  const postings: PostingDraft[] = [
    { kind: 'wallet_available', amount: negate(amount) },
    { kind: 'provider_clearing', label: provider, amount: returned },
    { kind: 'fees', amount: negate(fee) },
    { kind: 'rounding', amount: subtractAmounts(expected, returned) },
  ];
  return { ...details, type: 'refund', postings: postings.filter((one) => !isZero(one.amount)) };
}

/** `fee`, a part of the amount, is ours; the rest leaves through the provider, or `manual`. */
export function withdrawal(input: WalletEntry & { provider: string; fee?: Amount }): JournalDraft {
  const { amount, provider, fee = zero(amount.currency), ...details } = input;
  const paid = subtractAmounts(amount, fee);
  assertPositive(paid);
  if (fee.minor < 0n) throw new Error('A fee is not below zero.');
  const postings: PostingDraft[] = [
    { kind: 'wallet_available', amount: negate(amount) },
    { kind: 'provider_clearing', label: provider, amount: paid },
    { kind: 'fees', amount: fee },
  ];
  return {
    ...details,
    type: 'withdrawal',
    postings: postings.filter((one) => !isZero(one.amount)),
  };
}

/** A correction by staff: `credit` adds to the wallet, `debit` takes from it. */
export const adjustment = ({
  direction,
  ...input
}: WalletEntry & { direction: 'credit' | 'debit' }): JournalDraft =>
  pair('adjustment', input, direction === 'credit' ? input.amount : negate(input.amount), {
    kind: 'suspense',
  });

/**
 * A movement of a provider's balance. `amount` is what came in before the provider's `fee`, below
 * zero for what left. `source` is its worth in the currency of the payment if the provider
 * converted it. Null if nothing moved.
 */
export function settlement({
  balance,
  other,
  amount,
  fee,
  source = amount,
  ...details
}: JournalDetails & {
  /** Label of the provider's balance. */
  balance: string;
  /** What the money is for the books. */
  other: { kind: PlatformKind; label: string };
  amount: Amount;
  fee: Amount;
  source?: Amount;
}): JournalDraft | null {
  const label = balance;
  const isOwnFee = fee.currency === amount.currency;
  const postings: PostingDraft[] = [
    {
      kind: 'provider_balance',
      label,
      amount: negate(isOwnFee ? subtractAmounts(amount, fee) : amount),
    },
    { kind: 'provider_fees', label, amount: negate(fee) },
    { ...other, amount: source },
    ...exchanged(isOwnFee ? [amount] : [amount, fee], [source]),
  ];
  const moved = addUp(postings).filter((one) => !isZero(one.amount));
  return moved.length > 0
    ? { ...details, type: 'settlement', accountId: null, postings: moved }
    : null;
}

/** What was given for what, through the exchange account of each currency. */
const exchanged = (received: Amount[], parts: Amount[]): PostingDraft[] =>
  [...received, ...parts.map(negate)].map((amount) => ({ kind: 'exchange', amount }));

/** One posting for each account and currency. */
function addUp(postings: readonly PostingDraft[]): PostingDraft[] {
  const places = Map.groupBy(
    postings,
    ({ kind, label = '', amount }) => `${kind}/${label}/${amount.currency}`,
  );
  return [...places.values()].map((own) => ({
    ...own[0]!,
    amount: own.map(({ amount }) => amount).reduce(addAmounts),
  }));
}

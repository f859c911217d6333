// The money of an account: what payments, refunds and disputes do to its balance, and payouts.
import { snapshotRate } from '#lib/rates.ts';
import type { StripeObject } from './objects.ts';
import { type Account, change, create, listAll, secondsNow } from './state.ts';

const daySeconds = 86_400;
const disputeFee = 1500;
/** Without a smaller unit (docs.stripe.com/currencies). */
const zeroDecimal = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
);
export const exponentFor = (currency: string): number => (zeroDecimal.has(currency) ? 0 : 2);

type Movement = {
  amount: number;
  currency: string;
  source: string;
  type: string;
  category: string;
  /** In units of the balance. */
  fee?: { amount: number; description: string };
  /** Available at once, as money that leaves is. */
  isAvailable?: boolean;
};

/** Adds a movement, in the currency of the balance. */
export function move(account: Account, movement: Movement): StripeObject {
  const { currency } = account;
  const rate = rateBetween(movement.currency, currency);
  const amount = Math.round(movement.amount * (rate ?? 1));
  const { fee } = movement;
  return create(account, 'balance_transaction', {
    amount,
    currency,
    exchange_rate: rate,
    fee: fee?.amount ?? 0,
    fee_details: fee
      ? [
          {
            amount: fee.amount,
            application: null,
            currency,
            description: fee.description,
            type: 'stripe_fee',
          },
        ]
      : [],
    net: amount - (fee?.amount ?? 0),
    source: movement.source,
    type: movement.type,
    reporting_category: movement.category,
    balance_type: 'payments',
    status: movement.isAvailable ? 'available' : 'pending',
    available_on: secondsNow(account) + (movement.isAvailable ? 0 : 2 * daySeconds),
  });
}

/** Of units; null within one currency. */
function rateBetween(from: string, to: string): number | null {
  if (from === to) return null;
  const rate = Number(snapshotRate(from.toUpperCase(), to.toUpperCase())?.rate ?? 1);
  return rate * 10 ** (exponentFor(to) - exponentFor(from));
}

/** 2.9 % and 30 cents, or 30 of the smallest units. */
export function moveCharge(account: Account, charge: StripeObject): StripeObject {
  const { amount, currency } = charge as unknown as { amount: number; currency: string };
  const settled = Math.round(amount * (rateBetween(currency, account.currency) ?? 1));
  const fee = Math.round(settled * 0.029) + 30;
  return move(account, {
    amount,
    currency,
    source: charge.id,
    type: 'charge',
    category: 'charge',
    fee: { amount: fee, description: 'Stripe processing fees' },
  });
}

/** What a dispute takes from the balance, with its fee, or gives back. */
export const moveDispute = (account: Account, dispute: StripeObject, isWithdrawal: boolean) => {
  const { amount, currency } = dispute as unknown as { amount: number; currency: string };
  return move(account, {
    amount: isWithdrawal ? -amount : amount,
    currency,
    source: dispute.id,
    type: 'adjustment',
    category: isWithdrawal ? 'dispute' : 'dispute_reversal',
    ...(isWithdrawal && { fee: { amount: disputeFee, description: 'Dispute fee' } }),
    isAvailable: true,
  });
};

/** Movements whose day has come. */
function settle(account: Account): StripeObject[] {
  const all = listAll(account, 'balance_transaction');
  for (const { id, status, available_on: at } of all)
    if (status === 'pending' && Number(at) <= secondsNow(account))
      change(account, id, { status: 'available' });
  return all;
}

const paidOut = new WeakMap<StripeObject, string>();

/** The movements that a payout consists of, and its own. */
export const listInPayout = (account: Account, payout: string): StripeObject[] =>
  listAll(account, 'balance_transaction').filter(
    (one) => paidOut.get(one) === payout || one.source === payout,
  );

export function readBalance(account: Account): object {
  const { currency } = account;
  const sums = { available: 0, pending: 0 };
  for (const { status, net } of settle(account)) sums[status as keyof typeof sums] += Number(net);
  const part = (amount: number) => [{ amount, currency, source_types: { card: amount } }];
  return {
    object: 'balance',
    livemode: account.isLive,
    available: part(sums.available),
    pending: part(sums.pending),
  };
}

/** Everything that is available goes to the bank. Undefined if there is nothing. */
export function payOut(account: Account): StripeObject | undefined {
  const rest = settle(account).filter(
    (one) =>
      one.status === 'available' && !paidOut.has(one) && !String(one.type).startsWith('payout'),
  );
  const amount = rest.reduce((sum, { net }) => sum + Number(net), 0);
  if (amount <= 0) return undefined;
  const payout = create(account, 'payout', {
    amount,
    currency: account.currency,
    automatic: true,
    arrival_date: secondsNow(account) + daySeconds,
    method: 'standard',
    source_type: 'card',
    status: 'in_transit',
    type: 'bank_account',
    reconciliation_status: 'completed',
  });
  for (const one of rest) paidOut.set(one, payout.id);
  const { id } = move(account, {
    amount: -amount,
    currency: account.currency,
    source: payout.id,
    type: 'payout',
    category: 'payout',
    isAvailable: true,
  });
  account.notify('payout.created', change(account, payout.id, { balance_transaction: id }));
  return payout;
}

/** The bank has it, or has sent it back. */
export function endPayout(account: Account, id: string, status: 'paid' | 'failed'): void {
  const payout = account.objects.get(id)!;
  if (status === 'paid') {
    account.notify('payout.paid', change(account, id, { status }));
    return;
  }
  const back = move(account, {
    amount: Number(payout.amount),
    currency: account.currency,
    source: id,
    type: 'payout_failure',
    category: 'payout_reversal',
    isAvailable: true,
  });
  for (const one of listAll(account, 'balance_transaction'))
    if (paidOut.get(one) === id) paidOut.delete(one);
  const failure = {
    status,
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    failure_balance_transaction: back.id,
  };
  account.notify('payout.failed', change(account, id, failure));
}

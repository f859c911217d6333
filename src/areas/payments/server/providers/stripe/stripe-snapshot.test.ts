import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { toIntentSnapshot } from './stripe-snapshot.ts';

const intent = {
  id: 'pi_1',
  status: 'succeeded',
  amount: 750,
  amount_received: 750,
  currency: 'usd',
  created: 0,
  latest_charge: { created: 0, refunded: false },
  metadata: {},
} as unknown as Stripe.PaymentIntent;

const out = (created: number, amount = -750, currency = 'usd') => ({ amount, created, currency });
it.each([
  ['an inquiry', 'warning_needs_response', [], []],
  ['one that was prevented before money moved', 'prevented', [], []],
  ['one that was resolved with money', 'prevented', [out(1)], [['7.50', 1, false]]],
  ['one under review', 'under_review', [out(1)], [['7.50', 1, false]]],
  ['one that was lost', 'lost', [out(1)], [['7.50', 1, false]]],
  ['one that was won', 'won', [out(1), out(2, 750)], [['7.50', 2, true]]],
  ['one whose appeal was lost', 'lost', [out(1), out(2, 750), out(3)], [['7.50', 3, false]]],
  ['one that was won in part', 'won', [out(1), out(2, 250)], [['5.00', 2, false]]],
  [
    'one that was won at another rate',
    'won',
    [out(1, -690, 'eur'), out(2, 680, 'eur')],
    [['7.50', 2, true]],
  ],
  ['one in another currency', 'lost', [out(1, -690, 'eur')], [['7.50', 1, false]]],
])('books a dispute by its money: %s', (_, status, movements, expected) => {
  const money = { amount: 750, currency: 'usd', created: 0, payment_intent: 'pi_1' };
  const dispute = { id: 'dp_1', status, ...money, balance_transactions: movements };
  const disputes = [dispute as unknown as Stripe.Dispute];
  const { reversals } = toIntentSnapshot({ intent, refunds: [], disputes });
  const rows = reversals.map(({ amount, at, isUndone }) => [amount, at.getTime() / 1000, isUndone]);
  expect(rows).toEqual(expected);
});

// Customers with a balance, and their subscriptions, created over the API.
import { accountRegistered } from '#areas/accounts/server/index.ts';
import type { SubscriptionWire } from '#areas/billing/wire/index.ts';
import { deposit } from '#areas/ledger/server/index.ts';
import { toAmount } from '#lib/money.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { send } from '../requests.ts';

export const subscriptionsPath = '/apix/billing/subscriptions/';
export const dayMs = 86_400_000;

let deposits = 0;
/** Credits the wallet without a payment. */
export async function addFunds(t: TestApp, accountId: number, text: string): Promise<void> {
  const { ledger } = t.areas.payments;
  await ledger.post(
    t.kernel.database.write,
    deposit({
      accountId,
      amount: toAmount(text, 'USD'),
      provider: 'manual',
      idempotencyKey: `test-deposit:${accountId}:${++deposits}`,
      actor: 'test',
    }),
  );
}

/** A signed-in customer with the free tariff, as after a registration. */
export async function createCustomer(t: TestApp, email: string, money = '0'): Promise<SignedIn> {
  const who = await t.signIn(email);
  await t.kernel.database.transaction((tx) =>
    t.kernel.events.publish(tx, accountRegistered, { accountId: who.accountId, email }),
  );
  if (money !== '0') await addFunds(t, who.accountId, money);
  return who;
}

export const requestSubscription = (t: TestApp, who: SignedIn, tariff: string, body: object = {}) =>
  callSubscriptions(t, who, 'POST', '', { tariff, ...body });

/** Subscribes and returns the subscription. Throws when the call fails. */
export async function createSubscription(
  t: TestApp,
  who: SignedIn,
  tariff: string,
  body: object = {},
) {
  const reply = await requestSubscription(t, who, tariff, body);
  if (reply.status !== 201) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  return reply.body as unknown as SubscriptionWire;
}

/** Signs in again, because tests advance the clock beyond the end of sessions. */
export async function callSubscriptions(
  t: TestApp,
  { email }: Pick<SignedIn, 'email'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  more: Record<string, string> = {},
) {
  const { headers } = await t.signIn(email);
  return send(t, method, `${subscriptionsPath}${path}`, body, { headers: { ...headers, ...more } });
}

export async function fetchCurrentSubscription(
  t: TestApp,
  who: Pick<SignedIn, 'email'>,
): Promise<SubscriptionWire> {
  return (await callSubscriptions(t, who, 'GET', 'current/')).body as unknown as SubscriptionWire;
}

export async function readWalletBalance(t: TestApp, { accountId }: SignedIn): Promise<string> {
  const { ledger } = t.areas.payments;
  const [wallet] = await t.kernel.work.read((db) => ledger.balances(db, accountId));
  return wallet ? (Number(wallet.available.minor) / 100).toFixed(2) : '0.00';
}

/** Advances the clock and runs the renewal job. */
export async function advanceDays(t: TestApp, days: number): Promise<void> {
  t.clock.advance(days * dayMs);
  await t.jobs.runSchedule('billing.renew');
}

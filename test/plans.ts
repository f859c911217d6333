// Plans as tests need them: an account with money, and calls over the wire.
import { accountRegistered } from '#areas/accounts/server/index.ts';
import type { SubscriptionWire } from '#areas/billing/contract.ts';
import { deposit } from '#areas/ledger/server/index.ts';
import { amountOf } from '#lib/money.ts';
import type { SignedIn, TestApp } from './harness.ts';
import { send } from './requests.ts';

export const plansPath = '/apix/billing/subscriptions/';
export const dayMs = 86_400_000;

let deposits = 0;
/** Money in the wallet, without a payment. */
export async function fund(t: TestApp, accountId: number, text: string): Promise<void> {
  const { ledger } = t.areas.payments;
  await ledger.post(
    t.kernel.database.write,
    deposit({
      accountId,
      amount: amountOf(text, 'USD'),
      provider: 'manual',
      idempotencyKey: `test-deposit:${accountId}:${++deposits}`,
      actor: 'test',
    }),
  );
}

/** Signed in as somebody who came through the front door: with the free tariff. */
export async function newCustomer(t: TestApp, email: string, money = '0'): Promise<SignedIn> {
  const who = await t.signIn(email);
  await t.kernel.database.transaction((tx) =>
    t.kernel.events.publish(tx, accountRegistered, { accountId: who.accountId, email }),
  );
  if (money !== '0') await fund(t, who.accountId, money);
  return who;
}

export const subscribeTo = (t: TestApp, who: SignedIn, tariff: string, body: object = {}) =>
  ask(t, who, 'POST', '', { tariff, ...body });

/** The subscription of a call that must succeed. */
export async function started(t: TestApp, who: SignedIn, tariff: string, body: object = {}) {
  const reply = await subscribeTo(t, who, tariff, body);
  if (reply.status !== 201) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  return reply.body as unknown as SubscriptionWire;
}

/** Signed in anew: tests turn the clock, and sessions end. */
export async function ask(
  t: TestApp,
  { email }: Pick<SignedIn, 'email'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  more: Record<string, string> = {},
) {
  const { headers } = await t.signIn(email);
  return send(t, method, `${plansPath}${path}`, body, { headers: { ...headers, ...more } });
}

export async function currentOf(
  t: TestApp,
  who: Pick<SignedIn, 'email'>,
): Promise<SubscriptionWire> {
  return (await ask(t, who, 'GET', 'current/')).body as unknown as SubscriptionWire;
}

export async function balanceOf(t: TestApp, { accountId }: SignedIn): Promise<string> {
  const { ledger } = t.areas.payments;
  const [wallet] = await t.kernel.work.read((db) => ledger.balances(db, accountId));
  return wallet ? (Number(wallet.available.minor) / 100).toFixed(2) : '0.00';
}

/** Turns the clock and lets the jobs find what is due. */
export async function pass(t: TestApp, days: number): Promise<void> {
  t.clock.advance(days * dayMs);
  await t.jobs.runSchedule('billing.renew');
}

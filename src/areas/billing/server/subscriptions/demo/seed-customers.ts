// Customers of the last year, for the figures of the console: they start, change, leave, come back
// and run out of money, by the same use-cases as real ones.
import { findAccountByEmail, insertAccount } from '#areas/accounts/server/index.ts';
import { createLedger, deposit, reopenDays, sealJournals } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import { dayMs } from '#lib/durations.ts';
import { toAmount } from '#lib/money.ts';
import { createKeyBody } from '../../../wire/keys.ts';
import { subscribeBody } from '../../../wire/subscription-changes.ts';
import { createKey } from '../../keys/create-key.ts';
import type { Keys } from '../../keys/keys.ts';
import { addMonths } from '../../periods.ts';
import { advance } from '../../renewals/renew.ts';
import { callOfKey, type RecordAt } from '../../usage/seed.ts';
import { cancelSubscription } from '../cancel-subscription.ts';
import { changeSubscription } from '../changes/change-subscription.ts';
import { startFreePlan } from '../states/transition-subscription.ts';
import { subscribe } from '../subscribe.ts';
import { findLive } from '../subscription-store.ts';
import type { Subscriptions } from '../subscriptions.ts';

type Step = { plan: string; yearly?: true } | 'cancel';
type DemoCustomer = {
  name: string;
  monthsAgo: number;
  /** When its months end, in days from now: below zero, the last one began already. */
  renewsInDays: number;
  money: string;
  /** What it does, by the month after it came. */
  steps: Readonly<Record<number, Step>>;
  /** How far it came with the API. */
  api?: 'key' | 'call';
};

const pro = { plan: 'pro' };
const starter = { plan: 'starter' };
const scale = { plan: 'scale' };
const customers: readonly DemoCustomer[] = [
  {
    name: 'atlas',
    monthsAgo: 11,
    renewsInDays: 12,
    money: '5000',
    steps: { 0: pro, 5: scale },
    api: 'call',
  },
  { name: 'birch', monthsAgo: 11, renewsInDays: 4, money: '869', steps: { 0: pro }, api: 'call' },
  {
    name: 'cedar',
    monthsAgo: 10,
    renewsInDays: 20,
    money: '1000',
    steps: { 0: pro, 3: 'cancel', 7: pro },
    api: 'call',
  },
  {
    name: 'delta',
    monthsAgo: 9,
    renewsInDays: 9,
    money: '2000',
    steps: { 0: { plan: 'pro', yearly: true } },
    api: 'call',
  },
  {
    name: 'ember',
    monthsAgo: 8,
    renewsInDays: 15,
    money: '900',
    steps: { 0: starter, 2: pro },
    api: 'call',
  },
  {
    name: 'fjord',
    monthsAgo: 8,
    renewsInDays: 25,
    money: '600',
    steps: { 0: pro, 2: 'cancel' },
    api: 'call',
  },
  { name: 'grove', monthsAgo: 6, renewsInDays: -2, money: '474', steps: { 0: pro }, api: 'call' },
  {
    name: 'haven',
    monthsAgo: 6,
    renewsInDays: 18,
    money: '3000',
    steps: { 0: scale, 3: pro },
    api: 'call',
  },
  {
    name: 'islet',
    monthsAgo: 5,
    renewsInDays: -8,
    money: '95',
    steps: { 0: starter },
    api: 'call',
  },
  { name: 'jetty', monthsAgo: 4, renewsInDays: 22, money: '0', steps: { 0: starter }, api: 'key' },
  { name: 'knoll', monthsAgo: 3, renewsInDays: 14, money: '900', steps: { 0: pro }, api: 'call' },
  { name: 'lagoon', monthsAgo: 3, renewsInDays: 3, money: '0', steps: {} },
  {
    name: 'mesa',
    monthsAgo: 2,
    renewsInDays: 16,
    money: '400',
    steps: { 0: starter, 1: pro },
    api: 'call',
  },
  {
    name: 'north',
    monthsAgo: 1,
    renewsInDays: 19,
    money: '100',
    steps: { 0: starter },
    api: 'call',
  },
  { name: 'ocean', monthsAgo: 1, renewsInDays: 26, money: '0', steps: {}, api: 'key' },
];

const toEmail = ({ name }: DemoCustomer) => `billing@${name}.example.com`;

/** Saves where an account is billed; invoices provides it. */
type SaveCountry = (
  tx: Tx,
  company: { accountId: number; name: string; email: string; country: string; now: Date },
) => Promise<void>;

/** Idempotent. */
export async function seedCustomers(
  deps: Subscriptions,
  keys: Keys,
  recordAt: RecordAt,
  saveCountry: SaveCountry,
): Promise<void> {
  const { kernel } = deps;
  const first = toEmail(customers[0]!);
  if (await kernel.work.read((db) => findAccountByEmail(db, first))) return;
  const started = kernel.clock.now();
  let now = started;
  // No mails about what was a year ago.
  const mail = { ...kernel.mail, send: async () => '' };
  const past = { ...deps.payments.kernel, mail, clock: { now: () => now } };
  const ledger = createLedger(past);
  const payments = { ...deps.payments, kernel: past, ledger };
  const play = { ...deps, kernel: past, ledger, payments };
  const year = new Date(started.getTime() - 400 * dayMs).toISOString().slice(0, 10);
  await kernel.work.write((tx) => reopenDays(tx, year));
  for (const customer of customers) {
    const turn = new Date(started.getTime() + customer.renewsInDays * dayMs);
    const come = addMonths(turn, -customer.monthsAgo);
    now = come;
    const { actor, keyId } = await arrive(play, { ...keys, kernel: past }, customer, saveCountry);
    if (keyId && customer.api === 'call') recordAt(now, callOfKey(actor.accountId, keyId));
    for (let month = 0; month <= customer.monthsAgo; month++) {
      now = addMonths(come, month);
      if (now > started) break;
      await renewLive(play, actor.accountId);
      const step = customer.steps[month];
      if (step) await take(play, actor, step);
    }
    now = started;
    await renewLive(play, actor.accountId);
  }
  // Journals in the past are before those that were sealed already.
  await sealJournals(kernel, { isComplete: true });
}

/** With its money and a key, as far as it came. */
async function arrive(
  deps: Subscriptions,
  keys: Keys,
  customer: DemoCustomer,
  saveCountry: SaveCountry,
): Promise<{ actor: Actor; keyId?: string }> {
  const { work, clock } = deps.kernel;
  const now = clock.now();
  const email = toEmail(customer);
  const name = `${customer.name.charAt(0).toUpperCase()}${customer.name.slice(1)} Ltd`;
  return work.write(async (tx) => {
    const { id } = await insertAccount(tx, {
      email,
      company: name,
      date_joined: now,
      last_login: now,
    });
    const actor: Actor = { accountId: id, roles: [], status: 'active', via: 'session' };
    await startFreePlan(deps, tx, id);
    await saveCountry(tx, { accountId: id, name, email, country: 'GB', now });
    if (customer.money !== '0')
      await deps.ledger.post(
        tx,
        deposit({
          accountId: id,
          amount: toAmount(customer.money, 'USD'),
          provider: 'manual',
          idempotencyKey: `seed:${customer.name}`,
          actor: 'job:seed',
        }),
      );
    if (!customer.api) return { actor };
    const body = createKeyBody.parse({ name: 'production', scopes: ['customs'] });
    const { id: keyId } = await createKey(keys, tx, actor, body);
    return { actor, keyId };
  });
}

export async function renewLive(
  { kernel, ...deps }: Subscriptions,
  accountId: number,
): Promise<void> {
  const live = await kernel.work.read((db) => findLive(db, accountId));
  if (live) await advance({ kernel, ...deps }, live.id);
}

export async function take(deps: Subscriptions, actor: Actor, step: Step): Promise<void> {
  const { work } = deps.kernel;
  const live = await work.read((db) => findLive(db, actor.accountId));
  if (!live) return;
  if (step === 'cancel') {
    const body = { reason: '', at_period_end: true };
    await work.write((tx) => cancelSubscription(deps, tx, actor, live.id, body));
    return;
  }
  const billing_period = step.yearly ? 'yearly' : 'monthly';
  const plan = { tariff: step.plan, billing_period };
  if (Number(live.price) === 0) await subscribe(deps, actor, subscribeBody.parse(plan));
  else await changeSubscription(deps, actor, live.id, subscribeBody.parse(plan));
}

// Many customers over a year and a half: they subscribe and change, from the balance and by
// payments, exceed their quotas, cancel, return, run out of money and top up; staff suspend some,
// and the process dies at random points. 1,000 customers take minutes: SIMULATED_CUSTOMERS=1000
// vitest run --project database simulation --testTimeout=900000
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountDeleted, accountRegistered } from '#areas/accounts/server/index.ts';
import { ApiError, InvalidInput } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { hourMs } from '#lib/durations.ts';
import { createAccount } from '#test/factories/accounts.ts';
import { addFunds, dayMs } from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import { createChance, Died } from '#test/money/chance.ts';
import { scaledMs } from '#test/time-limits.ts';
import { readEntitlements } from '../entitlements.ts';
import { chargeOverages } from '../overage/charge-overage.ts';
import { recordUntilNow } from '../overage/record-overage.ts';
import { renewDue } from '../renewals/renew.ts';
import { readCounters } from '../usage/metering/counter-store.ts';
import { cancelSubscription, reactivateSubscription } from './cancel-subscription.ts';
import { changeSubscription } from './changes/change-subscription.ts';
import { subscribe } from './subscribe.ts';
import { subscriptionHandlers } from './subscription-events.ts';
import * as subscriptionStore from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import { resumeSubscription, suspendSubscription } from './suspend-subscription.ts';

const customers = Number(process.env.SIMULATED_CUSTOMERS ?? 60);
const days = 548;
/** What a customer does on a day, on average once in so many days. */
const restDays = 24;
const overageEveryDays = 15;

const t = useApp();

const chance = createChance(20_261_121, 40);
const random = chance.below;
const { pick, die } = chance;

/** Now and then dies before or after money moved, and before the last word of a transaction. */
function mortal(deps: Subscriptions): Subscriptions {
  const { ledger, kernel } = deps;
  return {
    ...deps,
    ledger: {
      ...ledger,
      post: async (db, journal) => {
        die();
        const posted = await ledger.post(db, journal);
        die();
        return posted;
      },
    },
    kernel: {
      ...kernel,
      log: { ...kernel.log, error: () => undefined } as never,
      live: {
        ...kernel.live,
        publish: async (...event) => {
          die();
          await kernel.live.publish(...event);
        },
      },
    },
  };
}

type Customer = {
  accountId: number;
  isGone: boolean;
  isSuspended: boolean;
  /** The month of usage that was seen last, and what was used in it. */
  seen: Month | null;
};
type Month = { plan: string; start: Date; end: Date; used: number };
/** What was seen and must not be. */
const wrongs: string[] = [];
/** By subscription, in the tariff's currency: what use over the quota came to when it was used. */
const owed = new Map<string, number>();
const toActor = ({ accountId }: Customer): Actor => ({
  accountId,
  roles: [],
  status: 'active',
  via: 'session',
});

async function act(deps: Subscriptions, who: Customer): Promise<void> {
  const { database, events, work } = t.kernel;
  const live = await subscriptionStore.findLive(database.write, who.accountId);
  const id = live?.id ?? '';
  const actor = toActor(who);
  const tariff = pick(['free', 'starter', 'pro', 'pro', 'scale'] as const);
  const by = { deps, audit: { record: async () => undefined } };
  const plan = { tariff, billing_period: pick(['monthly', 'monthly', 'yearly'] as const) };
  const source = { payment_source: 'balance' as const };
  const card = { payment_source: 'payment' as const, pay_currency: 'USD' };
  const actions = [
    () => subscribe(deps, actor, { ...plan, ...source, auto_renew: random(5) > 0 }),
    () => subscribe(deps, actor, { ...plan, ...card, auto_renew: true }),
    () => changeSubscription(deps, actor, id, { ...plan, ...source }),
    () => changeSubscription(deps, actor, id, { ...plan, ...source }),
    () => changeSubscription(deps, actor, id, { ...plan, ...card }),
    () => payWaiting(deps, who),
    () => payWaiting(deps, who),
    () => callOften(who),
    () => callOften(who),
    () => callOften(who),
    () => callOften(who),
    () => callOften(who),
    () => changeSubscription(deps, actor, id, { ...source, auto_renew: random(2) === 0 }),
    // The dearest plan comes when the quota of another is used up, or some time after.
    async () => {
      await callOften(who);
      await changeSubscription(deps, actor, id, { tariff: 'scale', ...source });
    },
    () =>
      work.write((tx) =>
        cancelSubscription(deps, tx, actor, id, { reason: '', at_period_end: random(3) > 0 }),
      ),
    () =>
      work.write((tx) =>
        cancelSubscription(deps, tx, actor, id, { reason: '', at_period_end: false }),
      ),
    async () => {
      const page = { page: 1, pageSize: 100, offset: 0 };
      const { rows } = await subscriptionStore.listSubscriptions(database.write, who, page);
      const { id } = pick(rows);
      return work.write((tx) => reactivateSubscription(deps, tx, actor, id));
    },
    async () => {
      await work.write((tx) => suspendSubscription({ ...by, tx }, id));
      who.isSuspended = true;
      // Some try to get out of it.
      if (random(2) > 0) return;
      const now = { reason: '', at_period_end: false };
      await work.write((tx) => cancelSubscription(deps, tx, actor, id, now));
    },
    async () => {
      await work.write((tx) => resumeSubscription({ ...by, tx }, id));
      who.isSuspended = false;
    },
    async () => {
      await work.write((tx) => resumeSubscription({ ...by, tx }, id));
      who.isSuspended = false;
    },
    () => topUp(deps, who),
    () => topUp(deps, who),
    () => topUp(deps, who),
    async () => {
      if (random(20) > 0) return;
      await database.transaction((tx) => events.publish(tx, accountDeleted, who));
      who.isGone = true;
    },
  ];
  await pick(actions)();
}

/** As a completed payment does it. */
async function complete(deps: Subscriptions, accountId: number, paymentId: string, money: string) {
  await addFunds(t, accountId, money);
  const payment = { paymentId, accountId };
  await deps.kernel.work.write((tx) => subscriptionHandlers(deps).paid(tx, payment));
}

const topUp = (deps: Subscriptions, { accountId }: Customer) =>
  complete(deps, accountId, '01981234-0000-7000-8000-000000000000', `${20 * (1 + random(40))}`);

/** The payment that a start or a change waits for. */
async function payWaiting(deps: Subscriptions, { accountId }: Customer): Promise<void> {
  const live = await subscriptionStore.findLive(t.kernel.database.write, accountId);
  if (!live?.pending_payment_id) return;
  const [payment] = await readRows(
    sql<{ amount: string }>`select amount from payment where id = ${live.pending_payment_id}`,
  );
  await complete(deps, accountId, live.pending_payment_id, payment!.amount);
}

/** Up to the wall, or over the quota where the plan sells that. */
async function callOften({ accountId }: Customer): Promise<void> {
  const { database } = t.kernel;
  const plan = await readEntitlements(database.write, accountId, t.clock.now());
  if (plan.blocked) return;
  const limit = plan.limits.requests_per_month!;
  const month = { metric: 'request', span: 'month', startsAt: plan.periodStart } as const;
  const [before = 0] = await readCounters(database.write, accountId, [month]);
  const target = before + Math.floor((limit * random(200)) / 100);
  const after = plan.overage ? target : Math.max(before, Math.min(target, limit));
  await sql`insert into usage_counter (account_id, metric, span, starts_at, used)
    values (${accountId}, 'request', 'month', ${plan.periodStart}, ${after})
    on conflict (account_id, metric, span, starts_at) do update set used = ${after}`.execute(
    database.write,
  );
  const beyond = after - Math.max(limit, before);
  if (!plan.overage || !plan.subscriptionId || beyond <= 0) return;
  const sum = (owed.get(plan.subscriptionId) ?? 0) + beyond * Number(plan.overage.price);
  owed.set(plan.subscriptionId, sum);
}

/** A suspended plan stays blocked, and a month's use never falls while nothing new is paid for. */
async function look(who: Customer): Promise<void> {
  if (who.isGone) return;
  const db = t.kernel.database.write;
  const { accountId, seen } = who;
  const plan = await readEntitlements(db, accountId, t.clock.now());
  if (who.isSuspended && plan.blocked !== 'suspended')
    wrongs.push(`account ${accountId} is suspended and not blocked`);
  const [charges] = await readRows(
    sql<{ count: number }>`select count(*)::int as count from subscription_charge
      where subscription_id = ${plan.subscriptionId} and kind <> 'upgrade'`,
  );
  const isFree = plan.tariff === 'free';
  const start = plan.periodStart;
  const [used = 0] = await readCounters(db, accountId, [
    { metric: 'request', span: 'month', startsAt: start },
  ]);
  const name = isFree ? 'free' : `${plan.subscriptionId} ${charges?.count}`;
  if (seen?.plan === name && start < seen.end && used < seen.used)
    wrongs.push(`account ${accountId}: ${seen.used} used became ${used} on ${name}`);
  // The free plan's month goes on while another one runs.
  const isOther = seen?.plan === 'free' && !isFree && t.clock.now() < seen.end;
  if (!isOther) who.seen = { plan: name, start, end: plan.periodEnd, used };
}

const isRefusal = (error: unknown) =>
  error instanceof Died || error instanceof ApiError || error instanceof InvalidInput;

async function live(people: Customer[]): Promise<void> {
  const deps = mortal(t.areas.subscriptions);
  chance.allowDeaths(true);
  for (let day = 0; day < days; day++) {
    t.clock.advance(dayMs + random(hourMs));
    for (const who of people) {
      if (who.isGone || random(restDays) > 0) continue;
      await act(deps, who).catch((error) => {
        if (!isRefusal(error)) throw error;
      });
      await look(who);
    }
    await renewDue(deps).catch(() => undefined);
    if (day % overageEveryDays === 0) await chargeOverages(deps);
  }
  // A last run that nothing interrupts.
  await renewDue(t.areas.subscriptions);
  await chargeOverages(t.areas.subscriptions);
}

/** What the months that still run have come to, and those that stand. */
async function recordTheRest(): Promise<void> {
  const deps = t.areas.subscriptions;
  const rows = () => t.kernel.database.write.selectFrom('subscription').selectAll();
  for (const { id } of await rows().where('status', '=', 'suspended').execute())
    await deps.kernel.work.write((tx) =>
      resumeSubscription({ deps, tx, audit: { record: async () => undefined } }, id),
    );
  await renewDue(deps);
  for (const row of await rows().execute())
    await t.kernel.database.transaction((tx) => recordUntilNow(deps, tx, row));
}

const readRows = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await query.execute(t.kernel.database.write)).rows;

describe(`${customers} customers over ${days} days`, () => {
  const people: Customer[] = [];

  beforeAll(async () => {
    t.clock.set(new Date('2027-01-31T23:59:58Z'));
    for (let n = 0; n < customers; n++) {
      const email = `customer${n}@example.com`;
      const accountId = await createAccount(t.kernel, { email });
      await t.kernel.database.transaction((tx) =>
        t.kernel.events.publish(tx, accountRegistered, { accountId, email }),
      );
      await addFunds(t, accountId, '400');
      people.push({ accountId, isGone: false, isSuspended: false, seen: null });
    }
    await live(people);
  }, scaledMs(900_000));

  it('cover starts, renewals, upgrades, overdue charges and ends', async () => {
    const kinds = await readRows(
      sql<{ kind: string }>`select kind from subscription_charge group by kind order by kind`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['renewal', 'start', 'upgrade']);
    const statuses = await readRows(
      sql<{ status: string }>`select distinct status from subscription order by 1`,
    );
    const seen = statuses.map(({ status }) => status);
    expect(seen).toEqual(expect.arrayContaining(['active', 'cancelled', 'expired']));
  });

  it('have one live subscription each, and none after deletion', async () => {
    for (const who of people) {
      const [count] = await readRows(
        sql<{ live: number }>`select count(*)::int as live from subscription
          where account_id = ${who.accountId} and ended_at is null`,
      );
      expect(count?.live).toBe(who.isGone ? 0 : 1);
    }
  });

  it('were charged once for each period, with a journal for each charge', async () => {
    expect(
      await readRows(sql`select subscription_id, period_start from subscription_charge
        where kind <> 'upgrade' group by 1, 2 having count(*) > 1`),
    ).toEqual([]);
    expect(
      await readRows(sql`
        select c.id, j.id from subscription_charge c
        full join (
          select j.id, -p.amount as amount, j.subscription_id from journal j
          join posting p on p.journal_id = j.id and p.transaction_id is not null
          where j.transaction_type = 'charge' and j.metadata->>'kind' <> 'overage'
        ) j on j.id = c.journal_id
        where c.id is null or j.id is null or j.amount <> c.amount
          or j.subscription_id <> c.subscription_id`),
    ).toEqual([]);
  });

  it('were never charged twice for the same time, except for a new period after an upgrade', async () => {
    expect(
      await readRows(sql`
        select a.id, b.id from subscription_charge a join subscription_charge b
          on b.subscription_id = a.subscription_id and b.period_start > a.period_start
          and b.period_start < a.period_end
        where a.kind <> 'upgrade' and b.kind = 'renewal' and not exists (
          select from subscription_charge c where c.subscription_id = a.subscription_id
            and c.kind = 'start' and c.period_start > a.period_start
            and c.period_start <= b.period_start)`),
    ).toEqual([]);
  });

  it('stayed blocked while suspended, and no usage month restarted without a charge', () => {
    expect(wrongs).toEqual([]);
  });

  it('owe or paid their overage, each unit once and at the price in effect', async () => {
    await recordTheRest();
    const notes = await readRows(
      sql<{ id: string; amount: string; count: number; paid: number }>`
        select subscription_id as id, sum(amount) as amount, count(*)::int as count,
          count(paid_at)::int as paid
        from overage group by 1`,
    );
    expect(notes.reduce((sum, { paid }) => sum + paid, 0)).toBeGreaterThan(0);
    const wrong = [...new Set([...owed.keys(), ...notes.map(({ id }) => id)])].filter((id) => {
      const note = notes.find((one) => one.id === id);
      const cents = 0.01 * (1 + (note?.count ?? 0));
      return Math.abs((owed.get(id) ?? 0) - Number(note?.amount ?? 0)) > cents;
    });
    expect(wrong).toEqual([]);
    expect(
      await readRows(sql`
        select o.id from overage o
        left join posting p on p.journal_id = o.journal_id and p.transaction_id is not null
        where o.paid_at is not null and p.amount is distinct from -o.amount`),
    ).toEqual([]);
  });

  it('have a history of MRR that ends with what their plans cost per month', async () => {
    const differing = sql`
      select account_id, moved, paid from (
        select account_id, sum(amount) as moved from mrr_movement group by 1
      ) m full join (
        select account_id, round(price / case billing_period when 'yearly' then 12 else 1 end, 2)
          as paid
        from subscription where status in ('active', 'past_due') and price > 0
      ) s using (account_id)
      where coalesce(moved, 0) <> coalesce(paid, 0)`;
    expect(await readRows(differing)).toEqual([]);
    const [movements] = await readRows(
      sql<{ kinds: number }>`select count(distinct kind)::int as kinds from mrr_movement`,
    );
    expect(movements?.kinds).toBe(5);
  });

  it('have no more usage than they paid for, and no negative wallet', async () => {
    const now = t.clock.now();
    expect(
      await readRows(sql`
        select id, status from subscription
        where status = 'active' and price > 0
          and (paid_until is null or paid_until <> current_period_end or paid_until <= ${now})`),
    ).toEqual([]);
    expect(
      await readRows(sql`
        select s.id from subscription s where s.status = 'active' and s.price > 0 and not exists (
          select from subscription_charge c
          where c.subscription_id = s.id and c.tariff_id = s.tariff_id)`),
    ).toEqual([]);
    expect(await readRows(sql`select * from wallet_balance where balance < 0`)).toEqual([]);
    for (const { accountId } of people.slice(0, 50)) {
      const row = await subscriptionStore.findLive(t.kernel.database.write, accountId);
      const entitled = await readEntitlements(t.kernel.database.write, accountId, now);
      expect(entitled.subscriptionId).toBe(row?.id ?? null);
      if (!row || row.price === '0') continue;
      expect(entitled.periodStart <= now && now < entitled.periodEnd).toBe(true);
    }
  });
});

// Many customers over a year and a half, in days: they subscribe, change, cancel, return, run out of
// money and top up, staff suspend some, and the process dies in the middle of things. 1,000 of them
// take minutes: SIMULATED_CUSTOMERS=1000 vitest run --project node simulation --testTimeout=900000
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountDeleted, accountRegistered } from '#areas/accounts/server/index.ts';
import { Failure, InvalidInput } from '#server/http/errors.ts';
import type { Actor } from '#server/ports.ts';
import { makeAccount } from '#test/factories.ts';
import { useApp } from '#test/harness.ts';
import { dayMs, fund } from '#test/plans.ts';
import { entitlementsOf } from '../entitlements.ts';
import { cancelPlan, reactivatePlan, resumePlan, suspendPlan } from './cancel-plan.ts';
import { changePlan } from './change-plan.ts';
import { subscribe } from './subscribe.ts';
import { subscriptionHandlers } from './subscription-events.ts';
import { renewDue } from './subscription-jobs.ts';
import * as store from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';

const customers = Number(process.env.SIMULATED_CUSTOMERS ?? 60);
const days = 548;
/** What a customer does on a day, on average once in so many days. */
const restDays = 40;

const t = useApp();

/** The same numbers every time: a failure can be looked into. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const random = randomFrom(20_261_121);
const oneOf = <T>(list: readonly T[]): T => list[random(list.length)]!;

class Died extends Error {}

/** Now and then dies before or after money moved, and before the last word of a transaction. */
function mortal(deps: Subscriptions): Subscriptions {
  const die = () => {
    if (random(40) === 0) throw new Died();
  };
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
        publish: async (...told) => {
          die();
          await kernel.live.publish(...told);
        },
      },
    },
  };
}

type Customer = { accountId: number; isGone: boolean };
const actorOf = ({ accountId }: Customer): Actor => ({
  accountId,
  roles: [],
  status: 'active',
  via: 'session',
});

async function act(deps: Subscriptions, who: Customer): Promise<void> {
  const { database, events } = t.kernel;
  const live = await store.findLive(database.write, who.accountId);
  const id = live?.id ?? '';
  const actor = actorOf(who);
  const tariff = oneOf(['free', 'starter', 'pro', 'scale'] as const);
  const by = { deps, audit: { note: async () => undefined } };
  const plan = { tariff, billing_period: oneOf(['monthly', 'monthly', 'yearly'] as const) };
  const source = { payment_source: 'balance' as const };
  const actions = [
    () => subscribe(deps, actor, { ...plan, ...source, auto_renew: random(5) > 0 }),
    () => changePlan(deps, actor, id, { ...plan, ...source }),
    () => changePlan(deps, actor, id, { ...plan, ...source }),
    () => changePlan(deps, actor, id, { ...source, auto_renew: random(2) === 0 }),
    () => cancelPlan(deps, actor, id, { reason: '', at_period_end: random(3) > 0 }),
    async () => {
      const page = { page: 1, pageSize: 100, offset: 0 };
      const { rows } = await store.listSubscriptions(database.write, who, page);
      return reactivatePlan(deps, actor, oneOf(rows).id);
    },
    () => (random(4) === 0 ? suspendPlan(by, id) : resumePlan(by, id)),
    () => resumePlan(by, id),
    () => topUp(deps, who),
    () => topUp(deps, who),
    () => topUp(deps, who),
    async () => {
      if (random(20) > 0) return;
      await database.transaction((tx) => events.publish(tx, accountDeleted, who));
      who.isGone = true;
    },
  ];
  await oneOf(actions)();
}

/** As a completed payment does it. */
async function topUp(deps: Subscriptions, { accountId }: Customer): Promise<void> {
  await fund(t, accountId, String(20 * (1 + random(20))));
  const told = { paymentId: '01981234-0000-7000-8000-000000000000', accountId };
  await deps.kernel.database.transaction((tx) => subscriptionHandlers(deps).paid(tx, told));
}

const isRefusal = (error: unknown) =>
  error instanceof Died || error instanceof Failure || error instanceof InvalidInput;

async function live(people: Customer[]): Promise<void> {
  const deps = mortal(t.areas.subscriptions);
  for (let day = 0; day < days; day++) {
    t.clock.advance(dayMs + random(3_600_000));
    for (const who of people) {
      if (who.isGone || random(restDays) > 0) continue;
      await act(deps, who).catch((error) => {
        if (!isRefusal(error)) throw error;
      });
    }
    await renewDue(deps).catch(() => undefined);
  }
  // A last run that nothing interrupts.
  await renewDue(t.areas.subscriptions);
}

const rowsOf = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await query.execute(t.kernel.database.write)).rows;

describe(`${customers} customers over ${days} days`, () => {
  const people: Customer[] = [];

  beforeAll(async () => {
    t.clock.set(new Date('2027-01-31T23:59:58Z'));
    for (let n = 0; n < customers; n++) {
      const email = `customer${n}@example.com`;
      const accountId = await makeAccount(t.kernel, { email });
      await t.kernel.database.transaction((tx) =>
        t.kernel.events.publish(tx, accountRegistered, { accountId, email }),
      );
      people.push({ accountId, isGone: false });
    }
    await live(people);
  }, 900_000);

  it('were busy: plans began, renewed, rose, fell due and ended', async () => {
    const kinds = await rowsOf(
      sql<{ kind: string }>`select kind from subscription_charge group by kind order by kind`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['renewal', 'start', 'upgrade']);
    const statuses = await rowsOf(
      sql<{ status: string }>`select distinct status from subscription order by 1`,
    );
    const seen = statuses.map(({ status }) => status);
    expect(seen).toEqual(expect.arrayContaining(['active', 'cancelled', 'expired']));
  });

  it('have one live subscription each, and none when they are gone', async () => {
    for (const who of people) {
      const [count] = await rowsOf(
        sql<{ live: number }>`select count(*)::int as live from subscription
          where account_id = ${who.accountId} and ended_at is null`,
      );
      expect(count?.live).toBe(who.isGone ? 0 : 1);
    }
  });

  it('were charged once for each period, and each charge is a journal of its amount', async () => {
    expect(
      await rowsOf(sql`select subscription_id, period_start from subscription_charge
        where kind <> 'upgrade' group by 1, 2 having count(*) > 1`),
    ).toEqual([]);
    expect(
      await rowsOf(sql`
        select c.id, j.id from subscription_charge c
        full join (
          select j.id, -p.amount as amount, j.subscription_id from journal j
          join posting p on p.journal_id = j.id and p.transaction_id is not null
          where j.transaction_type = 'charge'
        ) j on j.id = c.journal_id
        where c.id is null or j.id is null or j.amount <> c.amount
          or j.subscription_id <> c.subscription_id`),
    ).toEqual([]);
  });

  it('were charged for no time twice, except where a dearer plan began anew', async () => {
    expect(
      await rowsOf(sql`
        select a.id, b.id from subscription_charge a join subscription_charge b
          on b.subscription_id = a.subscription_id and b.period_start > a.period_start
          and b.period_start < a.period_end
        where a.kind <> 'upgrade' and b.kind = 'renewal' and not exists (
          select from subscription_charge c where c.subscription_id = a.subscription_id
            and c.kind = 'start' and c.period_start > a.period_start
            and c.period_start <= b.period_start)`),
    ).toEqual([]);
  });

  it('have no more use than they paid for, and no wallet is below zero', async () => {
    const now = t.clock.now();
    expect(
      await rowsOf(sql`
        select id, status from subscription
        where status = 'active' and price > 0
          and (paid_until is null or paid_until <> current_period_end or paid_until <= ${now})`),
    ).toEqual([]);
    expect(
      await rowsOf(sql`
        select s.id from subscription s where s.status = 'active' and s.price > 0 and not exists (
          select from subscription_charge c
          where c.subscription_id = s.id and c.tariff_id = s.tariff_id)`),
    ).toEqual([]);
    expect(await rowsOf(sql`select * from wallet_balance where balance < 0`)).toEqual([]);
    for (const { accountId } of people.slice(0, 50)) {
      const row = await store.findLive(t.kernel.database.write, accountId);
      const entitled = await entitlementsOf(t.kernel.database.write, accountId, now);
      expect(entitled.subscriptionId).toBe(row?.id ?? null);
      if (!row || row.price === '0') continue;
      expect(entitled.periodStart <= now && now < entitled.periodEnd).toBe(true);
    }
  });
});

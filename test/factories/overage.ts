// Usage over a quota, without the calls that cause it.
import type { SignedIn, TestApp } from '../harness.ts';
import { fetchCurrentSubscription } from './subscriptions.ts';

const minuteMs = 60_000;

/** Sets the requests counted for the month that runs now. */
export async function countRequests(t: TestApp, who: SignedIn, units: number): Promise<void> {
  const { usage } = await fetchCurrentSubscription(t, who);
  await t.kernel.database.write
    .insertInto('usage_counter')
    .values({
      account_id: who.accountId,
      metric: 'request',
      span: 'month',
      starts_at: new Date(usage.started_at),
      used: String(units),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'metric', 'span', 'starts_at'])
        .doUpdateSet({ used: String(units) }),
    )
    .execute();
}

/** Until after the end of the period, with its renewal. */
export async function endUsageMonth(t: TestApp, who: SignedIn): Promise<void> {
  const { current_period_end } = await fetchCurrentSubscription(t, who);
  t.clock.set(new Date(Date.parse(current_period_end) + 10 * minuteMs));
  await t.jobs.runSchedule('billing.renew');
}

/** The overage that was charged so far, as decimal text. */
export async function readPaidOverage(t: TestApp, { accountId }: SignedIn): Promise<string> {
  const { rows } = await t.kernel.database.pool.query<{ amount: string }>(
    'select coalesce(sum(amount), 0) as amount from overage where account_id = $1 and paid_at is not null',
    [accountId],
  );
  return rows[0]!.amount;
}

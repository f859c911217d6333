import { sql } from 'kysely';
import { type UsageMetric, usageMetrics } from '#lib/endpoint.ts';
import type { Db } from '#server/database/database.ts';
import { type Period, periodAt } from '../periods.ts';

export type SubscriptionUsage = {
  /** Requests of today, a day in UTC. */
  today: number;
  /** Units of the current month of usage. */
  units: Record<UsageMetric, number>;
  /** Requests since the subscription began. */
  total: number;
  lastAt: Date | null;
};

type Row = { account_id: number; anchor_at: Date; starts_at: Date; ended_at: Date | null };

/** What was counted for the account while the subscription ran. */
export async function readUsage(
  db: Db,
  { account_id, anchor_at, starts_at, ended_at }: Row,
  { now, month }: { now: Date; month: Period },
): Promise<SubscriptionUsage> {
  const today = new Date(now);
  today.setUTCHours(0, 0, 0, 0);
  const until = ended_at ?? new Date(now.getTime() + 1);
  const first = periodAt(anchor_at, starts_at, 'monthly').start;
  const counters = await db
    .selectFrom('usage_counter')
    .select(['metric', 'span', 'starts_at', 'used'])
    .where('account_id', '=', account_id)
    .where('span', 'in', ['day', 'month'])
    .where('starts_at', '>=', first)
    .where('starts_at', '<', until)
    .execute();
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from usage_record
    where account_id = ${account_id} and created_at >= ${starts_at} and created_at < ${until}
    order by created_at desc limit 1`.execute(db);
  const sumOf = (metric: string, span: string, at?: Date) =>
    counters
      .filter((one) => one.metric === metric && one.span === span)
      .filter((one) => !at || (!ended_at && one.starts_at.getTime() === at.getTime()))
      .reduce((sum, { used }) => sum + Number(used), 0);
  const units = usageMetrics.map((metric) => [metric, sumOf(metric, 'month', month.start)]);
  return {
    today: sumOf('request', 'day', today),
    units: Object.fromEntries(units) as SubscriptionUsage['units'],
    total: sumOf('request', 'month'),
    lastAt: rows[0]?.created_at ?? null,
  };
}

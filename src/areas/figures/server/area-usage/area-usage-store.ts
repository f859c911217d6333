import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { FigurePeriod } from '../period.ts';

export type AreaSum = {
  /** The first day of a month. */
  month: string;
  area: string;
  metric: string;
  requests: number;
  errors: number;
  units: string;
  cost: string;
};

const within = ({ from, until }: Pick<FigurePeriod, 'from' | 'until'>) => sql<boolean>`
  day >= (${from}::timestamptz at time zone 'UTC')::date
  and day < (${until}::timestamptz at time zone 'UTC')::date`;

export async function listAreaSums(db: Db, period: FigurePeriod): Promise<AreaSum[]> {
  const { rows } = await sql<Omit<AreaSum, 'requests' | 'errors'> & Counts>`
    select date_trunc('month', day)::date::text as month, endpoint_group as area, metric,
      sum(requests) as requests, sum(errors) as errors, sum(units) as units, sum(cost) as cost
    from usage_area_day where ${within(period)} group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows.map((row) => ({
    ...row,
    requests: Number(row.requests),
    errors: Number(row.errors),
  }));
}
type Counts = { requests: string; errors: string };

/** The last day with usage; null without any. */
export async function findLastDay(db: Db, period: FigurePeriod): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day)::text as day from usage_area_day where ${within(period)}`.execute(db);
  return rows[0]?.day ?? null;
}

// Usage of everybody together, as the console shows it.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';

/** Answered calls that were metered since a time, and how many of them failed on our side. */
export async function sumAllUsage(db: Db, since: Date) {
  const { rows } = await sql<{ requests: string; errors: string }>`
    select coalesce(sum(requests), 0) as requests,
      coalesce(sum(requests) filter (where status_code >= 500), 0) as errors
    from usage_hour where hour >= ${since}`.execute(db);
  return { requests: Number(rows[0]?.requests ?? 0), errors: Number(rows[0]?.errors ?? 0) };
}

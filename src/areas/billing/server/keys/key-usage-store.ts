// Requests by key and day, which each flush of the meter adds to.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';

/** YYYY-MM-DD in UTC. */
export const toDay = (at: Date): string => at.toISOString().slice(0, 10);

export type KeyDay = { key_id: string; day: string; requests: number };

/** Days since `from` (YYYY-MM-DD) with requests. */
export async function listKeyDays(db: Db, keyIds: readonly string[], from: string) {
  if (keyIds.length === 0) return [];
  const { rows } = await sql<KeyDay>`
    select key_id, day::text as day, requests::float8 as requests from api_key_usage_day
    where key_id = any(${keyIds}::uuid[]) and day >= ${from}::date`.execute(db);
  return rows;
}

export async function deleteKeyDaysBefore(db: Db, day: string): Promise<void> {
  await sql`delete from api_key_usage_day where day < ${day}::date`.execute(db);
}

// Whether anybody follows a topic of an account, in any process, so that nothing is published to
// nobody. For each of its streams a process holds a shared advisory lock on the connection where it
// listens: PostgreSQL drops the lock together with the connection.
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../database/database.ts';

const lockOf = (topic: string) => `live_topic:${topic}`;

/** Held as often as it was taken. Waits for nothing but `isFollowed`. */
export async function takeFollowed(
  client: pg.Client,
  topic: string,
  accountId: number,
): Promise<void> {
  await client.query('select pg_advisory_lock_shared(hashtext($1), $2)', [
    lockOf(topic),
    accountId,
  ]);
}

export async function releaseFollowed(
  client: pg.Client,
  topic: string,
  accountId: number,
): Promise<void> {
  await client.query('select pg_advisory_unlock_shared(hashtext($1), $2)', [
    lockOf(topic),
    accountId,
  ]);
}

/** Sometimes true for nobody: two that ask in the same moment are in each other's way. */
export async function isFollowed(db: Db, topic: string, accountId: number): Promise<boolean> {
  const lock = sql`hashtext(${lockOf(topic)}), ${accountId}::int`;
  const { rows } = await sql<{ is_followed: boolean }>`
    select case when pg_try_advisory_lock(${lock}) then not pg_advisory_unlock(${lock})
      else true end as is_followed`.execute(db);
  return rows[0]!.is_followed;
}

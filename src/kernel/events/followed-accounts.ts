// Whether anybody follows a topic of an account, in any process, so that nothing is published to
// nobody. For each of its streams a process holds a shared advisory lock on the connection where it
// listens: PostgreSQL drops the lock together with the connection.
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../database/database.ts';

const toLockName = (topic: string) => `live_topic:${topic}`;

/** Held as often as it was taken. Waits for nothing but `isFollowed`. */
export async function takeFollowed(
  client: pg.Client,
  topic: string,
  accountId: number,
): Promise<void> {
  await client.query('select pg_advisory_lock_shared(hashtext($1), $2)', [
    toLockName(topic),
    accountId,
  ]);
}

async function releaseFollowed(client: pg.Client, topic: string, accountId: number): Promise<void> {
  await client.query('select pg_advisory_unlock_shared(hashtext($1), $2)', [
    toLockName(topic),
    accountId,
  ]);
}

/**
 * The locks of one stream. Each is released once, and only if it was taken: PostgreSQL counts them
 * together with those of the account's other streams.
 */
export function createFollowing(accountId: number) {
  const locked: string[] = [];
  return {
    async take(client: pg.Client, topics: readonly string[]): Promise<void> {
      for (const topic of topics) {
        await takeFollowed(client, topic, accountId);
        locked.push(topic);
      }
    },
    /** A connection that has ended holds no locks. */
    async release(client: pg.Client | undefined): Promise<void> {
      for (const topic of locked.splice(0))
        if (client) await releaseFollowed(client, topic, accountId).catch(() => undefined);
    },
  };
}

/** Sometimes true for nobody: two that ask in the same moment are in each other's way. */
export async function isFollowed(db: Db, topic: string, accountId: number): Promise<boolean> {
  const lock = sql`hashtext(${toLockName(topic)}), ${accountId}::int`;
  const { rows } = await sql<{ is_followed: boolean }>`
    select case when pg_try_advisory_lock(${lock}) then not pg_advisory_unlock(${lock})
      else true end as is_followed`.execute(db);
  return rows[0]!.is_followed;
}

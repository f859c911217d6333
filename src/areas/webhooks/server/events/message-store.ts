import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';

export type NewMessage = {
  id: string;
  accountId: number;
  sequence: number;
  type: string;
  isTest: boolean;
  body: string;
  createdAt: Date;
};

export type NewDelivery = {
  id: string;
  messageId: string;
  endpointId: string;
  accountId: number;
  type: string;
  createdAt: Date;
};

/** Takes the next numbers of accounts, and returns the last of each. Locks them in one order. */
export async function nextSequences(
  tx: Tx,
  counts: readonly { accountId: number; count: number }[],
): Promise<Map<number, number>> {
  const sorted = counts.toSorted((a, b) => a.accountId - b.accountId);
  const { rows } = await sql<{ account_id: number; last: bigint }>`
    insert into webhook_sequence as s (account_id, last)
    select * from unnest(
      ${sorted.map(({ accountId }) => accountId)}::int[], ${sorted.map(({ count }) => count)}::bigint[]
    ) on conflict (account_id) do update set last = s.last + excluded.last
    returning account_id, last`.execute(tx);
  return new Map(rows.map(({ account_id, last }) => [account_id, Number(last)]));
}

export async function insertMessages(tx: Tx, rows: readonly NewMessage[]): Promise<void> {
  await tx
    .insertInto('webhook_message')
    .values(
      rows.map((row) => ({
        id: row.id,
        account_id: row.accountId,
        sequence: BigInt(row.sequence),
        type: row.type,
        is_test: row.isTest,
        body: row.body,
        created_at: row.createdAt,
      })),
    )
    .execute();
}

export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<void> {
  await tx
    .insertInto('webhook_delivery')
    .values(
      rows.map((row) => ({
        id: row.id,
        message_id: row.messageId,
        endpoint_id: row.endpointId,
        account_id: row.accountId,
        type: row.type,
        state: 'waiting',
        next_attempt_at: row.createdAt,
        created_at: row.createdAt,
      })),
    )
    .execute();
}

export const findBody = async (
  db: Db,
  message: { id: string; accountId: number },
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('webhook_message')
      .select('body')
      .where('id', '=', message.id)
      .where('account_id', '=', message.accountId)
      .executeTakeFirst()
  )?.body;

/** Up to `limit` events from before a moment, with their deliveries. Returns their number. */
export async function deleteMessagesBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_message where id in (
      select id from webhook_message where created_at < ${before}
      order by created_at limit ${limit} for update skip locked)`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

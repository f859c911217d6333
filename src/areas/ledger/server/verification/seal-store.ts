// The content that the hash chain covers: each journal as one text whose format must never change.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';

export type SealedRow = {
  position: bigint;
  journal_id: string;
  hash: Buffer;
  /** Null if the journal was deleted. */
  content: string | null;
};
export type ChainHead = { position: bigint; hash: Buffer; sealed_at: Date };

const time = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** `jsonb` writes equal values identically. Needs `journal j` in scope. */
const contentOfJournal = sql<string>`jsonb_build_array(
  j.id, j.transaction_type, j.account_id, j.idempotency_key, j.reference, j.description, j.actor,
  ${time(sql`j.effective_at`)}, ${time(sql`j.created_at`)}, j.metadata, j.reversal_of,
  j.payment_id, j.subscription_id, j.hold_id, j.rate::text, j.rate_source, ${time(sql`j.rate_at`)},
  j.may_overdraw, (
    select jsonb_agg(jsonb_build_array(
      p.line, a.account_id, a.kind, a.label, a.currency, p.currency, p.amount::text,
      p.transaction_type, ${time(sql`p.created_at`)}, p.wallet_version, p.balance_after::text,
      p.transaction_id
    ) order by p.line)
    from posting p left join ledger_account a on a.id = p.ledger_account_id
    where p.journal_id = j.id
  ))::text`;

/** Committed journals without a seal, by id. Ids begin with their creation time. */
export async function listUnsealed(
  db: Db,
  fromId: string,
  limit: number,
): Promise<{ id: string; content: string }[]> {
  const { rows } = await sql<{ id: string; content: string }>`
    select j.id, ${contentOfJournal} as content from journal j
    where j.id >= ${fromId}::uuid
      and not exists (select from journal_seal s where s.journal_id = j.id)
    order by j.id limit ${limit}`.execute(db);
  return rows;
}

export async function findChainHead(db: Db): Promise<ChainHead | undefined> {
  const { rows } = await sql<ChainHead>`
    select position, hash, sealed_at from journal_seal order by position desc limit 1`.execute(db);
  return rows[0];
}

/** False when another process sealed or is sealing. */
export async function appendSeals(
  db: Db,
  after: bigint,
  seals: readonly { id: string; hash: Buffer }[],
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select ledger_seal(
      ${after}::bigint, ${seals.map(({ id }) => id)}::uuid[],
      ${seals.map(({ hash }) => hash)}::bytea[], ${now}::timestamptz
    ) as done`.execute(db);
  return rows[0]?.done ?? false;
}

export async function readSeals(db: Db, after: bigint, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select s.position, s.journal_id, s.hash,
      case when j.id is not null then ${contentOfJournal} end as content
    from journal_seal s left join journal j on j.id = s.journal_id
    where s.position > ${after}::bigint order by s.position limit ${limit}`.execute(db);
  return rows;
}

/** Unsealed journals older than a time. */
export async function countUnsealed(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from journal j
    where j.created_at < ${before}::timestamptz
      and not exists (select from journal_seal s where s.journal_id = j.id)`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

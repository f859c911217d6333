// What a database contains, to compare a restored copy with the original.
import { sql } from 'kysely';
import { findChainHead, readTrialBalance } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { Decimal } from '#lib/decimal.ts';
import type { Facts } from './manifest.ts';
import { listNamedFiles } from './named-files.ts';

/** Reads in a transaction may take as long as they need, and wait for other programs. */
export async function beginSnapshot(tx: Tx): Promise<void> {
  await sql`set transaction read only`.execute(tx);
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}

export async function exportSnapshot(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx);
  return rows[0]?.id ?? '';
}

/** The facts of one moment, and the stored files that it names. */
export const readFactsAtOnce = ({
  transaction,
}: Pick<Database, 'transaction'>): Promise<{ facts: Facts; named: string[] }> =>
  transaction(
    async (tx) => {
      await beginSnapshot(tx);
      return { facts: await readFacts(tx), named: await listNamedFiles(tx) };
    },
    { isolationLevel: 'repeatable read' },
  );

export async function readFacts(db: Db): Promise<Facts> {
  const migrations = await sql<{ name: string; sha256: string }>`
    select name, sha256 from schema_migration order by name`.execute(db);
  const head = await findChainHead(db);
  const totals = await readTrialBalance(db);
  return {
    migrations: migrations.rows,
    rows: await countRows(db),
    ledger: {
      totals: totals.map(({ currency, kind, label, balance }) => ({
        currency,
        kind,
        label,
        sum: new Decimal(balance).toFixed(),
      })),
      sealed: Number(head?.position ?? 0),
      head: head?.hash.toString('hex') ?? '',
    },
  };
}

/** By `schema.table`. What an unlogged table contains is not worth keeping. */
async function countRows(db: Db): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^(pg_|information_schema$)'
    order by 1, 2`.execute(db);
  const counted: Record<string, number> = {};
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ count: bigint }>`
      select count(*) as count from ${sql.table(`${schema}.${name}`)}`.execute(db);
    counted[`${schema}.${name}`] = Number(rows[0]?.count ?? 0);
  }
  return counted;
}

/** Whether it has tables that are not the system's. */
export async function hasTables(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema$)' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether a seal of the ledger is in the chain, unchanged. */
export async function hasSeal(db: Db, position: number, head: string): Promise<boolean> {
  if (position === 0) return true;
  const { rows } = await sql`
    select from journal_seal
    where position = ${position} and encode(hash, 'hex') = ${head}`.execute(db);
  return rows.length === 1;
}

export async function serverMajor(db: Db): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(db);
  return Math.floor(Number(rows[0]?.version ?? 0) / 10_000);
}

export type ArchiveState = { isOn: boolean; failedWal: string | null };

/** `failedWal` is the segment whose copy fails since the last one that succeeded. */
export async function readArchiveState(db: Db): Promise<ArchiveState> {
  const { rows } = await sql<ArchiveState>`
    select current_setting('archive_mode') <> 'off' as "isOn",
      case when last_failed_time > coalesce(last_archived_time, '-infinity')
        then last_failed_wal end as "failedWal"
    from pg_stat_archiver`.execute(db);
  return rows[0] ?? { isOn: false, failedWal: null };
}

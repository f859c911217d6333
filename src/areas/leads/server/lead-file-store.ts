import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { LeadFile } from '#kernel/database/schema.d.ts';

export type LeadFileRow = Selectable<LeadFile>;

/** Until the transaction ends, no other file is counted. */
export async function lockFiles(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('leads:files', 0))`.execute(tx);
}

/** The bytes of all files, and how many a network has uploaded and not sent. */
export async function measureFiles(db: Db, network: string) {
  const row = await db
    .selectFrom('lead_file')
    .select(({ fn, eb }) => [
      fn.sum<string | null>('size_bytes').as('bytes'),
      fn
        .countAll<bigint>()
        .filterWhere(eb('network', '=', network))
        .as('unsent'),
    ])
    .executeTakeFirstOrThrow();
  return { bytes: Number(row.bytes), unsentCount: Number(row.unsent) };
}

export const insertFile = (db: Db, values: Insertable<LeadFile>): Promise<LeadFileRow> =>
  db.insertInto('lead_file').values(values).returningAll().executeTakeFirstOrThrow();

/** Adds unsent files to a lead. Returns the lead's files among `ids`. */
export async function attachToLead(
  tx: Tx,
  leadId: number,
  { ids, uploadedAfter }: { ids: readonly string[]; uploadedAfter: Date },
): Promise<LeadFileRow[]> {
  if (ids.length === 0) return [];
  return tx
    .updateTable('lead_file')
    .set({ lead_id: leadId, network: null })
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb('lead_id', '=', leadId),
        eb.and([eb('lead_id', 'is', null), eb('created_at', '>', uploadedAfter)]),
      ]),
    )
    .returningAll()
    .execute();
}

export async function listFiles(db: Db, leadIds: readonly number[]): Promise<LeadFileRow[]> {
  if (leadIds.length === 0) return [];
  return db
    .selectFrom('lead_file')
    .selectAll()
    .where('lead_id', 'in', leadIds)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export const findFile = (
  db: Db,
  { leadId, id }: { leadId: number; id: string },
): Promise<LeadFileRow | undefined> =>
  db
    .selectFrom('lead_file')
    .selectAll()
    .where('id', '=', id)
    .where('lead_id', '=', leadId)
    .executeTakeFirst();

/** Files without a lead that were uploaded before a time. */
export const listOrphans = (db: Db, before: Date, limit: number): Promise<LeadFileRow[]> =>
  db
    .selectFrom('lead_file')
    .selectAll()
    .where('lead_id', 'is', null)
    .where('created_at', '<=', before)
    .limit(limit)
    .execute();

/** Undefined when a lead has it. */
export const deleteOrphan = (db: Db, id: string): Promise<LeadFileRow | undefined> =>
  db
    .deleteFrom('lead_file')
    .where('id', '=', id)
    .where('lead_id', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Of inquiries, for a backup: an upload without one may still be under way. */
export async function listFileKeys(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('lead_file')
    .select('storage_key')
    .where('lead_id', 'is not', null)
    .execute();
  return rows.map(({ storage_key }) => storage_key);
}

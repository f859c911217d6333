import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { CustomsBatch, CustomsBatchEntry } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { BatchStatus, EntryStatus, StopReason } from '../../wire/batches/batches.constants.ts';
import type { BatchEntryWire } from '../../wire/batches/batches.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import type { FileEntry } from './file-content.ts';

export type BatchRow = Omit<Selectable<CustomsBatch>, 'kind' | 'status' | 'stop_reason'> & {
  kind: ImportKind;
  status: BatchStatus;
  stop_reason: StopReason | null;
};
/** The result of one calculation. */
export type EntryResult = Omit<BatchEntryWire, 'line' | 'reference' | 'status'>;
export type EntryRow = Omit<Selectable<CustomsBatchEntry>, 'status' | 'input' | 'outcome'> & {
  status: Exclude<EntryStatus, 'waiting'> | null;
  input: Record<string, unknown> | null;
  outcome: EntryResult | null;
};
export type NewEntry = FileEntry & { number: number; outcome: EntryResult | null };
export type FinishedEntry = {
  number: number;
  status: Exclude<EntryStatus, 'waiting'>;
  outcome: EntryResult;
};

/** The columns contain only values of these types. */
const typeBatch = (row: Selectable<CustomsBatch> | undefined) => row as BatchRow | undefined;

/** Locks, so that the count holds until the transaction ends. */
export async function countBatches(tx: Tx, accountId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('customs.batches'), ${accountId})`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customs_batch where account_id = ${accountId}`.execute(tx);
  return rows[0]!.count;
}

export async function insertBatch(
  tx: Tx,
  batch: Omit<BatchRow, 'status' | 'stop_reason' | 'finished_at'>,
): Promise<BatchRow> {
  const row = await tx
    .insertInto('customs_batch')
    .values({ ...batch, status: 'running' })
    .returningAll()
    .executeTakeFirstOrThrow();
  return typeBatch(row)!;
}

const insertMax = 1000;

/** Entries with an outcome, because their line cannot be read, are finished from the start. */
export async function insertEntries(
  tx: Tx,
  batchId: string,
  entries: readonly NewEntry[],
): Promise<void> {
  for (let at = 0; at < entries.length; at += insertMax) {
    const rows = entries
      .slice(at, at + insertMax)
      .map(({ input, outcome, problems, ...entry }) => ({
        ...entry,
        input: outcome ? null : input,
        status: outcome ? 'failed' : null,
        outcome,
      }));
    await sql`
      insert into customs_batch_entry (batch_id, number, line, reference, input, status, outcome)
      select ${batchId}, number, line, reference, input, status, outcome
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(number int, line int,
        reference text, input jsonb, status text, outcome jsonb)`.execute(tx);
  }
}

/** Of any account. */
export const findBatch = async (db: Db, id: string): Promise<BatchRow | undefined> =>
  typeBatch(
    await db.selectFrom('customs_batch').selectAll().where('id', '=', id).executeTakeFirst(),
  );

export const lockBatch = async (tx: Tx, id: string): Promise<BatchRow | undefined> =>
  typeBatch(
    await tx
      .selectFrom('customs_batch')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  );

export async function listBatches(db: Db, accountId: number, page: PageRequest) {
  const query = db.selectFrom('customs_batch').where('account_id', '=', accountId);
  const sorted = query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$castTo<BatchRow>();
  return readPage(db, sorted, page);
}

const selectEntries = (db: Db, batchId: string, status?: EntryStatus) => {
  const query = db.selectFrom('customs_batch_entry').where('batch_id', '=', batchId);
  if (status === undefined) return query;
  return status === 'waiting'
    ? query.where('status', 'is', null)
    : query.where('status', '=', status);
};

export async function listEntries(
  db: Db,
  { batchId, status }: { batchId: string; status?: EntryStatus | undefined },
  page: PageRequest,
) {
  const query = selectEntries(db, batchId, status);
  const sorted = query.selectAll().orderBy('number').$castTo<EntryRow>();
  return readPage(db, sorted, page);
}

/** Up to `count` entries after `last`. */
export const listEntriesAfter = async (
  db: Db,
  { batchId, status }: { batchId: string; status?: EntryStatus | undefined },
  last: EntryRow | undefined,
  count: number,
): Promise<EntryRow[]> =>
  (await selectEntries(db, batchId, status)
    .selectAll()
    .where('number', '>', last?.number ?? 0)
    .orderBy('number')
    .limit(count)
    .execute()) as EntryRow[];

/** The first entries that wait for their calculation. */
export const listWaitingEntries = async (
  db: Db,
  batchId: string,
  count: number,
): Promise<EntryRow[]> =>
  (await selectEntries(db, batchId, 'waiting')
    .selectAll()
    .orderBy('number')
    .limit(count)
    .execute()) as EntryRow[];

/** Skips entries that are finished already. Returns the numbers that changed. */
export async function finishEntries(
  tx: Tx,
  batchId: string,
  finished: readonly FinishedEntry[],
): Promise<Set<number>> {
  const { rows } = await sql<{ number: number }>`
    update customs_batch_entry entry
    set status = x.status, outcome = x.outcome, input = null
    from jsonb_to_recordset(${JSON.stringify(finished)}::jsonb)
      as x(number int, status text, outcome jsonb)
    where entry.batch_id = ${batchId} and entry.number = x.number and entry.status is null
    returning entry.number`.execute(tx);
  return new Set(rows.map(({ number }) => number));
}

export const addProgress = async (
  tx: Tx,
  id: string,
  added: { done: number; failed: number },
): Promise<BatchRow> =>
  typeBatch(
    await tx
      .updateTable('customs_batch')
      .set(({ eb }) => ({
        done: eb('done', '+', added.done),
        failed: eb('failed', '+', added.failed),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )!;

export const finishBatch = async (
  tx: Tx,
  id: string,
  values: { status: Exclude<BatchStatus, 'running'>; stop_reason?: StopReason; finished_at: Date },
): Promise<BatchRow> =>
  typeBatch(
    await tx
      .updateTable('customs_batch')
      .set(values)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )!;

/** What was uploaded is not needed any more. */
export async function clearInputs(tx: Tx, batchId: string): Promise<void> {
  await tx
    .updateTable('customs_batch_entry')
    .set({ input: null })
    .where('batch_id', '=', batchId)
    .where('status', 'is', null)
    .execute();
}

export async function deleteBatch(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('customs_batch').where('id', '=', id).execute();
}

export async function deleteAccountBatches(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('customs_batch').where('account_id', '=', accountId).execute();
}

export async function purgeBatches(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('customs_batch').where('finished_at', '<', before).execute();
}

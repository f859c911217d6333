import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { SpeechTranscriptionJob } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type {
  TranscriptionJobError,
  TranscriptionJobStatus,
} from '../../wire/transcription-jobs.constants.ts';
import type { EngineTranscript } from '../engines/engine.ts';

/** As in a direct call. */
export type JobOptions = {
  language?: string | undefined;
  prompt?: string | undefined;
  keywords?: string[] | undefined;
  temperature?: number | undefined;
  translate: boolean;
  vad: boolean;
};
export type JobRow = Omit<Selectable<SpeechTranscriptionJob>, 'options' | 'status' | 'error'> & {
  options: JobOptions;
  status: TranscriptionJobStatus;
  error: TranscriptionJobError | null;
};
export type NewJob = Pick<
  JobRow,
  'id' | 'account_id' | 'api_key_id' | 'file_name' | 'size_bytes' | 'options' | 'engine'
> & { created_at: Date };
export type Piece = { number: number; start_seconds: number; seconds: number };
export type FinishedPiece = Piece & { transcript: EngineTranscript };

/** The columns contain only values of these types. */
const typeJob = (row: unknown) => row as JobRow | undefined;
const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`;
const unfinished = ['uploading', 'queued', 'running'];

/** One change of an account's jobs at a time. Take it before the lock of a job. */
export async function lockJobs(tx: Tx, accountId: number): Promise<void> {
  const name = 'speech.transcription_jobs';
  await sql`select pg_advisory_xact_lock(hashtext(${name}), ${accountId})`.execute(tx);
}

/** One reservation of space at a time. Take it after the lock of an account's jobs. */
export async function lockStorage(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('speech.recordings'))`.execute(tx);
}

/** Of recordings of all accounts that are not transcribed yet. */
export async function sumUnfinishedBytes(tx: Tx): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes), 0)::float8 as bytes
    from speech_transcription_job where finished_at is null`.execute(tx);
  return rows[0]!.bytes;
}

/** `bytes` are those of jobs that have not finished. */
export async function countJobs(
  tx: Tx,
  accountId: number,
): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count,
      coalesce(sum(size_bytes) filter (where finished_at is null), 0)::float8 as bytes
    from speech_transcription_job
    where account_id = ${accountId} and deleted_at is null`.execute(tx);
  return rows[0]!;
}

export async function insertJob(tx: Tx, job: NewJob): Promise<JobRow> {
  const row = await tx
    .insertInto('speech_transcription_job')
    .values({
      ...job,
      options: json(job.options),
      status: 'uploading',
      updated_at: job.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return typeJob(row)!;
}

const selectJobs = (db: Db) =>
  db.selectFrom('speech_transcription_job').where('deleted_at', 'is', null);

/** Of any account. */
export const findJob = async (db: Db, id: string): Promise<JobRow | undefined> =>
  typeJob(await selectJobs(db).selectAll().where('id', '=', id).executeTakeFirst());

export const lockJob = async (tx: Tx, id: string): Promise<JobRow | undefined> =>
  typeJob(await selectJobs(tx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst());

export async function listJobs(db: Db, accountId: number, page: PageRequest) {
  const query = selectJobs(db).where('account_id', '=', accountId);
  const sorted = query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$castTo<JobRow>();
  return readPage(db, sorted, page);
}

type Change = Partial<
  Pick<JobRow, 'status' | 'error' | 'seconds' | 'transcript_id' | 'finished_at' | 'deleted_at'>
>;

export async function updateJob(tx: Tx, id: string, change: Change, now: Date): Promise<JobRow> {
  const row = await tx
    .updateTable('speech_transcription_job')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return typeJob(row)!;
}

export async function addUploadedPart(
  tx: Tx,
  id: string,
  number: number,
  now: Date,
): Promise<JobRow> {
  const row = await tx
    .updateTable('speech_transcription_job')
    .set({
      uploaded_parts: sql`array_append(array_remove(uploaded_parts, ${number}), ${number})`,
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return typeJob(row)!;
}

export async function isAnotherRunning(tx: Tx, { account_id, id }: JobRow): Promise<boolean> {
  const row = await selectJobs(tx)
    .select('id')
    .where('account_id', '=', account_id)
    .where('status', '=', 'running')
    .where('id', '<>', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The id of the job that waits for longest. */
export async function findQueuedJob(tx: Tx, accountId: number): Promise<string | undefined> {
  const row = await selectJobs(tx)
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'queued')
    .orderBy('updated_at')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

export async function insertPieces(tx: Tx, jobId: string, pieces: readonly Piece[]): Promise<void> {
  await tx
    .insertInto('speech_transcription_piece')
    .values(pieces.map((piece) => ({ ...piece, job_id: jobId })))
    .execute();
}

/** The first piece that is not recognized yet. */
export const findNextPiece = async (db: Db, jobId: string): Promise<Piece | undefined> =>
  db
    .selectFrom('speech_transcription_piece')
    .select(['number', 'start_seconds', 'seconds'])
    .where('job_id', '=', jobId)
    .where('transcript', 'is', null)
    .orderBy('number')
    .executeTakeFirst();

/** False when another worker was first. */
export async function finishPiece(
  tx: Tx,
  jobId: string,
  { number, transcript }: FinishedPiece,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('speech_transcription_piece')
    .set({ transcript: json(transcript) })
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .where('transcript', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function addProgress(
  tx: Tx,
  id: string,
  { seconds, language, now }: { seconds: number; language: string | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('speech_transcription_job')
    .set(({ eb, fn }) => ({
      seconds_done: eb('seconds_done', '+', seconds),
      language: fn.coalesce('language', sql<string | null>`${language}::text`),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
}

/** With their transcripts, in order. */
export async function listPieces(tx: Tx, jobId: string): Promise<FinishedPiece[]> {
  const rows = await tx
    .selectFrom('speech_transcription_piece')
    .select(['number', 'start_seconds', 'seconds', 'transcript'])
    .where('job_id', '=', jobId)
    .orderBy('number')
    .execute();
  return rows as unknown as FinishedPiece[];
}

export async function deletePieces(tx: Tx, jobId: string): Promise<void> {
  await tx.deleteFrom('speech_transcription_piece').where('job_id', '=', jobId).execute();
}

export type EndedJob = { id: string; size_bytes: number; isDeleted: boolean };

/** Finished jobs with files, and deleted ones; the one that ended first comes first. */
export async function listEndedJobs(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<EndedJob[]> {
  const { rows } = await sql<EndedJob>`
    select id, size_bytes, deleted_at is not null as "isDeleted" from speech_transcription_job
    where finished_at is not null and (has_files or deleted_at is not null)
    order by finished_at, id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** When its files are deleted. */
export async function clearEndedJob(tx: Tx, { id, isDeleted }: EndedJob): Promise<void> {
  if (isDeleted) await tx.deleteFrom('speech_transcription_job').where('id', '=', id).execute();
  else
    await tx
      .updateTable('speech_transcription_job')
      .set({ has_files: false })
      .where('id', '=', id)
      .execute();
}

/** Uploads without a new part since `idle`, and those that began before `begun`. */
export async function cancelUploads(
  tx: Tx,
  { idle, begun, now }: { idle: Date; begun: Date; now: Date },
): Promise<void> {
  await tx
    .updateTable('speech_transcription_job')
    .set({ status: 'cancelled', finished_at: now })
    .where('status', '=', 'uploading')
    .where(({ eb, or }) => or([eb('updated_at', '<', idle), eb('created_at', '<', begun)]))
    .execute();
}

/** Running jobs without progress, such as those whose every attempt ended its process. */
export async function listStuckJobs(db: Db, before: Date): Promise<JobRow[]> {
  const rows = await selectJobs(db)
    .selectAll()
    .where('status', '=', 'running')
    .where('updated_at', '<', before)
    .execute();
  return rows as unknown as JobRow[];
}

export async function expireJobs(tx: Tx, before: Date, now: Date): Promise<void> {
  await tx
    .updateTable('speech_transcription_job')
    .set({ deleted_at: now })
    .where('finished_at', '<', before)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Their files are deleted within the hour. */
export async function deleteAccountJobs(tx: Tx, accountId: number): Promise<void> {
  await sql`
    update speech_transcription_job
    set deleted_at = now(), finished_at = coalesce(finished_at, now()), file_name = '',
      options = '{"translate":false,"vad":true}',
      status = case when status = any(${unfinished}) then 'cancelled' else status end
    where account_id = ${accountId}`.execute(tx);
  await sql`
    delete from speech_transcription_piece piece using speech_transcription_job job
    where piece.job_id = job.id and job.account_id = ${accountId}`.execute(tx);
}

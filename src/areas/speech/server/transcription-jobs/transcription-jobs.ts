// Transcription jobs of an account: created, uploaded, started, read, cancelled, deleted. The plan's
// seconds are reserved under the id of the job once they are known, and counted when it completes.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor, Meter, Quota } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { formatBytes } from '#lib/format.ts';
import { isUuid } from '#lib/uuid.ts';
import { storageBusy, undecodableAudio } from '../../wire/errors.ts';
import * as contract from '../../wire/transcription-jobs.ts';
import { findMediaType } from '../audio/media-types.ts';
import { notFound, type Speech } from '../speech.ts';
import { chooseEngine } from '../transcription/transcribe.ts';
import { enforceTranscriptLimit } from '../transcription/transcripts.ts';
import { partSize, putPart, removePart } from './recording-files.ts';
import { listMissingParts } from './serialize-transcription-job.ts';
import * as jobStore from './transcription-job-store.ts';

/** Of billing: the plan's seconds. */
export type Metering = { quota: Quota; meter: Meter };

export const transcriptionQueue = 'speech.transcription_job';
export const removalQueue = 'speech.remove_recordings';
/** Space becomes free when a job ends. */
const storageRetrySeconds = 300;

type NewJob = z.output<typeof contract.createTranscriptionJob.body>;

/** The fields of a direct call that a job does not have. */
export const toTranscribeInput = (options: jobStore.JobOptions) => ({
  ...options,
  response_format: 'verbose_json' as const,
  diarize: false,
  store: true,
});

/** Throws the errors of a direct call with these options. */
export async function createJob(
  speech: Speech,
  actor: Actor,
  { file_name, size_bytes, model, ...options }: NewJob,
  write: LastWrite<jobStore.JobRow>,
): Promise<jobStore.JobRow> {
  const { clock } = speech.kernel;
  const engine = await chooseEngine(speech, { ...toTranscribeInput(options), model });
  await enforceTranscriptLimit(speech, actor);
  const now = clock.now();
  const job = {
    id: createId(now),
    account_id: actor.accountId,
    api_key_id: actor.keyId ?? null,
    file_name,
    size_bytes,
    options,
    engine: engine.id,
    created_at: now,
  };
  return write(async (tx) => {
    await jobStore.lockJobs(tx, actor.accountId);
    const bytesMax = await readRecordingBytesMax(speech, tx, actor.accountId);
    enforceBudgets(await jobStore.countJobs(tx, actor.accountId), size_bytes, bytesMax);
    await jobStore.lockStorage(tx);
    if ((await jobStore.sumUnfinishedBytes(tx)) + size_bytes > budgets.recordingBytesOfAll)
      throw apiError(storageBusy, { retry_after: storageRetrySeconds });
    return jobStore.insertJob(tx, job);
  });
}

/** What the plan could transcribe in a month, if it were sound without compression. */
async function readRecordingBytesMax(
  { kernel: { clock }, plans }: Speech,
  tx: Tx,
  accountId: number,
): Promise<number> {
  const { recordingBytesPerAccount: bytesMax, recordingBytesPerPlanSecond: rate } = budgets;
  const seconds = await plans.readTranscriptionSeconds(tx, accountId, clock.now());
  return seconds === null ? bytesMax : Math.min(bytesMax, seconds * rate);
}

function enforceBudgets(
  { count, bytes }: { count: number; bytes: number },
  added: number,
  bytesMax: number,
): void {
  const limit = budgets.transcriptionJobsPerAccount;
  if (count >= limit) throw apiError(contract.transcriptionJobLimitReached, { limit });
  if (bytes + added <= bytesMax) return;
  const message = `On your plan, recordings that are not transcribed yet may have ${formatBytes(bytesMax)} together. Wait until one is transcribed, or cancel it.`;
  throw new InvalidInput({ size_bytes: [message] });
}

/** Throws 404, also for a job of another account. */
export async function findOwnJob(
  db: Db,
  { accountId }: Pick<Actor, 'accountId'>,
  id: string,
): Promise<jobStore.JobRow> {
  const row = isUuid(id) ? await jobStore.findJob(db, id) : undefined;
  if (row?.account_id !== accountId) throw notFound();
  return row;
}

async function lockOwnJob(
  tx: Tx,
  { accountId }: Pick<Actor, 'accountId'>,
  id: string,
): Promise<jobStore.JobRow> {
  await jobStore.lockJobs(tx, accountId);
  const row = isUuid(id) ? await jobStore.lockJob(tx, id) : undefined;
  if (row?.account_id !== accountId) throw notFound();
  return row;
}

export async function uploadPart(
  { kernel: { clock, work, storage } }: Speech,
  actor: Actor,
  params: { id: string; number: string },
  bytes: Buffer,
): Promise<jobStore.JobRow> {
  const { id, status, size_bytes } = await work.read((db) => findOwnJob(db, actor, params.id));
  if (status !== 'uploading') throw apiError(contract.uploadClosed);
  const number = Number(params.number);
  const expected = partSize(size_bytes, number);
  if (expected === null) throw new InvalidInput({ number: ['The file has no such part.'] });
  if (bytes.length !== expected) {
    const message = `Part ${number} has ${expected} bytes; ${bytes.length} were sent.`;
    throw new InvalidInput({ non_field_errors: [message] });
  }
  // Refused before the rest is uploaded.
  if (number === 1 && !(await findMediaType(bytes))) throw apiError(undecodableAudio);
  await putPart(storage, id, number, bytes);
  const row = await work.write(async (tx) => {
    const job = await jobStore.lockJob(tx, id);
    return job?.status === 'uploading'
      ? jobStore.addUploadedPart(tx, id, number, clock.now())
      : job;
  });
  if (row?.status === 'uploading') return row;
  // It was ended meanwhile, so its files may be removed already. One that was started has the part.
  if (row?.status !== 'queued' && row?.status !== 'running') await removePart(storage, id, number);
  throw apiError(contract.uploadClosed);
}

/** Screens that show it, also in other tabs, read it again. */
export const publishJob = (
  { kernel: { live } }: Speech,
  tx: Tx,
  { id, account_id: accountId }: Pick<jobStore.JobRow, 'id' | 'account_id'>,
): Promise<void> =>
  live.publish(tx, { topic: 'speech', accountId, data: { type: 'transcription_job', id } });

/** One that has started stays as it is. */
export async function startJob(
  speech: Speech,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<jobStore.JobRow> {
  const { clock, jobs } = speech.kernel;
  const job = await lockOwnJob(tx, actor, id);
  if (job.status !== 'uploading') return job;
  const missing = listMissingParts(job);
  if (missing.length > 0) throw apiError(contract.partsMissing, { missing_parts: missing });
  await jobs.send(tx, transcriptionQueue, { jobId: job.id }, { singletonKey: job.id });
  await publishJob(speech, tx, job);
  return jobStore.updateJob(tx, job.id, { status: 'queued' }, clock.now());
}

const isUnfinished = ({ finished_at }: jobStore.JobRow): boolean => finished_at === null;

/** Free; one that has finished stays as it is. */
export async function cancelJob(
  speech: Speech,
  metering: Metering,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<jobStore.JobRow> {
  const job = await lockOwnJob(tx, actor, id);
  return isUnfinished(job)
    ? endJob(speech, metering, tx, job, { status: 'cancelled', seconds: 0 })
    : job;
}

export async function deleteJob(
  speech: Speech,
  metering: Metering,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<void> {
  const { kernel } = speech;
  const job = await cancelJob(speech, metering, tx, actor, id);
  const now = kernel.clock.now();
  await jobStore.updateJob(tx, job.id, { deleted_at: now }, now);
  await kernel.jobs.send(tx, removalQueue, {}, { singletonKey: 'all' });
}

type End = Pick<Partial<jobStore.JobRow>, 'error' | 'transcript_id'> & {
  status: 'complete' | 'failed' | 'cancelled';
  /** What is counted for the plan; the rest of the reservation is given back. */
  seconds: number;
};

/** Under the lock of the account's jobs. The next job of the account starts. */
export async function endJob(
  speech: Speech,
  { meter }: Metering,
  tx: Tx,
  job: jobStore.JobRow,
  { seconds, ...change }: End,
): Promise<jobStore.JobRow> {
  const { clock, jobs, work } = speech.kernel;
  const { id, account_id: accountId, api_key_id: keyId, status } = job;
  await publishJob(speech, tx, job);
  const now = clock.now();
  await jobStore.deletePieces(tx, id);
  const row = await jobStore.updateJob(tx, id, { ...change, finished_at: now }, now);
  // Others have reserved nothing yet.
  if (status === 'running') {
    const payer = { accountId, ...(keyId && { keyId }) };
    work.afterCommit(tx, () => meter.count(payer, 'audio_second', seconds, id));
  }
  await jobs.send(tx, removalQueue, {}, { singletonKey: 'all' });
  const next = await jobStore.findQueuedJob(tx, accountId);
  if (next) await jobs.send(tx, transcriptionQueue, { jobId: next }, { singletonKey: next });
  return row;
}

// The work of a transcription job, in slices: the first decodes the recording, each other one
// recognizes a piece. A slice stores its result and sends for the next one in the same transaction,
// so that a restart goes on after the last slice.

import { findAccount } from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { ApiError } from '#kernel/http/errors.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { commonErrors, type ErrorDeclaration } from '#lib/endpoint.ts';
import { planLimits } from '#lib/plan-limits.ts';
import * as errors from '../../wire/errors.ts';
import { transcriptionFailedEvent, transcriptionFinishedEvent } from '../../wire/events.ts';
import type { TranscriptionJobError } from '../../wire/transcription-jobs.constants.ts';
import { sendJobEmail } from '../emails/job-emails.ts';
import { runQueued, type Speech } from '../speech.ts';
import { decodeRecording } from './decode-recording.ts';
import { recognizePiece } from './recognize-piece.ts';
import { removeFiles } from './recording-files.ts';
import { saveJobTranscript } from './save-job-transcript.ts';
import { serializeTranscriptionJob } from './serialize-transcription-job.ts';
import type { JobRow } from './transcription-job-store.ts';
import * as jobStore from './transcription-job-store.ts';
import { endJob, type Metering, publishJob, transcriptionQueue } from './transcription-jobs.ts';

// Tells the owner of a job that it is complete or has failed: by a webhook, and by mail.
/** In the transaction that ended the job, so that there is one mail. */
async function notifyEnd({ kernel }: Speech, tx: Tx, job: JobRow): Promise<void> {
  const { account_id: accountId } = job;
  const isFailed = job.status === 'failed';
  const event = isFailed ? transcriptionFailedEvent : transcriptionFinishedEvent;
  const wire = () => serializeTranscriptionJob(job);
  await kernel.customerEvents.publish(tx, event, { accountId, data: wire });
  const account = await findAccount(tx, accountId);
  if (account && account.status !== 'deleted') await sendJobEmail(kernel, tx, { account, job });
}

export const sliceSecondsMax = 600;
/** While staff have switched transcription off. */
const pausedSeconds = 60;
/** While many direct calls wait. */
const busySeconds = 30;
/** How soon a slice of another process ends when its job is cancelled. */
const checkMs = 1000;

type SliceJob = { jobId: string; isLastAttempt: boolean };

export async function runJobSlice(
  speech: Speech,
  metering: Metering,
  { jobId, isLastAttempt }: SliceJob,
): Promise<void> {
  const { work, features } = speech.kernel;
  if (!(await features.isOn('transcription'))) return sendAgain(speech, jobId, pausedSeconds);
  const job = await work.write((tx) => claimJob(speech, tx, jobId));
  if (!job) return;
  try {
    await runSlice(speech, metering, job);
  } catch (error) {
    if (error instanceof JobEnded) return removeFiles(speech.kernel.storage, job);
    if (isError(error, errors.tooBusy)) return sendAgain(speech, jobId, busySeconds);
    const reason = findReason(error) ?? (isLastAttempt ? lastReason(error) : null);
    if (!reason) throw error;
    if (reason === 'error') speech.kernel.log.error({ err: error, job: jobId }, 'a job failed');
    await work.write((tx) => failJob(speech, metering, tx, job, reason));
  }
}

/** The job was cancelled or deleted while a slice of it ran. */
class JobEnded extends Error {}

async function runSlice(speech: Speech, metering: Metering, job: jobStore.JobRow): Promise<void> {
  const { work } = speech.kernel;
  const reserve = (seconds: number) => {
    const { id, account_id: accountId, api_key_id: keyId } = job;
    const payer = { accountId, ...(keyId && { keyId }) };
    return metering.quota.reserve(payer, 'audio_second', seconds, id);
  };
  // A reservation lapses after an hour. A job that waited longer needs a new one.
  if (job.seconds !== null) await reserve(job.seconds);
  const piece = await work.read((db) => jobStore.findNextPiece(db, job.id));
  const store = await whileUnfinished(speech, job.id, (signal) =>
    runQueued(speech, speech.transcriptionQueue, { accountId: job.account_id, signal }, async () =>
      piece
        ? recognizePiece(speech, job, piece, signal)
        : decodeRecording(speech, job, reserve, signal),
    ),
  );
  await work.write(async (tx) => {
    await jobStore.lockJobs(tx, job.account_id);
    const current = await jobStore.lockJob(tx, job.id);
    if (current?.status !== 'running') throw new JobEnded();
    await store(tx);
    if (await jobStore.findNextPiece(tx, job.id)) {
      await publishJob(speech, tx, job);
      return sendNext(speech, tx, job.id);
    }
    await completeJob(speech, metering, tx, job.id);
  });
}

/** Null unless it may run now: one job of an account runs at a time. */
async function claimJob(speech: Speech, tx: Tx, jobId: string): Promise<jobStore.JobRow | null> {
  const found = await jobStore.findJob(tx, jobId);
  if (!found) return null;
  await jobStore.lockJobs(tx, found.account_id);
  const job = await jobStore.lockJob(tx, jobId);
  if (job?.status === 'running') return job;
  if (job?.status !== 'queued' || (await jobStore.isAnotherRunning(tx, job))) return null;
  await publishJob(speech, tx, job);
  return jobStore.updateJob(tx, jobId, { status: 'running' }, speech.kernel.clock.now());
}

/** Aborts when the job ends meanwhile, or after the longest time of a slice. */
async function whileUnfinished<T>(
  { kernel: { work } }: Speech,
  jobId: string,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const check = async () => {
    const job = await work.read((db) => jobStore.findJob(db, jobId));
    if (job?.status !== 'running') ending.abort(new JobEnded());
  };
  // While the database is not reachable, the work goes on.
  const timer = setInterval(() => void check().catch(() => undefined), checkMs);
  try {
    return await act(AbortSignal.any([ending.signal, createTimeout(sliceSecondsMax * 1000)]));
  } finally {
    clearInterval(timer);
  }
}

const sendNext = ({ kernel: { jobs } }: Speech, tx: Tx, jobId: string, startAfterSeconds = 0) =>
  jobs.send(tx, transcriptionQueue, { jobId }, { singletonKey: jobId, startAfterSeconds });

/** It is not stuck while it waits. */
const sendAgain = (speech: Speech, jobId: string, startAfterSeconds: number): Promise<void> =>
  speech.kernel.work.write(async (tx) => {
    if (!(await jobStore.findJob(tx, jobId))) return;
    await jobStore.updateJob(tx, jobId, {}, speech.kernel.clock.now());
    await sendNext(speech, tx, jobId, startAfterSeconds);
  });

async function completeJob(speech: Speech, metering: Metering, tx: Tx, id: string): Promise<void> {
  const job = (await jobStore.lockJob(tx, id))!;
  const transcript_id = await saveJobTranscript(speech, tx, job);
  const end = { status: 'complete', transcript_id, seconds: job.seconds! } as const;
  await notifyEnd(speech, tx, await endJob(speech, metering, tx, job, end));
}

/** Unless it ended meanwhile. */
export async function failJob(
  speech: Speech,
  metering: Metering,
  tx: Tx,
  { id, account_id }: jobStore.JobRow,
  error: TranscriptionJobError,
): Promise<void> {
  await jobStore.lockJobs(tx, account_id);
  const job = await jobStore.lockJob(tx, id);
  if (job?.status !== 'running') return;
  const end = { status: 'failed', error, seconds: 0 } as const;
  await notifyEnd(speech, tx, await endJob(speech, metering, tx, job, end));
}

const isError = (error: unknown, declaration: ErrorDeclaration): boolean =>
  error instanceof ApiError && error.declaration === declaration;

type Reason = [ErrorDeclaration, TranscriptionJobError];
const reasons: readonly Reason[] = [
  [errors.undecodableAudio, 'undecodable_audio'],
  [errors.audioTooLong, 'audio_too_long'],
  ...planLimits.map((limit): Reason => [limit, 'quota_exceeded']),
  [commonErrors.subscriptionRequired, 'subscription_required'],
];

/** Null for an error that a later attempt may not meet. */
const findReason = (error: unknown): TranscriptionJobError | null =>
  reasons.find(([declaration]) => isError(error, declaration))?.[1] ?? null;

const lastReason = (error: unknown): TranscriptionJobError =>
  isError(error, errors.providerUnavailable) ? 'provider_unavailable' : 'error';

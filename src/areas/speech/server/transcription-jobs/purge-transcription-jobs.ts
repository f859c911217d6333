// Deletes files of ended jobs, uploads that were given up, and old jobs.
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { runEach } from '#lib/run-each.ts';
import {
  transcriptionJobRetentionDays,
  uploadHoursMax,
  uploadIdleMinutes,
} from '../../wire/transcription-jobs.constants.ts';
import type { Speech } from '../speech.ts';
import { removeFiles } from './recording-files.ts';
import { failJob } from './run-transcription-job.ts';
import * as jobStore from './transcription-job-store.ts';
import type { Metering } from './transcription-jobs.ts';

const removedAtOnce = 20;
/** A slice takes minutes. */
const stuckMs = dayMs;

/** Throws at the end if the files of a job could not be removed. */
export async function removeRecordings({ kernel: { work, storage } }: Speech): Promise<void> {
  const failed: Error[] = [];
  for (;;) {
    const page = { limit: removedAtOnce, offset: failed.length };
    const ended = await work.read((db) => jobStore.listEndedJobs(db, page));
    const { errors } = await runEach(ended, async (job) => {
      await removeFiles(storage, job);
      await work.write((tx) => jobStore.clearEndedJob(tx, job));
    });
    failed.push(...errors);
    if (ended.length < removedAtOnce) break;
  }
  if (failed[0]) throw failed[0];
}

export async function purgeJobs(speech: Speech, metering: Metering): Promise<void> {
  const { clock, work, log } = speech.kernel;
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const uploads = { idle: ago(uploadIdleMinutes * minuteMs), begun: ago(uploadHoursMax * hourMs) };
  await work.write((tx) => jobStore.cancelUploads(tx, { ...uploads, now }));
  await work.write((tx) =>
    jobStore.expireJobs(tx, ago(transcriptionJobRetentionDays * dayMs), now),
  );
  const stuck = await work.read((db) => jobStore.listStuckJobs(db, ago(stuckMs)));
  const { errors } = await runEach(stuck, (job) =>
    work.write((tx) => failJob(speech, metering, tx, job, 'error')),
  );
  for (const err of errors) log.error({ err }, 'a job without progress was not ended');
  await removeRecordings(speech);
}

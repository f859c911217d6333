// Deletes files of ended jobs, uploads that were given up, and old jobs.
import { dayMs, hourMs } from '#lib/durations.ts';
import {
  transcriptionJobDaysKept,
  uploadHoursKept,
} from '../../wire/transcription-jobs.constants.ts';
import type { Speech } from '../speech.ts';
import { notifyEnd } from './notify-end.ts';
import { removeFiles } from './recording-files.ts';
import * as jobStore from './transcription-job-store.ts';
import { startNextJob } from './transcription-jobs.ts';

const removedAtOnce = 20;
/** A slice takes minutes. */
const stuckMs = dayMs;

export async function removeRecordings({ kernel: { work, storage } }: Speech): Promise<void> {
  for (;;) {
    const ended = await work.read((db) => jobStore.listEndedJobs(db, removedAtOnce));
    if (ended.length === 0) return;
    for (const job of ended) {
      await removeFiles(storage, job);
      await work.write((tx) => jobStore.clearEndedJob(tx, job));
    }
  }
}

export async function purgeJobs(speech: Speech): Promise<void> {
  const { clock, jobs, work } = speech.kernel;
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await work.write(async (tx) => {
    await jobStore.cancelUploads(tx, ago(uploadHoursKept * hourMs), now);
    await jobStore.expireJobs(tx, ago(transcriptionJobDaysKept * dayMs), now);
    for (const job of await jobStore.failStuckJobs(tx, ago(stuckMs), now)) {
      await notifyEnd(speech, tx, job);
      await startNextJob(jobs, tx, job.account_id);
    }
  });
  await removeRecordings(speech);
}

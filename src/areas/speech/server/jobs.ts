import type { Tx } from '#kernel/database/database.ts';
import { finishIdleCaptions } from './captions/captions.ts';
import { deleteAccountCaptions } from './captions/captions-store.ts';
import { addEngineCheck } from './engines/check-engines.ts';
import { removeAbandonedFolders } from './processing/job-folder.ts';
import type { Speech } from './speech.ts';
import { expireAccountPhrases } from './synthesis/phrase-store.ts';
import { purgePhrases } from './synthesis/phrases.ts';
import { deleteAccountTranscripts } from './transcription/transcript-store.ts';
import { purgeJobs, removeRecordings } from './transcription-jobs/purge-transcription-jobs.ts';
import { runJobSlice, sliceSecondsMax } from './transcription-jobs/run-transcription-job.ts';
import { deleteAccountJobs } from './transcription-jobs/transcription-job-store.ts';
import {
  type Metering,
  removalQueue,
  transcriptionQueue,
} from './transcription-jobs/transcription-jobs.ts';

export function speechJobs(speech: Speech, metering: Metering): void {
  const { jobs } = speech.kernel;
  addEngineCheck(speech);
  jobs.define('speech.purge', { needsRightClock: true }, async () => {
    await purgePhrases(speech);
    await purgeJobs(speech, metering);
    await removeAbandonedFolders();
  });
  jobs.schedule('speech.purge', '5-55/10 * * * *');
  jobs.define('speech.finish_captions', { needsRightClock: true }, () =>
    finishIdleCaptions(speech),
  );
  jobs.schedule('speech.finish_captions', '*/10 * * * *');
  jobs.define(removalQueue, { concurrency: 1 }, () => removeRecordings(speech));
  jobs.define<{ jobId: string }>(
    transcriptionQueue,
    // One at a time, so that direct calls are not delayed much.
    { retriesMax: 5, concurrency: 1, expireInSeconds: sliceSecondsMax + 60 },
    ({ jobId }, { isLastAttempt }) => runJobSlice(speech, metering, { jobId, isLastAttempt }),
  );
}

/** Handles `account.deleted`: texts are deleted now, audio files within the hour. */
export async function deleteAccountTexts(
  tx: Tx,
  { accountId }: { accountId: number },
): Promise<void> {
  await deleteAccountJobs(tx, accountId);
  await deleteAccountCaptions(tx, accountId);
  await deleteAccountTranscripts(tx, accountId);
  await expireAccountPhrases(tx, accountId);
}

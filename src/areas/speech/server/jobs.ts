import type { Tx } from '#kernel/database/database.ts';
import { removeAbandonedFolders } from './processing/job-folder.ts';
import type { Speech } from './speech.ts';
import { expirePhrasesOf } from './synthesis/phrase-store.ts';
import { purgePhrases } from './synthesis/phrases.ts';
import { deleteTranscriptsOf } from './transcription/transcript-store.ts';

export function speechJobs(speech: Speech): void {
  const { jobs } = speech.kernel;
  jobs.define('speech.purge', {}, async () => {
    await purgePhrases(speech);
    await removeAbandonedFolders();
  });
  jobs.schedule('speech.purge', '37 * * * *');
}

/** Handles `account.deleted`: texts are deleted now, audio files of phrases within the hour. */
export async function deleteAccountTexts(
  tx: Tx,
  { accountId }: { accountId: number },
): Promise<void> {
  await deleteTranscriptsOf(tx, accountId);
  await expirePhrasesOf(tx, accountId);
}

import type { Tx } from '#kernel/database/database.ts';
import { removeLeftFolders } from './job-folder.ts';
import { agePhrasesOf } from './phrase-store.ts';
import { forgetPhrases } from './phrases.ts';
import type { Speech } from './speech.ts';
import { deleteTranscriptsOf } from './transcript-store.ts';

export function speechJobs(speech: Speech): void {
  const { jobs } = speech.kernel;
  jobs.define('speech.forget', {}, async () => {
    await forgetPhrases(speech);
    await removeLeftFolders();
  });
  jobs.schedule('speech.forget', '37 * * * *');
}

/** An account is gone: its texts at once, the files of what it had spoken within the hour. */
export async function forgetAccount(tx: Tx, { accountId }: { accountId: number }): Promise<void> {
  await deleteTranscriptsOf(tx, accountId);
  await agePhrasesOf(tx, accountId);
}

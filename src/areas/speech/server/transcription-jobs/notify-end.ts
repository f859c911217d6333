// Tells the owner of a job that it is complete or has failed: by a webhook, and by mail.
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { transcriptionFailedEvent, transcriptionFinishedEvent } from '../../wire/events.ts';
import { sendJobEmail } from '../emails/job-emails.ts';
import type { Speech } from '../speech.ts';
import { serializeTranscriptionJob } from './serialize-transcription-job.ts';
import type { JobRow } from './transcription-job-store.ts';

/** In the transaction that ended the job, so that there is one mail. */
export async function notifyEnd({ kernel }: Speech, tx: Tx, job: JobRow): Promise<void> {
  const { account_id: accountId } = job;
  const isFailed = job.status === 'failed';
  const event = isFailed ? transcriptionFailedEvent : transcriptionFinishedEvent;
  const wire = () => serializeTranscriptionJob(job);
  await kernel.customerEvents.publish(tx, event, { accountId, data: wire });
  const account = await findAccount(tx, accountId);
  if (account && account.status !== 'deleted') await sendJobEmail(kernel, tx, { account, job });
}

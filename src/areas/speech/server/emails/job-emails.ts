// The mail at the end of a transcription job. A cancelled one has none: its owner ended it.
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatClock, formatUtcDateTime } from '#lib/format.ts';
import { transcriptionJobErrorTexts } from '../../wire/transcription-jobs.labels.ts';
import type { JobRow } from '../transcription-jobs/transcription-job-store.ts';

type EndedJob = Pick<JobRow, 'file_name' | 'error' | 'seconds' | 'transcript_id' | 'created_at'>;

export async function sendJobEmail(
  { config, mail }: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  {
    account,
    job,
  }: { account: { email: string; first_name: string; last_name: string }; job: EndedJob },
): Promise<void> {
  const screen = `${config.SITE_URL}/dashboard/speech?tab=transcribe`;
  const { subject, body } = job.error ? failedContent(job, screen) : completeContent(job, screen);
  await mail.send(tx, {
    kind: 'speech.transcription_job',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({ siteName: site.name, preview: subject, heading: subject, body }),
  });
}

const completeContent = (
  { file_name, seconds, transcript_id, created_at }: EndedJob,
  screen: string,
) => ({
  subject: `The transcript of ${file_name} is ready`,
  body: [
    facts([
      ['Uploaded', formatUtcDateTime(created_at)],
      ['Length', formatClock(seconds ?? 0)],
    ]),
    linkButton('Open the transcript', `${screen}&transcript=${transcript_id}`),
  ],
});

const failedContent = ({ file_name, error, created_at }: EndedJob, screen: string) => ({
  subject: `${file_name} could not be transcribed`,
  body: [
    paragraph(transcriptionJobErrorTexts[error!]),
    paragraph('Nothing was deducted from your plan, and the recording is deleted.'),
    facts([['Uploaded', formatUtcDateTime(created_at)]]),
    linkButton('See your recordings', screen),
  ],
});

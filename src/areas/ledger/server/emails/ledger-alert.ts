import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { paragraph } from '#kernel/mail/mail-content.ts';

const linesMax = 30;

/** Mails finance and admins the problems that the check found. */
export async function sendLedgerAlert(kernel: Kernel, problems: readonly string[]): Promise<void> {
  const heading = 'The ledger check found problems';
  const first = problems.slice(0, linesMax);
  const rest = problems.length - first.length;
  const lines = [
    'Stop manual corrections until the cause is known. Run "npm run ledger -- verify" for the whole report.',
    ...first,
    ...(rest > 0 ? [`And ${rest} more.`] : []),
  ];
  const body = lines.map(paragraph);
  const preview = `${problems.length} problem${problems.length === 1 ? '' : 's'}`;
  const mail = renderMail({ siteName: site.name, preview, heading, body });
  await kernel.work.write((tx) =>
    mailStaff(kernel, tx, 'finance', { kind: 'ledger.alert', subject: heading, ...mail }),
  );
}

import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { paragraph } from '#kernel/mail/mail-content.ts';
import { minuteSeconds } from '#lib/durations.ts';
import type { Accounts } from '../accounts.ts';
import { failedAttemptsPerHourMax, slowAttemptsPerNetwork } from '../sign-in/sign-in-limits.ts';
import { mailStaff } from './staff-mail.ts';

/** Alerts admins that sign-in codes are being guessed. */
export async function sendGuessingAlert(kernel: Accounts, tx: Tx): Promise<void> {
  const subject = 'Sign-in codes are being guessed';
  const { points, windowSeconds } = slowAttemptsPerNetwork;
  const body = [
    paragraph(
      `Unknown browsers entered ${failedAttemptsPerHourMax} wrong codes or more within an hour, over all addresses. People mistype far less often.`,
    ),
    paragraph(
      `Until that ends, a network has ${points} attempts in ${windowSeconds / minuteSeconds} minutes. Known browsers are not affected.`,
    ),
    paragraph(
      'Find the networks in /metrics (sign_in_wrong_codes_last_hour) and in the log, and block them at your load balancer.',
    ),
  ];
  const rendered = renderMail({
    siteName: site.name,
    preview: subject,
    heading: subject,
    body,
  });
  await mailStaff(kernel, tx, 'admin', { kind: 'accounts.guessing', subject, ...rendered });
}

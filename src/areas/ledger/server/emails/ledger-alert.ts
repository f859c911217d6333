import { createElement, Fragment } from 'react';
import { listEmailsByRole } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Kernel } from '#server/kernel.ts';
import { paragraph, renderMail } from '#server/mail/layout.ts';

const linesMax = 30;

/** Goes to finance, admins, and ALERT_EMAIL, or STAFF_EMAILS without it. */
export async function sendLedgerAlert(kernel: Kernel, problems: readonly string[]): Promise<void> {
  const heading = 'The ledger check found problems';
  const shown = problems.slice(0, linesMax);
  const rest = problems.length - shown.length;
  const lines = [
    'Stop payouts and corrections by hand until this is understood. Run "npm run ledger -- verify" for the whole report.',
    ...shown,
    ...(rest > 0 ? [`And ${rest} more.`] : []),
  ];
  const body = createElement(
    Fragment,
    null,
    lines.map((line, key) => createElement(Fragment, { key }, paragraph(line))),
  );
  const preview = `${problems.length} problem${problems.length === 1 ? '' : 's'}`;
  const mail = await renderMail({ siteName: site.name, preview, heading, body });
  const { ALERT_EMAIL, STAFF_EMAILS } = kernel.config;
  const always = ALERT_EMAIL ? [ALERT_EMAIL.toLowerCase()] : STAFF_EMAILS;
  await kernel.work.write(async (tx) => {
    const recipients = new Set([...(await listEmailsByRole(tx, ['finance'])), ...always]);
    for (const address of recipients)
      await kernel.mail.send(tx, {
        kind: 'ledger.alert',
        to: { address },
        subject: heading,
        ...mail,
      });
  });
}

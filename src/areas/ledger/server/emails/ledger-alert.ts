import { createElement, Fragment } from 'react';
import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Kernel } from '#kernel/kernel.ts';
import { paragraph, renderMail } from '#kernel/mail/layout.ts';

const linesMax = 30;

/** Tells finance and admins what the check found. */
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
  await kernel.work.write((tx) =>
    mailStaff(kernel, tx, 'finance', { kind: 'ledger.alert', subject: heading, ...mail }),
  );
}

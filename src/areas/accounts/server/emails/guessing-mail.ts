import { createElement, Fragment } from 'react';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { paragraph, renderMail } from '#kernel/mail/layout.ts';
import type { Accounts } from '../accounts.ts';
import { guessesPerHourMax, slowTriesOfNetwork } from '../sign-in-limits.ts';
import { mailStaff } from './staff-mail.ts';

/** Tells admins that sign-in codes are guessed at. */
export async function sendGuessingMail(kernel: Accounts, tx: Tx): Promise<void> {
  const subject = 'Somebody guesses at sign-in codes';
  const { points, windowSeconds } = slowTriesOfNetwork;
  const body = createElement(
    Fragment,
    null,
    paragraph(
      `Browsers that never signed in before typed ${guessesPerHourMax} wrong codes or more within an hour, over all addresses. People mistype far less often.`,
    ),
    paragraph(
      `Until that ends, a network has ${points} tries in ${windowSeconds / 60} minutes. Browsers that signed in before notice nothing.`,
    ),
    paragraph(
      'See /metrics (sign_in_wrong_codes_last_hour) and the log for the networks, and block those at your load balancer.',
    ),
  );
  const rendered = await renderMail({
    siteName: site.name,
    preview: subject,
    heading: subject,
    body,
  });
  await mailStaff(kernel, tx, 'admin', { kind: 'accounts.guessing', subject, ...rendered });
}

import { createElement, Fragment } from 'react';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { bigCode, facts, linkButton, paragraph, renderMail } from '#kernel/mail/layout.ts';
import type { Accounts, Origin } from '../accounts.ts';
import type { CodePurpose } from '../code-store.ts';
import { whereAndWhen } from './where-and-when.ts';

type CodeMail = {
  email: string;
  purpose: CodePurpose;
  origin: Origin;
  at: Date;
  expiresAt: Date;
  /** Null for an address that may not sign in: the mail says why instead. */
  code: string | null;
};

const words = {
  sign_in: {
    subject: (code: string) => `${code} is your ${site.name} sign-in code`,
    heading: 'Your sign-in code',
    notYou: 'If this was not you, ignore this mail: without the code nobody gets in.',
  },
  delete_account: {
    subject: (code: string) => `${code} confirms the deletion of your ${site.name} account`,
    heading: 'Delete your account?',
    notYou:
      'If this was not you, somebody is signed in to your account. Open "Sessions" in your dashboard and sign out everywhere else.',
  },
} as const;

export async function sendCodeMail(accounts: Accounts, tx: Tx, mail: CodeMail): Promise<void> {
  const { email, purpose, expiresAt, code } = mail;
  const draft = code === null ? await closedMail(mail) : await openMail(accounts, mail, code);
  await accounts.mail.send(tx, {
    kind: `accounts.${purpose}_code`,
    to: { address: email },
    isSecret: true,
    expiresAt,
    ...draft,
  });
}

async function openMail(accounts: Accounts, mail: CodeMail, code: string) {
  const { subject, heading, notYou } = words[mail.purpose];
  const link = new URL('/auth', accounts.config.SITE_URL);
  link.search = new URLSearchParams({ email: mail.email, otp: code }).toString();
  const body = createElement(
    Fragment,
    null,
    paragraph('Enter this code where you asked for it. It is valid for 10 minutes and works once.'),
    bigCode(code),
    mail.purpose === 'sign_in' && linkButton('Fill in the code for me', link.href),
    facts(whereAndWhen(mail)),
    paragraph(notYou),
  );
  const rendered = await renderMail({ siteName: site.name, preview: heading, heading, body });
  return { subject: subject(code), ...rendered };
}

async function closedMail(mail: CodeMail) {
  const heading = 'This address has no account';
  const body = createElement(
    Fragment,
    null,
    paragraph(
      'Somebody asked for a sign-in code for this address. Its account was deleted less than 30 days ago, so no code was made.',
    ),
    paragraph('You can open a new account with this address 30 days after the deletion.'),
    facts(whereAndWhen(mail)),
  );
  const rendered = await renderMail({ siteName: site.name, preview: heading, heading, body });
  return { subject: `Your ${site.name} account was deleted`, ...rendered };
}

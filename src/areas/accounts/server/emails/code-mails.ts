import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { bigCode, facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import type { Accounts, Origin } from '../accounts.ts';
import type { CodePurpose } from '../sign-in/code-store.ts';
import { describeRequest } from './request-facts.ts';

type CodeMail = {
  email: string;
  purpose: CodePurpose;
  origin: Origin;
  at: Date;
  expiresAt: Date;
  /** Null for an address that can't sign in: the mail explains why. */
  code: string | null;
};

const texts = {
  sign_in: {
    subject: (code: string) => `${code} is your ${site.name} sign-in code`,
    heading: 'Your sign-in code',
    notYou: 'If this was not you, ignore this mail: without the code, sign-in is impossible.',
  },
  delete_account: {
    subject: (code: string) => `${code} confirms the deletion of your ${site.name} account`,
    heading: 'Delete your account?',
    notYou:
      'If this was not you, someone else is signed in to your account. Open "Sessions" in your dashboard and sign out everywhere else.',
  },
} as const;

export async function sendCodeMail(accounts: Accounts, tx: Tx, mail: CodeMail): Promise<void> {
  const { email, purpose, expiresAt, code } = mail;
  const draft = code === null ? await renderRefusal(mail) : await renderCode(accounts, mail, code);
  await accounts.mail.send(tx, {
    kind: `accounts.${purpose}_code`,
    to: { address: email },
    isSecret: true,
    isUrgent: true,
    expiresAt,
    ...draft,
  });
}

async function renderCode(accounts: Accounts, mail: CodeMail, code: string) {
  const { subject, heading, notYou } = texts[mail.purpose];
  const link = new URL('/auth', accounts.config.SITE_URL);
  link.search = new URLSearchParams({ email: mail.email, otp: code }).toString();
  const body = [
    paragraph('Enter this code where you requested it. It is valid for 10 minutes and works once.'),
    bigCode(code),
    mail.purpose === 'sign_in' && linkButton('Fill in the code for me', link.href),
    facts(describeRequest(mail)),
    paragraph(notYou),
  ];
  const rendered = renderMail({ siteName: site.name, preview: heading, heading, body });
  return { subject: subject(code), ...rendered };
}

async function renderRefusal(mail: CodeMail) {
  const heading = 'This address has no account';
  const body = [
    paragraph(
      'A sign-in code was requested for this address. Its account was deleted less than 30 days ago, so no code was created.',
    ),
    paragraph('You can open a new account with this address 30 days after the deletion.'),
    facts(describeRequest(mail)),
  ];
  const rendered = renderMail({ siteName: site.name, preview: heading, heading, body });
  return { subject: `Your ${site.name} account was deleted`, ...rendered };
}

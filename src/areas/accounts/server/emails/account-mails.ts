import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatUtcDate } from '#lib/format.ts';
import type { AccountRow } from '../account-store.ts';
import type { Accounts, Origin } from '../accounts.ts';
import { describeRequest } from './request-facts.ts';

const toRecipient = ({ email, first_name, last_name }: AccountRow) => ({
  address: email,
  name: `${first_name} ${last_name}`.trim(),
});

export async function sendNewDeviceMail(
  accounts: Accounts,
  tx: Tx,
  { account, origin, at }: { account: AccountRow; origin: Origin; at: Date },
): Promise<void> {
  const heading = 'New sign-in to your account';
  const body = [
    paragraph('Your account was opened in a browser that we have not seen before.'),
    facts(describeRequest({ origin, at })),
    paragraph('If this was you, there is nothing to do.'),
    paragraph(
      'If it was not, sign that browser out under "Sessions" and check the security of your mailbox: anyone who can read your mail can sign in.',
    ),
    linkButton('See where you are signed in', `${accounts.config.SITE_URL}/dashboard/sessions`),
  ];
  await accounts.mail.send(tx, {
    kind: 'accounts.new_device',
    to: toRecipient(account),
    subject: `New sign-in to your ${site.name} account`,
    ...renderMail({ siteName: site.name, preview: heading, heading, body }),
  });
}

export async function sendAppConnectedMail(
  accounts: Accounts,
  tx: Tx,
  { account, name, at }: { account: AccountRow; name: string; at: Date },
): Promise<void> {
  const heading = 'An app was connected to your account';
  const body = [
    paragraph(`${name} may now act for you, within what you allowed on ${formatUtcDate(at)}.`),
    paragraph('If this was you, there is nothing to do. You can disconnect it at any time.'),
    linkButton('See your connected apps', `${accounts.config.SITE_URL}/dashboard/sessions`),
  ];
  await accounts.mail.send(tx, {
    kind: 'accounts.app_connected',
    to: toRecipient(account),
    subject: `${name} was connected to your ${site.name} account`,
    ...renderMail({ siteName: site.name, preview: heading, heading, body }),
  });
}

export async function sendDeletedMail(
  accounts: Accounts,
  tx: Tx,
  { account, at }: { account: AccountRow; at: Date },
): Promise<void> {
  const heading = 'Your account was deleted';
  const body = [
    paragraph(
      `As you asked on ${formatUtcDate(at)}, we deleted your account and signed it out everywhere.`,
    ),
    paragraph(
      'Your name, company, phone number and picture are deleted. We reserve the e-mail address for 30 days; after that it can open a new account.',
    ),
  ];
  await accounts.mail.send(tx, {
    kind: 'accounts.deleted',
    to: toRecipient(account),
    subject: `Your ${site.name} account was deleted`,
    ...renderMail({ siteName: site.name, preview: heading, heading, body }),
  });
}

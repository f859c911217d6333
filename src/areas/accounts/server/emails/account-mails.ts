import { createElement, Fragment } from 'react';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { facts, linkButton, paragraph, renderMail } from '#kernel/mail/layout.ts';
import type { AccountRow } from '../account-store.ts';
import type { Accounts, Origin } from '../accounts.ts';
import { whereAndWhen } from './where-and-when.ts';

const recipientOf = ({ email, first_name, last_name }: AccountRow) => ({
  address: email,
  name: `${first_name} ${last_name}`.trim(),
});

export async function sendNewDeviceMail(
  accounts: Accounts,
  tx: Tx,
  { account, origin, at }: { account: AccountRow; origin: Origin; at: Date },
): Promise<void> {
  const heading = 'New sign-in to your account';
  const body = createElement(
    Fragment,
    null,
    paragraph('Your account was opened in a browser that we have not seen before.'),
    facts(whereAndWhen({ origin, at })),
    paragraph('If this was you, there is nothing to do.'),
    paragraph(
      'If it was not, sign that browser out under "Sessions", and look after the security of your mailbox: whoever reads your mail can sign in.',
    ),
    linkButton('See where you are signed in', `${accounts.config.SITE_URL}/dashboard/sessions`),
  );
  await accounts.mail.send(tx, {
    kind: 'accounts.new_device',
    to: recipientOf(account),
    subject: `New sign-in to your ${site.name} account`,
    ...(await renderMail({ siteName: site.name, preview: heading, heading, body })),
  });
}

export async function sendDeletedMail(
  accounts: Accounts,
  tx: Tx,
  { account, at }: { account: AccountRow; at: Date },
): Promise<void> {
  const heading = 'Your account was deleted';
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  const body = createElement(
    Fragment,
    null,
    paragraph(`As you asked on ${date}, we deleted your account and signed it out everywhere.`),
    paragraph(
      'Your name, company, phone number and picture are gone. We hold the e-mail address for 30 days, so that nobody else can take it; after that it is free again.',
    ),
  );
  await accounts.mail.send(tx, {
    kind: 'accounts.deleted',
    to: recipientOf(account),
    subject: `Your ${site.name} account was deleted`,
    ...(await renderMail({ siteName: site.name, preview: heading, heading, body })),
  });
}

import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import type { SpendingPercent } from '../../../wire/spending.constants.ts';

export type SpendingMail = {
  account: { email: string; first_name: string; last_name: string };
  what: { kind: 'cap' } | { kind: 'key_overage' | 'key_requests'; name: string };
  percent: SpendingPercent;
  /** More than `percent` if the same calls passed several: each has a mail. */
  highest: SpendingPercent;
  /** As people write them: money or requests. */
  used: string;
  limit: string;
  resetsAt: Date;
};

/** What happens to further calls, now or once everything is used. */
const consequences = {
  cap: {
    now: 'Calls over your quota fail with 429 spending_cap_reached until then, unless you raise the cap. It applies at once.',
    later:
      'At 100 %, calls over your quota fail with 429 spending_cap_reached until the month ends, unless you raise the cap.',
  },
  key_overage: {
    now: 'Calls over your quota with this key fail with 429 key_budget_reached until then, unless you raise its budget. Other keys go on.',
    later:
      'At 100 %, calls over your quota with this key fail with 429 key_budget_reached until the month ends. Other keys go on.',
  },
  key_requests: {
    now: 'Calls with this key fail with 429 key_budget_reached until then, unless you raise its budget. Other keys go on.',
    later:
      'At 100 %, calls with this key fail with 429 key_budget_reached until the month ends. Other keys go on.',
  },
};

export async function sendSpendingMail(
  { config, mail }: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  { account, what, percent, highest, used, limit, resetsAt }: SpendingMail,
): Promise<void> {
  const isFull = percent === 100;
  const name = what.kind === 'cap' ? 'your spending cap' : `the budget of the key “${what.name}”`;
  const subject = isFull ? `You have reached ${name}` : `You have used ${percent} % of ${name}`;
  const path = what.kind === 'cap' ? '/dashboard/plan' : '/dashboard/keys';
  const body = [
    paragraph(
      highest > percent
        ? `More is used already: see the e-mail about ${highest} %, which was sent with this one.`
        : consequences[what.kind][isFull ? 'now' : 'later'],
    ),
    facts([
      ['Used', `${used} of ${limit}`],
      ['Starts again', formatUtcDateTime(resetsAt)],
    ]),
    linkButton(
      what.kind === 'cap' ? 'Change the cap' : 'See your keys',
      `${config.SITE_URL}${path}`,
    ),
  ];
  await mail.send(tx, {
    kind: 'billing.spending',
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({ siteName: site.name, preview: subject, heading: subject, body }),
  });
}

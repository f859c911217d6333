// Mails to staff when failed checks stop to count, and when they count again.
import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import { type IncidentCause, incidentTexts } from '../../wire/check-incidents.constants.ts';
import type { Incident } from '../health/incident-store.ts';

type Mailer = Pick<Kernel, 'config' | 'mail'>;

export async function sendChecksAlarm(kernel: Mailer, tx: Tx, cause: IncidentCause): Promise<void> {
  const { title, text } = incidentTexts[cause];
  const body = [
    paragraph(text),
    paragraph('Proxies that pass a check recover as usual. Another mail follows when this ends.'),
    linkButton('See the proxies', `${kernel.config.SITE_URL}/admin/proxies`),
  ];
  await sendToAdmins(kernel, tx, title, body);
}

type Resumed = { incident: Incident; isExpired: boolean; now: Date };

export async function sendChecksResumed(
  kernel: Mailer,
  tx: Tx,
  { incident, isExpired, now }: Resumed,
): Promise<void> {
  const subject = isExpired
    ? 'Failed proxy checks count again, although most proxies still fail'
    : 'Proxy checks work again';
  const body = [
    paragraph(
      isExpired
        ? 'Most proxies have failed for an hour, so they count as failed from now on. For a day, failing together does not pause this.'
        : 'Failed checks count against their proxies again.',
    ),
    facts([
      ['It was', incidentTexts[incident.cause].title],
      ['From', formatUtcDateTime(incident.started_at)],
      ['Until', formatUtcDateTime(now)],
    ]),
    linkButton('See the proxies', `${kernel.config.SITE_URL}/admin/proxies`),
  ];
  await sendToAdmins(kernel, tx, subject, body);
}

async function sendToAdmins(
  kernel: Mailer,
  tx: Tx,
  subject: string,
  body: ReturnType<typeof paragraph>[],
): Promise<void> {
  const mail = renderMail({ siteName: site.name, preview: subject, heading: subject, body });
  await mailStaff(kernel, tx, 'admin', { kind: 'proxy.checks', subject, ...mail });
}

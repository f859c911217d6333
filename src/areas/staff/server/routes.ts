import type { Api } from '#server/http/api.ts';
import { fail } from '#server/http/errors.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import type { Kernel } from '#server/kernel.ts';
import type { MailSummary } from '#server/mail/outbox.ts';
import * as contract from '../contract.ts';

export function staffRoutes(api: Api, { config, mail }: Kernel): void {
  mount(api, contract.listMails, async ({ query, request }) => {
    const page = pageRequestOf(query);
    const { offset, pageSize: limit } = page;
    const { mails, count } = await mail.list({ status: query.status, limit, offset });
    const origin = { siteUrl: config.SITE_URL, url: request.url };
    const total = { count, isEstimate: false };
    return answer(200, toPage(origin, page, total, mails.map(mailToWire)));
  });
  mount(api, contract.retryMail, async ({ params }) => {
    if (!(await mail.retry(params.id))) throw fail(contract.mailNotRetriable);
    return answer(204);
  });
}

const mailToWire = (mail: MailSummary): contract.OutboxMailWire => ({
  id: mail.id,
  kind: mail.kind,
  to: mail.to.address,
  status: mail.status,
  is_secret: mail.isSecret,
  subject: mail.subject,
  text: mail.text,
  attempts: mail.attempts,
  last_error: mail.lastError,
  created_at: mail.createdAt.toISOString(),
  sent_at: mail.sentAt?.toISOString() ?? null,
});

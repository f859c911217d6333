import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { csvStream, respondCsv, streamRows } from '#kernel/http/responses/csv-response.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { MailSummary } from '#kernel/mail/outbox.ts';
import { dayMs } from '#lib/durations.ts';
import * as contract from '../../wire/index.ts';

/** Without the texts. */
const mailColumns = [
  'id',
  'kind',
  'to',
  'status',
  'subject',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
  'bounce_kind',
  'bounced_at',
  'bounce_status',
  'bounce_words',
];

export function mailRoutes(api: Api, kernel: Kernel): void {
  const { mail } = kernel;
  mount(api, contract.listMails, async ({ query, request }) => {
    const filter = { status: query.status, bounce: query.bounce_kind, to: query.search };
    if (query.format === 'csv') {
      const rows = streamRows<MailSummary, contract.OutboxMailWire>(
        (last, count) => mail.listAfter(filter, { last, count }),
        (batch) => batch.map(serializeMail),
      );
      return respondCsv('mails', csvStream(mailColumns, rows));
    }
    return respondPage(api, { query, request }, async ({ offset, pageSize: limit }) => {
      const { mails, ...total } = await mail.list({ ...filter, limit, offset });
      return { rows: mails.map(serializeMail), total };
    });
  });
  mount(api, contract.retryMail, async ({ params: { id }, audit }) => {
    const before = await mail.retry(id);
    if (!before) throw apiError(contract.mailNotRetriable);
    const change = { before: { status: before }, after: { status: 'queued' } };
    await kernel.work.write((tx) => audit.record(tx, { type: 'mail', id, ...change }));
    return respond(204);
  });
  holdRoutes(api, kernel);
}

function holdRoutes(api: Api, { mail, clock }: Kernel): void {
  mount(api, contract.readMailHold, async () => {
    const { hold, count, oldestAt } = await mail.holds.read();
    return respond(200, {
      since: hold?.since.toISOString() ?? null,
      reason: hold?.reason ?? '',
      mails: count,
      oldest_at: oldestAt?.toISOString() ?? null,
    });
  });
  mount(api, contract.releaseMails, async ({ db, audit }) => {
    const released = await mail.holds.release(db);
    if (released === null) throw apiError(contract.mailsNotOnHold);
    await audit.record(db, { type: 'mail', id: 'hold', after: { released } });
    return respond(200, { released });
  });
  mount(api, contract.discardMails, async ({ db, body, audit }) => {
    const before = new Date(clock.now().getTime() - body.older_than_days * dayMs);
    const discarded = await mail.holds.discard(db, before);
    if (discarded === null) throw apiError(contract.mailsNotOnHold);
    const after = { discarded, older_than_days: body.older_than_days };
    await audit.record(db, { type: 'mail', id: 'hold', after });
    return respond(200, { discarded });
  });
}

const serializeMail = (mail: MailSummary): contract.OutboxMailWire => ({
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
  bounce_kind: mail.bounce?.kind ?? null,
  bounced_at: mail.bounce?.at.toISOString() ?? null,
  bounce_status: mail.bounce?.status ?? null,
  bounce_words: mail.bounce?.words ?? '',
});

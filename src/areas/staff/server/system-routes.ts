import { keepCheck, verifyLedger } from '#areas/ledger/server/index.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { Api } from '#server/http/api.ts';
import { fail } from '#server/http/errors.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import type { MailSummary } from '#server/mail/outbox.ts';
import * as contract from '../contract.ts';
import type { Staff } from './staff.ts';

export function systemRoutes(api: Api, { kernel }: Staff): void {
  const { config, mail, jobs, clock } = kernel;
  mount(api, contract.listMails, async ({ query, request }) => {
    const page = pageRequestOf(query);
    const { offset, pageSize: limit } = page;
    const { mails, count } = await mail.list({ status: query.status, limit, offset });
    const origin = { siteUrl: config.SITE_URL, url: request.url };
    const total = { count, isEstimate: false };
    return answer(200, toPage(origin, page, total, mails.map(mailToWire)));
  });
  mount(api, contract.retryMail, async ({ params, audit }) => {
    if (!(await mail.retry(params.id))) throw fail(contract.mailNotRetriable);
    await audit.note(kernel.database.write, {
      type: 'mail',
      id: params.id,
      before: { status: 'dead' },
      after: { status: 'queued' },
    });
    return answer(204);
  });
  mount(api, contract.listJobs, async () => answer(200, { queues: await jobs.stats() }));
  mount(api, contract.retryJobs, async ({ params, audit }) => {
    const { queue } = params;
    if (!(await jobs.stats()).some((one) => one.queue === queue)) throw fail(commonErrors.notFound);
    const retried = await jobs.retryFailed(queue);
    await audit.note(kernel.database.write, { type: 'queue', id: queue, after: { retried } });
    return answer(200, { retried });
  });
  mount(api, contract.checkLedger, async () => {
    const report = await verifyLedger(kernel);
    const now = clock.now();
    await keepCheck(kernel.database.write, {
      isSound: report.isSound,
      problems: report.problems.length,
      now,
    });
    return answer(200, {
      checked_at: now.toISOString(),
      is_sound: report.isSound,
      problems: report.problems,
      trial_balance: report.trialBalance,
      sealed: report.sealed,
      head: report.head,
      debts: report.debts,
    });
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

import {
  hasRateSources,
  type RateSnapshots,
  readRateSnapshots,
  refreshRates,
} from '#areas/customs/server/index.ts';
import { saveCheck, verifyLedger } from '#areas/ledger/server/index.ts';
import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { csvStream, streamRows } from '#kernel/http/responses/csv-response.ts';
import { pageRequestOf, toPage } from '#kernel/http/responses/pages.ts';
import type { MailSummary } from '#kernel/mail/outbox.ts';
import * as contract from '../../wire/index.ts';
import { attachmentHeaders } from '../attachment-headers.ts';
import { featureRoutes } from '../features/feature-routes.ts';
import type { Staff } from '../staff.ts';
import { jobRoutes } from './job-routes.ts';

const rateDaysMax = 30;

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
];

export function systemRoutes(api: Api, staff: Staff): void {
  const { kernel } = staff;
  const { config, mail, clock } = kernel;
  mount(api, contract.listMails, async ({ query, request }) => {
    const filter = { status: query.status, to: query.search };
    if (query.format === 'csv') {
      const rows = streamRows<MailSummary, contract.OutboxMailWire>(
        (last, count) => mail.listAfter(filter, { last, count }),
        (batch) => batch.map(serializeMail),
      );
      return respond(200, csvStream(mailColumns, rows), attachmentHeaders('mails.csv'));
    }
    const page = pageRequestOf(query);
    const { offset, pageSize: limit } = page;
    const { mails, ...total } = await mail.list({ ...filter, limit, offset });
    const origin = { siteUrl: config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, mails.map(serializeMail)));
  });
  mount(api, contract.retryMail, async ({ params, audit }) => {
    if (!(await mail.retry(params.id))) throw apiError(contract.mailNotRetriable);
    const { id } = params;
    const change = { before: { status: 'dead' }, after: { status: 'queued' } };
    await kernel.work.write((tx) => audit.record(tx, { type: 'mail', id, ...change }));
    return respond(204);
  });
  jobRoutes(api, kernel);
  featureRoutes(api, kernel);
  rateRoutes(api, staff);
  mount(api, contract.checkLedger, async () => {
    const report = await verifyLedger(kernel);
    const now = clock.now();
    const check = { isSound: report.isSound, problems: report.problems.length, now };
    await kernel.work.write((tx) => saveCheck(tx, check));
    return respond(200, {
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

function rateRoutes(api: Api, { kernel, customs }: Staff): void {
  mount(api, contract.readRates, async () =>
    respond(200, serializeRates(await readRateSnapshots(customs, rateDaysMax))),
  );
  mount(api, contract.fetchRates, async ({ audit }) => {
    if (!hasRateSources(kernel.config)) throw apiError(contract.ratesNotFetched);
    const fetched = await refreshRates(kernel, customs.rates).catch((err: unknown) => {
      kernel.log.warn({ err }, 'exchange rates were not fetched');
      throw apiError(contract.ratesUnavailable);
    });
    await kernel.work.write((tx) =>
      audit.record(tx, { type: 'rates', id: 'daily', after: fetched }),
    );
    return respond(200, fetched);
  });
}

const serializeRates = (rates: RateSnapshots): contract.RateSnapshotsWire => ({
  fetched_from: rates.fetchedFrom,
  is_stale: rates.isStale,
  carried: rates.carried,
  sources: rates.sources.map((source) => ({
    id: source.id,
    title: source.title,
    is_enabled: source.isEnabled,
    last_day: source.lastDay,
    age_days: source.ageDays,
    fetched_at: source.fetchedAt?.toISOString() ?? null,
    failed_at: source.failedAt?.toISOString() ?? null,
    last_error: source.lastError,
  })),
  days: rates.days,
});

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
});

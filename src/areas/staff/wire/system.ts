import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { textId, uuidId } from '#lib/wire/fields.ts';

export const mailStatuses = ['queued', 'held', 'sent', 'dead', 'discarded'] as const;

export const bounceKinds = ['bounced', 'delayed', 'complained'] as const;

export const OutboxMail = z
  .object({
    id: uuidId,
    kind: z.string(),
    to: z.string(),
    status: z.enum(mailStatuses),
    is_secret: z.boolean(),
    subject: z.string().nullable().describe('Null for a mail with a code.'),
    text: z.string().nullable(),
    attempts: z.int(),
    last_error: z.string().nullable(),
    created_at: z.iso.datetime(),
    sent_at: z.iso.datetime().nullable(),
    bounce_kind: z
      .enum(bounceKinds)
      .nullable()
      .describe('What was reported after the mail was sent. `delayed` may still arrive.'),
    bounced_at: z.iso.datetime().nullable(),
    bounce_status: z.string().nullable().describe('Such as 5.1.1 (RFC 3463).'),
    bounce_words: z.string().describe('Of the other server.'),
  })
  .meta({ id: 'OutboxMail' });
export type OutboxMailWire = z.infer<typeof OutboxMail>;

export const mailNotRetriable = declareError(
  'invalid_state',
  400,
  'Only a failed, bounced or discarded mail without a code can be sent again.',
);

export const listMails = endpoint({
  method: 'GET',
  path: '/apix/admin/mails/',
  summary: 'List mails, or export them as CSV',
  description:
    'Returns outgoing mails with their state and why a mail bounced, without their texts. `format=csv` downloads all that match.',
  permission: staffOnly('system.read'),
  work: 'none',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search.describe('Exact recipient address.'),
    status: z.enum(mailStatuses).optional(),
    bounce_kind: z.enum(bounceKinds).optional(),
    format: z.enum(['json', 'csv']).optional(),
  }),
  responses: { 200: createPageSchema(OutboxMail) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const retryMail = endpoint({
  method: 'POST',
  path: '/apix/admin/mails/:id/retry/',
  summary: 'Retry a failed, bounced or discarded mail',
  description:
    'Sends a failed, bounced or discarded mail again. A mail with a sign-in code is never repeated, because the code is over.',
  audited: 'retried mail',
  permission: staffOnly('system.repair'),
  work: 'none',
  params: z.object({ id: z.uuid() }),
  responses: { 204: null },
  errors: [mailNotRetriable],
});

const JobSchedule = z.object({
  cron: z.string().describe('In UTC.'),
  last_run_at: z.iso
    .datetime()
    .nullable()
    .describe('Null before the first run, and when its record is no longer kept.'),
  last_run_status: z.enum(['waiting', 'running', 'complete', 'failed']).nullable(),
  next_run_at: z.iso.datetime(),
});

export const JobQueue = z
  .object({
    queue: z.string(),
    queued: z.int().describe('Waiting, including retries.'),
    active: z.int(),
    failed: z.int().describe('Failed in the last 90 days.'),
    due_since: z.iso
      .datetime()
      .nullable()
      .describe('When the oldest waiting job became due. Null when none is due.'),
    schedule: JobSchedule.nullable().describe('Null when it only runs on demand.'),
  })
  .meta({ id: 'JobQueue' });
export type JobQueueWire = z.infer<typeof JobQueue>;

export const listJobs = endpoint({
  method: 'GET',
  path: '/apix/admin/jobs/',
  summary: 'List job queues and their schedules',
  description:
    'Returns the queues of background work with what waits, runs and failed in each, and the schedules.',
  permission: staffOnly('system.read'),
  work: 'none',
  responses: { 200: z.object({ queues: z.array(JobQueue) }) },
});

export const FailedJob = z
  .object({
    id: uuidId,
    sent_at: z.iso.datetime(),
    failed_at: z.iso.datetime(),
    attempts: z.int(),
    error: z.string().describe('Error of the last attempt. The input of the job is not shown.'),
  })
  .meta({ id: 'FailedJob' });
export type FailedJobWire = z.infer<typeof FailedJob>;

const queue = z.string().max(100);

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/apix/admin/jobs/:queue/',
  summary: 'List failed jobs',
  description:
    'Returns the jobs of a queue that have used up their retries, with their last error.',
  permission: staffOnly('system.read'),
  work: 'none',
  params: z.object({ queue }),
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
  }),
  responses: { 200: createPageSchema(FailedJob) },
  errors: [commonErrors.notFound, commonErrors.invalidPage],
});

export const retryJob = endpoint({
  method: 'POST',
  path: '/apix/admin/jobs/:queue/:id/retry/',
  summary: 'Retry a failed job',
  description: 'Runs one failed job again, at once. It has all its retries again.',
  audited: 'retried a job of queue',
  permission: staffOnly('system.repair'),
  work: 'none',
  params: z.object({ queue, id: z.uuid() }),
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const retryJobs = endpoint({
  method: 'POST',
  path: '/apix/admin/jobs/:queue/retry/',
  summary: 'Retry all failed jobs of a queue',
  description: 'Runs all failed jobs of a queue again. Use it once their cause is repaired.',
  audited: 'retried all failed jobs of queue',
  permission: staffOnly('system.repair'),
  work: 'none',
  params: z.object({ queue }),
  responses: { 200: z.object({ retried: z.int() }) },
  errors: [commonErrors.notFound],
});

const rateDay = z.object({ date: z.iso.date(), source: z.string(), currencies: z.int() });
const rateSource = z.object({
  id: textId,
  title: z.string(),
  is_enabled: z.boolean(),
  last_day: z.iso.date().nullable().describe('The day of its newest rates.'),
  age_days: z.int().nullable().describe('Days since then.'),
  fetched_at: z.iso.datetime().nullable().describe('When it last answered.'),
  failed_at: z.iso.datetime().nullable().describe('When it last failed. Null once it answers.'),
  last_error: z.string().nullable(),
});
export const RateSnapshots = z
  .object({
    fetched_from: z
      .string()
      .nullable()
      .describe('The hosts of the sources. Null if no source is configured.'),
    is_stale: z.boolean(),
    carried: rateDay.describe('Built-in snapshot for currencies that were never fetched.'),
    sources: z
      .array(rateSource)
      .describe('The configured sources, and others whose rates are stored.'),
    days: z.array(rateDay).describe('The 30 newest files: a day of a source each.'),
  })
  .meta({ id: 'RateSnapshots' });
export type RateSnapshotsWire = z.infer<typeof RateSnapshots>;

export const ratesNotFetched = declareError(
  'rates_not_fetched',
  400,
  'No source of rates is configured: set RATES_SOURCES.',
);
export const ratesUnavailable = declareError(
  'rates_unavailable',
  503,
  'The source of rates did not return rates. Try again later.',
);

export const readRates = endpoint({
  method: 'GET',
  path: '/apix/admin/rates/',
  summary: 'List exchange rate snapshots',
  description:
    'Returns the sources of exchange rates with the day of their newest, and the newest files that were stored.',
  permission: staffOnly('system.read'),
  work: 'none',
  responses: { 200: RateSnapshots },
});

export const fetchRates = endpoint({
  method: 'POST',
  path: '/apix/admin/rates/refresh/',
  summary: 'Refresh exchange rates',
  description:
    'Fetches exchange rates from all sources now. A rate that jumped is refused, and stored calculations never change.',
  audited: 'refreshed exchange rates',
  permission: staffOnly('system.repair'),
  work: 'none',
  rateLimit: { points: 6, windowSeconds: 60 },
  responses: {
    200: z.object({
      kept: z.int(),
      refused: z.array(z.string()).describe('Currencies that changed by more than a fifth.'),
      failed: z.array(z.string()).describe('Sources that returned no rates.'),
    }),
  },
  errors: [ratesNotFetched, ratesUnavailable],
});

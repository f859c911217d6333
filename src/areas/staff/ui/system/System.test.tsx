import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import type { FailedJobWire, OutboxMailWire } from '../../wire/system.ts';
import FailedJobs from './FailedJobs.tsx';
import Mails from './Mails.tsx';
import Rates from './Rates.tsx';
import System from './System.tsx';

const at = '2026-11-20T12:00:00.000Z';
const pageWith = (results: object[]) => ({
  status: 200,
  body: { count: results.length, next: null, previous: null, page: 1, page_size: 20, results },
});
const ids = ['0', '1'].map((digit) => `01a2001e-7a51-7c3c-bc79-b658d1e8b71${digit}`) as [
  string,
  string,
];
const job: FailedJobWire = {
  id: ids[0],
  sent_at: at,
  failed_at: at,
  attempts: 4,
  error: 'The source of rates answered 503.',
};
const mail: OutboxMailWire = {
  id: ids[0],
  kind: 'leads.reply',
  to: 'ann@example.com',
  status: 'dead',
  is_secret: false,
  subject: 'Our answer',
  text: 'Hello',
  attempts: 1,
  last_error: 'Refused: 550 EENVELOPE.',
  created_at: at,
  sent_at: null,
  bounce_kind: null,
  bounced_at: null,
  bounce_status: null,
  bounce_words: '',
};
const noHold = {
  status: 200,
  body: { since: null, reason: '', mails: 0, oldest_at: null },
};
const idle = { queued: 0, active: 0, failed: 0, due_since: null, schedule: null };
const queuePath = '/apix/admin/jobs/rates.fetch/';
const expectText = (words: string) => expect.element(page.getByText(words)).toBeVisible();

const openSystem = (address: string) =>
  renderScreen(address, [
    { path: '/admin/system', element: System },
    { path: '/admin/system/jobs/:queue', element: FailedJobs },
    { path: '/admin/system/mails', element: Mails },
    { path: '/admin/system/rates', element: Rates },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('boss@example.com');
});

test('a queue links to its failed jobs, and one job is retried', async () => {
  const queues = [{ ...idle, queue: 'rates.fetch', failed: 1 }];
  const api = stubApi({
    'GET /apix/admin/jobs/': { status: 200, body: { queues } },
    'GET /apix/admin/mails/hold/': noHold,
    [`GET ${queuePath}`]: pageWith([job]),
    [`POST ${queuePath}${job.id}/retry/`]: { status: 204 },
  });
  await openSystem('/admin/system');
  await userEvent.click(page.getByRole('link', { name: 'rates.fetch' }));
  await expectText('The source of rates answered 503.');
  api.answers[`GET ${queuePath}`] = pageWith([]);
  await userEvent.click(page.getByRole('button', { name: /^Try again/ }));
  await expectText('The job is queued again');
  await expectText('No failed jobs');
});

test('queues that have work come before idle ones, with their oldest job and their runs', async () => {
  const atMs = Date.now();
  const hours = (count: number) => new Date(atMs + count * 3_630_000).toISOString();
  const run = { cron: '0 * * * *', last_run_at: hours(-3), last_run_status: 'failed' };
  const queues = [
    { ...idle, queue: 'an.idle_queue' },
    { ...idle, queue: 'mail.deliver', queued: 1200, active: 4, due_since: hours(-2) },
    { ...idle, queue: 'rates.fetch', failed: 1, schedule: { ...run, next_run_at: hours(5) } },
    { ...idle, queue: 'the.busy_queue', active: 1 },
  ];
  stubApi({
    'GET /apix/admin/jobs/': { status: 200, body: { queues } },
    'GET /apix/admin/mails/hold/': noHold,
  });
  await openSystem('/admin/system');
  const rows = page.getByRole('row');
  await expectText('the.busy_queue');
  expect(rows.elements()).toHaveLength(4);
  await userEvent.click(page.getByRole('button', { name: 'Show 1 idle queue' }));
  await expect.element(rows.nth(4)).toHaveTextContent('an.idle_queue000');
  const [failing, waiting, running] = rows
    .elements()
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(failing).toMatch(/^rates\.fetch.*3 hours agoFailedin 5 hours/);
  expect(waiting).toMatch(/^mail\.deliver.*1,200oldest 2 hours ago/);
  expect(running).toMatch(/^the\.busy_queue/);
});

test('when all queues are idle, the screen says so', async () => {
  const queues = [{ ...idle, queue: 'an.idle_queue' }];
  stubApi({
    'GET /apix/admin/jobs/': { status: 200, body: { queues } },
    'GET /apix/admin/mails/hold/': noHold,
  });
  await openSystem('/admin/system');
  await expectText('All queues are idle');
  const button = page.getByRole('button', { name: /idle queue/ });
  await userEvent.click(button);
  await expectText('an.idle_queue');
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(button);
  await expectText('All queues are idle');
});

test('a queue that failed to load can be retried', async () => {
  const api = stubApi({ [`GET ${queuePath}`]: { status: 500, body: { detail: 'Out of order.' } } });
  await openSystem('/admin/system/jobs/rates.fetch');
  await expectText('Out of order.');
  api.answers[`GET ${queuePath}`] = pageWith([job]);
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expectText('The source of rates answered 503.');
});

test('retries the selected mails and reports those that failed', async () => {
  const detail = 'Only a failed mail without a code can be sent again.';
  const api = stubApi({
    'GET /apix/admin/mails/hold/': noHold,
    'GET /apix/admin/mails/': pageWith([mail, { ...mail, id: ids[1], to: 'ben@example.com' }]),
    [`POST /apix/admin/mails/${ids[0]}/retry/`]: { status: 400, body: { detail } },
    [`POST /apix/admin/mails/${ids[1]}/retry/`]: { status: 204 },
  });
  await openSystem('/admin/system/mails');
  for (const to of ['ann', 'ben'])
    await userEvent.click(page.getByRole('checkbox', { name: new RegExp(`${to}@example`) }));
  await expectText('2 selected');
  await userEvent.click(page.getByRole('button', { name: 'Send again', exact: true }));
  await expectText(`1 sent again, 1 refused: ${detail}`);
  expect(api.calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('mails that bounced are found, show the words of the server, and are sent again', async () => {
  const bounced: OutboxMailWire = {
    ...mail,
    status: 'sent',
    last_error: null,
    sent_at: at,
    bounce_kind: 'bounced',
    bounced_at: at,
    bounce_status: '5.1.1',
    bounce_words: '550 5.1.1 No such user here',
  };
  const delayed: OutboxMailWire = {
    ...bounced,
    id: ids[1],
    to: 'ben@example.com',
    bounce_kind: 'delayed',
    bounce_status: '4.4.1',
    bounce_words: 'Connection timed out',
  };
  const api = stubApi({
    'GET /apix/admin/mails/hold/': noHold,
    'GET /apix/admin/mails/': pageWith([bounced, delayed]),
    [`POST /apix/admin/mails/${bounced.id}/retry/`]: { status: 204 },
  });
  await openSystem('/admin/system/mails?bounce_kind=bounced');
  await userEvent.click(page.getByText('Our answer').first());
  const words = '550 5.1.1 No such user here';
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(words);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  const [query] = api.callsTo('GET /apix/admin/mails/').map(({ path }) => path);
  expect(query).toContain('bounce_kind=bounced');
  await expect.element(page.getByRole('row', { name: /ann@/ })).toMatchTextContent('Bounced');
  await expect.element(page.getByRole('row', { name: /ben@/ })).toMatchTextContent('Delayed');
  const again = page.getByRole('button', { name: /^Send again to/ });
  await expect.element(again).toMatchTextContent('ann@example.com');
  await userEvent.click(again);
  await expectText('The mail to ann@example.com is sent again');
});

test('each source of rates has its newest day, its age and its last error', async () => {
  const source = { is_enabled: true, fetched_at: at, failed_at: null, last_error: null };
  const sources = [
    { ...source, id: 'ecb', title: 'European Central Bank', last_day: '2026-11-20', age_days: 0 },
    {
      ...source,
      id: 'cbr',
      title: 'Bank of Russia',
      last_day: '2026-11-17',
      age_days: 3,
      failed_at: at,
      last_error: 'www.cbr.ru: The request failed with status 503.',
    },
  ];
  const carried = { date: '2026-11-20', source: 'indicative', currencies: 83 };
  const rates = { fetched_from: 'www.ecb.europa.eu', is_stale: false, carried, days: [] };
  stubApi({
    'GET /apix/admin/rates/': { status: 200, body: { ...rates, sources } },
    'POST /apix/admin/rates/refresh/': {
      status: 200,
      body: { kept: 30, refused: [], failed: ['Bank of Russia'] },
    },
  });
  await openSystem('/admin/system/rates');
  await expectText('2026-11-20, today');
  await expectText('2026-11-17, 3 days old');
  await expect.element(page.getByText(/www.cbr.ru: The request failed/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Fetch now' }));
  await expectText('30 rates updated; without an answer: Bank of Russia');
});

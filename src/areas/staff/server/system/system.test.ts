import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
let boss: SignedIn;
let finance: SignedIn;
let sales: SignedIn;
let ann: SignedIn;

beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  finance = await t.signIn('finance@example.com', { roles: ['finance'] });
  sales = await t.signIn('sales@example.com', { roles: ['sales'] });
  ann = await t.signIn('ann@example.com');
});
const get = (path: string, as: SignedIn) =>
  send(t, 'GET', `/apix/admin/${path}/`, undefined, { headers: as.headers });
const retry = (queue: string, as: SignedIn = boss) =>
  send(t, 'POST', `/apix/admin/jobs/${queue}/retry/`, undefined, { headers: as.headers });

test('queues are listed, and failed jobs can be retried', async () => {
  const { body } = await get('jobs', boss);
  const idle = { queued: 0, active: 0, failed: 0, due_since: null };
  expect(body.queues).toContainEqual({
    queue: 'ledger.seal',
    ...idle,
    schedule: {
      cron: '* * * * *',
      last_run_at: null,
      last_run_status: null,
      next_run_at: expect.stringMatching(/Z$/),
    },
  });
  expect(body.queues).toContainEqual({ queue: 'mail.codes', ...idle, schedule: null });
  expect((await retry('ledger.seal')).body).toEqual({ retried: 0 });
  expect((await retry('nothing')).status).toBe(404);
});

test('a failed job is listed with its error and can be retried', async () => {
  const { jobs } = t;
  jobs.define('test.broken', { retriesMax: 0 }, async () => {
    throw new Error('out of order');
  });
  for (let n = 0; n < 3; n++) {
    await jobs.send(t.kernel.database.write, 'test.broken', { code: '123456' });
    await jobs.runNext();
  }
  const { body, raw } = await get('jobs/test.broken', boss);
  expect(body).toMatchObject({
    count: 3,
    results: [{ error: 'out of order', attempts: 1 }, {}, {}],
  });
  expect(raw.body).not.toContain('123456');
  const [{ id }] = body.results as [{ id: string }];
  const path = '/apix/admin/jobs/test.broken/';
  const list = (query: string) =>
    send(t, 'GET', path + query, undefined, { headers: boss.headers });
  expect((await list('?page=2&page_size=2')).body.results).toHaveLength(1);
  expect((await list('?page=9')).body).toMatchObject({ detail: 'Invalid page.' });
  expect((await get('jobs/nothing', boss)).status).toBe(404);

  const retryOne = (one: string, headers: object = boss.headers) =>
    send(t, 'POST', `${path}${one}/retry/`, undefined, { headers: { ...headers } });
  expect((await retryOne(id)).status).toBe(204);
  expect((await get('jobs/test.broken', boss)).body.count).toBe(2);
  expect((await retryOne(id)).status).toBe(404);
  expect((await retryOne('x')).body).toEqual({ id: ['Must be a valid UUID.'] });
  for (const [headers, status] of [[finance.headers, 403] as const, [{}, 401] as const])
    expect((await retryOne(id, headers)).status).toBe(status);
  jobs.waiting.splice(0);
  jobs.failed.splice(0);
});

test('finance reads the trial balance and whether the ledger is sound', async () => {
  const { body } = await get('ledger', finance);
  expect(body).toMatchObject({ is_sound: true, problems: [], trial_balance: [] });
  const overview = await get('overview', finance);
  expect(overview.body.ledger).toMatchObject({ is_sound: true });
});

test('without a source of rates there is only the built-in snapshot', async () => {
  const { body } = await get('rates', boss);
  expect(body).toMatchObject({ fetched_from: null, days: [] });
  expect(body.carried).toMatchObject({ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  const refreshed = await send(t, 'POST', '/apix/admin/rates/refresh/', undefined, {
    headers: boss.headers,
  });
  expect(refreshed.body).toMatchObject({ code: 'rates_not_fetched' });
});

test('the overview shows each role its own blocks', async () => {
  const all = (await get('overview', boss)).body;
  expect(all).toMatchObject({
    leads: { due: 0, overdue: 0, unassigned: 0 },
    tickets: { waiting: 0, unassigned: 0, overdue: 0 },
    payments: { late: 0, partial: 0, stuck: 0, proposals: 0 },
    failures: { jobs: 0, mails: 0, webhooks: 0 },
    signups: { today: 4, week: 4, month: 4 },
    revenue: [],
    usage: { requests_today: 0, errors_today: 0 },
  });
  const ofSales = (await get('overview', sales)).body;
  expect(ofSales).toMatchObject({
    leads: { due: 0 },
    payments: null,
    failures: null,
    ledger: null,
  });
});

test('a block that fails does not affect the others', async () => {
  const { stats } = t.kernel.jobs;
  t.kernel.jobs.stats = () => Promise.reject(new Error('no queues'));
  const { status, body } = await get('overview', boss);
  t.kernel.jobs.stats = stats;
  expect([status, body.failures]).toEqual([200, null]);
  expect(body.signups).not.toBeNull();
});

test.each(['jobs', 'jobs/ledger.seal', 'ledger', 'overview'])(
  '%s is refused to strangers and customers',
  async (name) => {
    expect((await get(name, ann)).body).toMatchObject({ code: 'permission_denied' });
    expect((await send(t, 'GET', `/apix/admin/${name}/`)).status).toBe(401);
  },
);

test('only admins can retry jobs', async () => {
  expect((await retry('ledger.seal', finance)).status).toBe(403);
  expect((await send(t, 'POST', '/apix/admin/jobs/x/retry/')).status).toBe(401);
});

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/admin/incidents/';
let support: SignedIn;

beforeAll(async () => {
  support = await t.signIn('support@example.com', { roles: ['support'] });
});
beforeEach(() => t.kernel.database.pool.query('truncate incident cascade'));

const opening = {
  title: 'Payments are delayed',
  state: 'investigating',
  components: [{ name: 'payments', impact: 'degraded' }],
  message: 'We look for the cause.',
};
const ask = (method: 'GET' | 'POST', url = '', body?: object, as: SignedIn | null = support) =>
  send(t, method, path + url, body, as ? { headers: as.headers } : {});
const open = async (change: object = {}) => (await ask('POST', '', { ...opening, ...change })).body;
const update = (id: unknown, body: object) => ask('POST', `${String(id)}/updates/`, body);

test('an incident is opened, updated and resolved, with all updates in its timeline', async () => {
  const opened = await ask('POST', '', opening);
  const { message, ...facts } = opening;
  expect(opened).toMatchObject({
    status: 201,
    body: {
      ...facts,
      resolved_at: null,
      updates: [{ state: opening.state, message }],
    },
  });
  const { id } = opened.body;
  t.clock.advance(minuteMs);
  const components = [
    { name: 'api', impact: 'down' },
    { name: 'payments', impact: 'down' },
  ];
  await update(id, { state: 'identified', components, message: 'A network is down.' });
  t.clock.advance(minuteMs);
  const now = t.clock.now().toISOString();
  const resolved = await update(id, { state: 'resolved', components: [], message: 'It works.' });
  expect(resolved).toMatchObject({
    status: 201,
    body: {
      state: 'resolved',
      components,
      resolved_at: now,
      updated_at: now,
      updates: [
        { state: 'resolved', message: 'It works.', created_at: now, created_by: support.email },
        { state: 'identified', message: 'A network is down.', components },
        { state: 'investigating', components: opening.components },
      ],
    },
  });
  expect((await ask('GET', `${id}/`)).body).toEqual(resolved.body);
});

test('a resolved incident is final', async () => {
  const { id } = await open();
  const end = { state: 'resolved', components: [], message: 'It works.' };
  await update(id, end);
  for (const state of ['resolved', 'investigating'])
    expect(await update(id, { ...end, components: opening.components, state })).toMatchObject({
      status: 400,
      body: { code: 'invalid_state', current_status: 'resolved' },
    });
});

test('of two members of staff who resolve it at once, one does', async () => {
  const { id } = await open();
  const end = { state: 'resolved', components: [], message: 'It works.' };
  const replies = await Promise.all([update(id, end), update(id, end)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400]);
});

describe('invalid input is refused:', () => {
  test.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(121) }],
    ['state', { state: 'resolved' }],
    ['components', { components: [] }],
    ['components', { components: [{ name: 'weather', impact: 'down' }] }],
    ['components', { components: [opening.components[0], opening.components[0]] }],
    ['message', { message: '' }],
    ['message', { message: 'x'.repeat(2001) }],
  ])('%s of a new incident', async (field, change) => {
    const { status, body } = await ask('POST', '', { ...opening, ...change });
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
  });

  test('an update without components that does not resolve', async () => {
    const { id } = await open();
    const body = { state: 'identified', components: [], message: 'A network is down.' };
    expect((await update(id, body)).body).toEqual({
      components: ['Choose at least one component.'],
    });
  });
});

test('incidents are listed by page, newest first, and by whether they are open', async () => {
  const first = await open({ title: 'First' });
  t.clock.advance(minuteMs);
  await open({ title: 'Second' });
  await update(first.id, { state: 'resolved', components: [], message: 'It works.' });
  const titles = async (query: string) =>
    ((await ask('GET', query)).body.results as { title: string }[]).map(({ title }) => title);
  expect(await titles('')).toEqual(['Second', 'First']);
  expect(await titles('?is_open=true')).toEqual(['Second']);
  expect(await titles('?is_open=false')).toEqual(['First']);
  expect(await titles('?page=2&page_size=1')).toEqual(['First']);
  expect((await ask('GET', '?page=9')).body).toMatchObject({ detail: 'Invalid page.' });
  expect((await ask('GET', '?is_open=x')).status).toBe(400);
});

test('unknown incidents are not found', async () => {
  const id = '0190a0a0-0000-7000-8000-000000000000';
  const body = { state: 'identified', components: opening.components, message: 'A network.' };
  expect((await ask('GET', `${id}/`)).status).toBe(404);
  expect((await update(id, body)).status).toBe(404);
  expect((await ask('GET', 'x/')).body).toEqual({ id: ['Must be a valid UUID.'] });
  expect((await update('x', body)).body).toEqual({ id: ['Must be a valid UUID.'] });
});

test('changes are in the audit log', async () => {
  const admin = await t.signIn('boss@example.com', { roles: ['admin'] });
  const { id } = await open();
  t.clock.advance(minuteMs);
  await update(id, { state: 'resolved', components: [], message: 'It works.' });
  const url = `/apix/admin/audit/?subject_type=incident&subject_id=${id}`;
  const log = await send(t, 'GET', url, undefined, admin);
  expect(log.body.results).toMatchObject([
    {
      verb: 'updated the incident',
      subject: { id, name: opening.title },
      before: { state: 'investigating' },
      after: { state: 'resolved', message: 'It works.' },
    },
    { verb: 'opened the incident', before: null, after: { components: opening.components } },
  ]);
});

test('only support and admins work on incidents', async () => {
  const { id } = await open();
  const calls = [
    ['GET', ''],
    ['GET', `${id}/`],
    ['POST', ''],
    ['POST', `${id}/updates/`],
  ] as const;
  const sales = await t.signIn('sales@example.com', { roles: ['sales'] });
  const customer = await t.signIn('ada@example.com');
  for (const [method, url] of calls) {
    for (const as of [sales, customer])
      expect((await ask(method, url, undefined, as)).body).toMatchObject({
        code: 'permission_denied',
      });
    expect((await ask(method, url, undefined, null)).status).toBe(401);
  }
});

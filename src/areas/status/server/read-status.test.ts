import { beforeEach, expect, test, vi } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { pastIncidentDays } from '../wire/status.constants.ts';
import type { StatusComponentWire } from '../wire/status.ts';
import { recordStates } from './history/record-states.ts';

const t = useApp({ MAIL_URL: 'smtp://127.0.0.1:1' });
const path = '/apix/status/';
const incidents = '/apix/admin/incidents/';
let boss: SignedIn;

let person = 0;
beforeEach(async () => {
  // Of its own: a test turns the clock past the end of a session.
  boss = await t.signIn(`boss${++person}@example.com`, { roles: ['admin'] });
  await t.kernel.database.pool.query('truncate status_day, feature_switch, incident cascade');
  t.kernel.features.clearCache();
  t.areas.status.reader.clearCache();
  setParts({});
});

const partNames = ['database', 'storage', 'transcription', 'synthesis', 'mail'];
function setParts(states: Record<string, 'ok' | 'down'>) {
  t.kernel.checks.readAll = async () => [
    { name: 'gateway', title: 'Gateway', state: 'off', message: '' },
    ...partNames.map((name) => ({ name, title: '', state: states[name] ?? 'ok', message: '' })),
  ];
}

const read = () => send(t, 'GET', path);
const readComponent = async (name: string) =>
  ((await read()).body.components as StatusComponentWire[]).find((one) => one.name === name)!;
const openIncident = async (change: object = {}) =>
  (
    await send(
      t,
      'POST',
      incidents,
      {
        title: 'Payments fail',
        state: 'investigating',
        components: [{ name: 'payments', impact: 'down' }],
        message: 'We look for the cause.',
        ...change,
      },
      boss,
    )
  ).body;
const resolve = (id: unknown) =>
  send(
    t,
    'POST',
    `${incidents}${id}/updates/`,
    { state: 'resolved', components: [], message: 'It works.' },
    boss,
  );

test('everyone reads the components that are offered, with what was measured', async () => {
  await recordStates(t.kernel);
  const day = t.clock.now().toISOString().slice(0, 10);
  const { status, body } = await read();
  expect([status, body.state]).toEqual([200, 'up']);
  const components = body.components as StatusComponentWire[];
  expect(components.map(({ name }) => name)).toEqual([
    'website',
    'api',
    'payments',
    'customs',
    'transcription',
    'synthesis',
    'mail',
  ]);
  expect(components[0]).toEqual({
    name: 'website',
    title: 'Website and accounts',
    state: 'up',
    switched_off: null,
    uptime_percent: '100.00',
    days: [{ day, up_minutes: 1, degraded_minutes: 0, down_minutes: 0 }],
  });
});

test('without a measurement there is no uptime', async () => {
  expect(await readComponent('api')).toMatchObject({ uptime_percent: null, days: [] });
});

test('a part that is down shows, in the history as well', async () => {
  setParts({ transcription: 'down' });
  await recordStates(t.kernel);
  expect((await read()).body.state).toBe('down');
  expect(await readComponent('transcription')).toMatchObject({
    state: 'down',
    uptime_percent: '0.00',
    days: [{ down_minutes: 1 }],
  });
});

test('a feature that is switched off shows with its notice', async () => {
  const body = { is_on: false, reason: 'Provider', notice: 'Back at noon.' };
  await send(t, 'PATCH', '/apix/admin/features/payments/', body, boss);
  const since = t.clock.now().toISOString();
  expect(await readComponent('payments')).toMatchObject({
    state: 'down',
    switched_off: { notice: 'Back at noon.', since },
  });
});

test('an open incident counts until it is resolved, and then stays for a while', async () => {
  const { id } = await openIncident();
  const { body } = await read();
  expect(body).toMatchObject({
    state: 'down',
    incidents: [{ id, state: 'investigating', updates: [{ message: 'We look for the cause.' }] }],
  });
  // Who wrote it is nobody else's business.
  expect(JSON.stringify(body)).not.toContain(boss.email);
  await recordStates(t.kernel);
  await resolve(id);
  expect(await readComponent('payments')).toMatchObject({
    state: 'up',
    days: [{ down_minutes: 1 }],
  });
  expect((await read()).body.incidents).toMatchObject([{ id, state: 'resolved' }]);
  t.clock.advance(pastIncidentDays * dayMs + minuteMs);
  expect((await read()).body.incidents).toEqual([]);
});

test('it is read once in ten seconds', async () => {
  const readAll = vi.spyOn(t.kernel.checks, 'readAll');
  await Promise.all([read(), read()]);
  await read();
  expect(readAll).toHaveBeenCalledTimes(1);
  t.clock.advance(10_000);
  await read();
  expect(readAll).toHaveBeenCalledTimes(2);
});

test('without the database it says so, with the history that it has read before', async () => {
  await recordStates(t.kernel);
  await read();
  t.clock.advance(10_000);
  setParts({ database: 'down' });
  const readUnit = t.kernel.work.read;
  t.kernel.work.read = () => Promise.reject(new Error('the database is away'));
  const { status, body } = await read();
  t.kernel.work.read = readUnit;
  expect([status, body.state]).toEqual([200, 'down']);
  expect((body.components as StatusComponentWire[])[0]).toMatchObject({
    state: 'down',
    days: [{ up_minutes: 1 }],
  });
});

test('an anonymous caller is limited like at other public calls', async () => {
  const { headers } = await read();
  expect(Number(headers['x-ratelimit-limit'])).toBeGreaterThan(0);
});

test('the feed has every incident with its updates, and no other markup', async () => {
  const empty = await send(t, 'GET', '/status/feed.xml');
  expect(empty.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(empty.raw.body).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  const { id } = await openIncident({ title: 'A <b>bold</b> & "quoted"\u0001 title' });
  t.clock.advance(minuteMs);
  await resolve(id);
  const { raw } = await send(t, 'GET', '/status/feed.xml');
  const now = t.clock.now().toISOString();
  expect(raw.body).toContain(`<updated>${now}</updated>`);
  expect(raw.body).toContain(`<id>urn:uuid:${id}</id>`);
  expect(raw.body).toContain(
    '<title>Resolved: A &lt;b&gt;bold&lt;/b&gt; &amp; &quot;quoted&quot; title</title>',
  );
  expect(raw.body).toMatch(/Affects: Payments\.[\s\S]*It works\.[\s\S]*We look for the cause\./);
});

test('open incidents are listed alone, and leave the list when they are resolved', async () => {
  const listOpen = async () => (await send(t, 'GET', `${path}incidents/`)).body.open;
  expect(await listOpen()).toEqual([]);
  const { id } = await openIncident();
  t.clock.advance(1000);
  const { id: other } = await openIncident({ title: 'Mails are late' });
  expect(await listOpen()).toMatchObject([
    { id: other, title: 'Mails are late' },
    { id, state: 'investigating', updates: [{ message: 'We look for the cause.' }] },
  ]);
  await resolve(other);
  expect(await listOpen()).toMatchObject([{ id }]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import {
  createEndpoint,
  createPaidCustomer,
  endpointsPath,
  isSigned,
  listDeliveries,
  publishExample,
  readDelivery,
} from '#test/factories/webhooks.ts';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp({ WEBHOOKS_ALLOW_PRIVATE: 'on' });
const type = 'payment.completed';
let receiver: TestHttpServer;
let who: SignedIn;
let path: string;

beforeAll(async () => {
  receiver = await startHttpServer();
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  receiver.reset();
  path = `/${createId()}`;
  who = await createPaidCustomer(t, `${createId()}@example.com`);
  receiver.on(`POST ${path}`, { status: 204 });
});

const create = (more: object = {}) =>
  createEndpoint(t, who, { url: receiver.url + path, event_types: [type], ...more });
const sendDue = () => t.areas.webhooks.sender.sendDue();
const callsHere = () => receiver.calls.filter((call) => call.path === path);
const only = async () => (await listDeliveries(t, await t.signIn(who.email)))[0]!;
const readEndpoint = async (id: string) =>
  (await send(t, 'GET', `${endpointsPath}${id}/`, undefined, await t.signIn(who.email))).body;

test('an event is posted with the headers and the body of the specification', async () => {
  const { secret } = await create();
  await publishExample(t, who, type);
  await sendDue();
  const [call, ...others] = callsHere();
  expect(others).toEqual([]);
  const delivery = await only();
  expect(delivery).toMatchObject({ type, state: 'delivered', attempts: 1, last_status: 204 });
  const body = JSON.parse(call!.body);
  expect(Object.keys(body).slice(0, 3)).toEqual(['type', 'timestamp', 'api_version']);
  expect(body).toMatchObject({ type, sequence: 1, test_mode: false, data: { currency: 'USD' } });
  expect(call!.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': delivery.message,
    'webhook-timestamp': String(Math.floor(t.clock.now().getTime() / 1000)),
    'webhook-sequence': '1',
  });
  expect(isSigned(call!, secret)).toBe(true);
  expect(isSigned({ ...call!, body: `${call!.body} ` }, secret)).toBe(false);
  const { attempt_log: log, body: stored } = await readDelivery(t, who, delivery.id);
  expect(stored).toBe(call!.body);
  expect(log).toMatchObject([{ number: 1, status: 204, error: null, answer: '' }]);
});

test('what is not committed is never sent', async () => {
  await create();
  const rolledBack = t.kernel.work.write(async (tx) => {
    const { event } = t.areas.webhooks.catalogue[0]!;
    const published = { accountId: who.accountId, data: () => event.example };
    await t.kernel.customerEvents.publish(tx, { ...event, type }, published);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await sendDue();
  expect(callsHere()).toEqual([]);
  expect(await listDeliveries(t, who)).toEqual([]);
});

test('only the enabled endpoints that want a type get it, with increasing numbers', async () => {
  await create();
  const other = await create({ event_types: ['ticket.closed'] });
  const all = await create({ event_types: null });
  await publishExample(t, who, type);
  await publishExample(t, who, 'ticket.closed');
  const deliveries = await listDeliveries(t, who);
  expect(deliveries).toHaveLength(4);
  expect(deliveries.filter(({ endpoint }) => endpoint === all.id)).toHaveLength(2);
  await send(t, 'PATCH', `${endpointsPath}${other.id}/`, { is_enabled: false }, who);
  await publishExample(t, who, 'ticket.closed');
  const later = await listDeliveries(t, who, `?endpoint=${other.id}`);
  expect(later).toMatchObject([{ state: 'failed', last_error: 'disabled' }]);
  await sendDue();
  const numbers = new Set(callsHere().map(({ body }) => JSON.parse(body).sequence));
  expect([...numbers].sort()).toEqual([1, 2, 3]);
});

test('a failed delivery is tried again with the same id, and is done with the first success', async () => {
  const endpoint = await create();
  receiver.on(
    `POST ${path}`,
    { status: 500, body: 'x'.repeat(9000) },
    { status: 404 },
    { status: 200 },
  );
  await publishExample(t, who, type);
  await sendDue();
  expect(await only()).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'status' });
  expect((await readEndpoint(endpoint.id)).failing_since).not.toBeNull();
  await sendDue();
  expect(callsHere()).toHaveLength(1);
  t.clock.advance(7000);
  await sendDue();
  expect(await only()).toMatchObject({ state: 'waiting', attempts: 2, last_status: 404 });
  t.clock.advance(400_000);
  await sendDue();
  const delivery = await only();
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 3, last_error: null });
  expect(new Set(callsHere().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect((await readEndpoint(endpoint.id)).failing_since).toBeNull();
  const { attempt_log: log } = await readDelivery(t, await t.signIn(who.email), delivery.id);
  expect(log.map(({ status, error }) => [status, error])).toEqual([
    [200, null],
    [404, 'status'],
    [500, 'status'],
  ]);
  expect(log[2]!.answer).toHaveLength(4096);
});

test('after ten attempts in three days it is given up', async () => {
  await create();
  receiver.on(`POST ${path}`, { status: 503 });
  await publishExample(t, who, type);
  const from = t.clock.now().getTime();
  for (let attempt = 1; attempt <= 10; attempt++) {
    await sendDue();
    const { next_attempt_at: next, state } = await only();
    expect(callsHere()).toHaveLength(attempt);
    if (attempt === 10) expect(state).toBe('failed');
    else t.clock.advance(Date.parse(next!) - t.clock.now().getTime());
  }
  const days = (t.clock.now().getTime() - from) / 86_400_000;
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(4);
});

test('it waits as long as the receiver asks', async () => {
  await create();
  receiver.on(`POST ${path}`, { status: 429, headers: { 'retry-after': '3600' } });
  await publishExample(t, who, type);
  await sendDue();
  const { next_attempt_at: next } = await only();
  expect(Date.parse(next!) - t.clock.now().getTime()).toBe(3_600_000);
});

test('a redirect is not followed', async () => {
  await create();
  receiver.on(`POST ${path}`, { status: 302, headers: { location: `${receiver.url}/elsewhere` } });
  await publishExample(t, who, type);
  await sendDue();
  expect(receiver.calls.map((call) => call.path)).not.toContain('/elsewhere');
  expect(await only()).toMatchObject({
    state: 'waiting',
    last_status: 302,
    last_error: 'redirect',
  });
});

test('410 disables the endpoint, gives up what waits, and says so by mail', async () => {
  const endpoint = await create();
  receiver.on(`POST ${path}`, { status: 410 });
  await publishExample(t, who, type);
  await sendDue();
  expect(await readEndpoint(endpoint.id)).toMatchObject({
    is_enabled: false,
    disabled_reason: 'gone',
  });
  expect(await only()).toMatchObject({ state: 'failed', next_attempt_at: null });
  const mails = (await t.mails(who.email)).filter(({ kind }) => kind === 'webhooks.disabled');
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain(endpoint.url);
});

test('an endpoint that only fails for five days is disabled; one success is enough', async () => {
  const endpoint = await create();
  receiver.on(`POST ${path}`, { status: 500 });
  for (let day = 0; day <= 5; day++) {
    await publishExample(t, who, type);
    await sendDue();
    if (day === 2) {
      receiver.on(`POST ${path}`, { status: 200 });
      await publishExample(t, who, type);
      await sendDue();
      receiver.on(`POST ${path}`, { status: 500 });
    }
    t.clock.advance(86_400_000);
  }
  expect((await readEndpoint(endpoint.id)).is_enabled).toBe(true);
  for (let day = 0; day <= 3; day++) {
    t.clock.advance(86_400_000);
    await publishExample(t, who, type);
    await sendDue();
  }
  expect(await readEndpoint(endpoint.id)).toMatchObject({ disabled_reason: 'failing' });
  expect((await t.mails(who.email)).map(({ kind }) => kind)).toContain('webhooks.disabled');
});

test('for a day after a rotation both secrets sign, then the new one alone', async () => {
  const { id, secret: old } = await create();
  const url = `${endpointsPath}${id}/rotate/`;
  const { status, body } = await send(t, 'POST', url, {}, who);
  expect(status).toBe(201);
  expect(body.secrets).toHaveLength(2);
  const fresh = String(body.secret);
  const check = async () => {
    await publishExample(t, who, type);
    await sendDue();
    const call = callsHere().at(-1)!;
    return [isSigned(call, old), isSigned(call, fresh)];
  };
  expect(await check()).toEqual([true, true]);
  t.clock.advance(23 * 3_600_000);
  expect(await check()).toEqual([true, true]);
  t.clock.advance(2 * 3_600_000);
  expect(await check()).toEqual([false, true]);
  await t.jobs.runSchedule('webhooks.purge');
  expect((await readEndpoint(id)).secrets).toHaveLength(1);
});

test('a slow endpoint does not hold up another one', async () => {
  await create();
  receiver.on(`POST ${path}`, 'hang');
  for (let at = 0; at < 60; at++) await publishExample(t, who, type);
  const other = await createPaidCustomer(t, `${createId()}@example.com`);
  const quick = `/${createId()}`;
  receiver.on(`POST ${quick}`, { status: 200 });
  await createEndpoint(t, other, { url: receiver.url + quick, event_types: [type] });
  await publishExample(t, other, type);
  const sending = sendDue();
  await expect.poll(async () => (await listDeliveries(t, other))[0]!.state).toBe('delivered');
  expect(callsHere().length).toBeLessThanOrEqual(25);
  // Its slow requests end with their connections, and others take their place.
  receiver.on(`POST ${path}`, { status: 200 });
  await receiver.stop();
  receiver = await startHttpServer();
  await sending;
  expect((await listDeliveries(t, who, '?page_size=100')).every((one) => one.attempts > 0)).toBe(
    true,
  );
});

test('two senders never send the same delivery at once', async () => {
  await create();
  for (let at = 0; at < 40; at++) await publishExample(t, who, type);
  await Promise.all([sendDue(), sendDue(), sendDue()]);
  const ids = callsHere().map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(40);
  expect(new Set(ids).size).toBe(40);
});

test('an account whose plan ended is told so, and nothing else', async () => {
  await create({ event_types: null });
  const live = await send(t, 'GET', '/apix/billing/subscriptions/current/', undefined, who);
  const cancel = `/apix/billing/subscriptions/${String(live.body.id)}/cancel/`;
  await send(t, 'POST', cancel, { at_period_end: false }, who);
  await publishExample(t, who, type);
  const types = (await listDeliveries(t, who)).map((one) => one.type);
  expect(types).toContain('subscription.canceled');
  expect(types).not.toContain(type);
});

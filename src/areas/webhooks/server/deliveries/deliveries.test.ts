import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import {
  createEndpoint,
  createPaidCustomer,
  deliveriesPath,
  endpointsPath,
  listDeliveries,
  publishExample,
  readDelivery,
} from '#test/factories/webhooks.ts';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp({ WEBHOOKS_ALLOW_PRIVATE: 'on' });
const type = 'ticket.closed';
let receiver: TestHttpServer;
let who: SignedIn;
let other: SignedIn;
let path: string;
let endpoint: string;

beforeAll(async () => {
  receiver = await startHttpServer();
  other = await createCustomer(t, 'other@example.com');
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  path = `/${createId()}`;
  other = await t.signIn(other.email);
  who = await createPaidCustomer(t, `${createId()}@example.com`);
  receiver.on(`POST ${path}`, { status: 200 });
  endpoint = (await createEndpoint(t, who, { url: receiver.url + path, event_types: [type] })).id;
});

const sendDue = () => t.areas.webhooks.sender.sendDue();
const callsHere = () => receiver.calls.filter((call) => call.path === path);
const post = (url: string, body: object = {}, as = who) => send(t, 'POST', url, body, as);
const disable = () => send(t, 'PATCH', `${endpointsPath}${endpoint}/`, { is_enabled: false }, who);

/** Events whose deliveries were given up, by disabling the endpoint and enabling it again. */
async function fail(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    await publishExample(t, who, type);
    t.clock.advance(1000);
  }
  await disable();
  await send(t, 'PATCH', `${endpointsPath}${endpoint}/`, { is_enabled: true }, who);
}

test('the log is filtered by endpoint, type, state and time, in pages', async () => {
  await fail(3);
  const between = t.clock.now().toISOString();
  await publishExample(t, who, type);
  await sendDue();
  const count = async (query: string) => (await listDeliveries(t, who, query)).length;
  expect(await count('')).toBe(4);
  expect(await count('?state=failed')).toBe(3);
  expect(await count('?state=delivered')).toBe(1);
  expect(await count(`?type=${type}&endpoint=${endpoint}`)).toBe(4);
  expect(await count('?type=payment.completed')).toBe(0);
  expect(await count(`?endpoint=${createId()}`)).toBe(0);
  expect(await count(`?created_after=${between}`)).toBe(1);
  expect(await count(`?created_before=${between}`)).toBe(3);
  expect(await count('?page_size=3&page=2')).toBe(1);
  expect((await send(t, 'GET', `${deliveriesPath}?page=9`, undefined, who)).status).toBe(404);
  expect((await send(t, 'GET', `${deliveriesPath}?state=lost`, undefined, who)).status).toBe(400);
});

test('a test event of any type is sent as a real one, and says what it is', async () => {
  const url = `${endpointsPath}${endpoint}/test/`;
  const { status, body } = await post(url, { type: 'payment.refunded' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ type: 'payment.refunded', is_test: true, state: 'waiting' });
  await sendDue();
  const sent = JSON.parse(callsHere()[0]!.body);
  expect(sent).toMatchObject({ type: 'payment.refunded', is_test: true });
  expect((await readDelivery(t, who, String(body.id))).state).toBe('delivered');
  expect((await post(url, { type: 'payment.lost' })).body).toHaveProperty('type');
});

test('a delivery is replayed with the same id, whether it failed or not', async () => {
  await publishExample(t, who, type);
  await sendDue();
  const { id } = (await listDeliveries(t, who))[0]!;
  const { status, body } = await post(`${deliveriesPath}${id}/replay/`);
  expect([status, body.state]).toEqual([200, 'waiting']);
  await sendDue();
  const [first, second] = callsHere();
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(second!.body).toBe(first!.body);
  const { state, attempts } = await readDelivery(t, who, id);
  expect([state, attempts]).toEqual(['delivered', 2]);
});

test('a replay begins the retries anew', async () => {
  await fail(1);
  receiver.on(`POST ${path}`, { status: 500 });
  const { id } = (await listDeliveries(t, who))[0]!;
  await post(`${deliveriesPath}${id}/replay/`);
  await sendDue();
  const { next_attempt_at: next, attempts } = await readDelivery(t, who, id);
  expect(attempts).toBe(1);
  expect(Date.parse(next!) - t.clock.now().getTime()).toBeLessThanOrEqual(6000);
});

test('all that failed since a moment is replayed at once', async () => {
  await fail(2);
  const since = t.clock.now().toISOString();
  await fail(3);
  const url = `${endpointsPath}${endpoint}/replay/`;
  expect((await post(url, { since })).body).toEqual({ replayed: 3 });
  expect((await post(url, { since })).body).toEqual({ replayed: 0 });
  await sendDue();
  expect(callsHere()).toHaveLength(3);
  const until = since;
  expect((await post(url, { since: '2020-01-01T00:00:00Z', until })).body).toEqual({ replayed: 2 });
  expect((await post(url, {})).status).toBe(400);
});

test('a disabled endpoint gets no test, and nothing again', async () => {
  await publishExample(t, who, type);
  const { id } = (await listDeliveries(t, who))[0]!;
  await disable();
  for (const [url, body] of [
    [`${endpointsPath}${endpoint}/test/`, { type }],
    [`${endpointsPath}${endpoint}/replay/`, { since: '2020-01-01T00:00:00Z' }],
    [`${deliveriesPath}${id}/replay/`, {}],
  ] as const) {
    const reply = await post(url, body);
    expect([reply.status, reply.body.code]).toEqual([400, 'webhook_endpoint_disabled']);
  }
});

test('a plan that ended sends nothing again', async () => {
  await publishExample(t, who, type);
  await sendDue();
  const { id } = (await listDeliveries(t, who))[0]!;
  const { body } = await send(t, 'GET', '/apix/billing/subscriptions/current/', undefined, who);
  const cancel = `/apix/billing/subscriptions/${String(body.id)}/cancel/`;
  await post(cancel, { at_period_end: false });
  for (const [url, expected] of [
    [`${endpointsPath}${endpoint}/test/`, { type }],
    [`${endpointsPath}${endpoint}/replay/`, { since: '2020-01-01T00:00:00Z' }],
    [`${deliveriesPath}${id}/replay/`, {}],
  ] as const) {
    const reply = await post(url, expected);
    expect([reply.status, reply.body.code]).toEqual([403, 'webhooks_not_in_plan']);
  }
});

test('deliveries of other accounts do not exist', async () => {
  await publishExample(t, who, type);
  const { id } = (await listDeliveries(t, who))[0]!;
  expect(await listDeliveries(t, other)).toEqual([]);
  const read = (one: string, as: SignedIn) =>
    send(t, 'GET', `${deliveriesPath}${one}/`, undefined, as);
  expect((await read(id, other)).status).toBe(404);
  expect((await post(`${deliveriesPath}${id}/replay/`, {}, other)).status).toBe(404);
  expect((await read('not-an-id', who)).status).toBe(404);
  expect((await read(id, who)).status).toBe(200);
  for (const url of [deliveriesPath, `${deliveriesPath}${id}/`])
    expect((await send(t, 'GET', url)).status).toBe(401);
});

test('deliveries are deleted after 30 days', async () => {
  await publishExample(t, who, type);
  await sendDue();
  t.clock.advance(29 * 86_400_000);
  await t.jobs.runSchedule('webhooks.purge');
  expect(await listDeliveries(t, await t.signIn(who.email))).toHaveLength(1);
  t.clock.advance(2 * 86_400_000);
  await t.jobs.runSchedule('webhooks.purge');
  expect(await listDeliveries(t, await t.signIn(who.email))).toEqual([]);
  const { rows } = await t.kernel.database.pool.query(
    'select count(*)::int as count from webhook_message where account_id = $1',
    [who.accountId],
  );
  expect(rows[0].count).toBe(0);
});

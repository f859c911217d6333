import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import type { Scope } from '#lib/scopes.ts';
import { liveTopics, topicScopes } from '#lib/wire/events.ts';
import { apiKeysPath, createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/events/';
let origin = '';
let person = 0;
let who: SignedIn;

beforeAll(async () => {
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});

// The server counts a stream of another test until it notices that it was left.
beforeEach(async () => {
  who = await t.signIn(`watch${++person}@example.com`);
});

async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  let rest = '';
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const [, data] of blocks.map((block) => /^data: (.*)$/m.exec(block) ?? []))
      if (data !== undefined) yield JSON.parse(data);
  }
}

type Headers = Record<string, string>;

const follow = (topics: string, headers: Headers = {}) =>
  followAs({ ...who.headers, ...headers }, topics);

async function followAs(headers: Headers, topics: string) {
  const leaving = new AbortController();
  const response = await fetch(`${origin}${path}?topics=${topics}`, {
    headers,
    signal: leaving.signal,
  });
  const events = readEvents(response.body!);
  return { response, leave: () => leaving.abort(), next: async () => (await events.next()).value };
}

const publish = (topic: string, data: unknown, accountId = who.accountId) =>
  t.kernel.live.publish(t.kernel.database.write, { topic, accountId, data });

describe('the event stream', () => {
  test('is limited per account, and available again when a stream is closed', async () => {
    const streams = [];
    for (let n = 0; n < budgets.eventStreamsPerAccount; n++) streams.push(await follow('payments'));
    const refused = await fetch(`${origin}${path}?topics=payments`, { headers: who.headers });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'too_many_streams', retry_after: 30 });
    streams.pop()!.leave();
    await expect
      .poll(async () => {
        const stream = await follow('payments');
        streams.push(stream);
        return stream.response.status;
      })
      .toBe(200);
    for (const stream of streams) stream.leave();
  });

  test("delivers an account's own messages on the requested topics", async () => {
    const stream = await follow('payments,tickets');
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    const other = await t.signIn('other@example.com');
    await publish('payments', { of: 'somebody else' }, other.accountId);
    await publish('leads', { of: 'another topic' });
    await publish('payments', { uuid: 'a' });
    expect(await stream.next()).toMatchObject({ topic: 'payments', data: { uuid: 'a' } });
    stream.leave();
  });

  test("resumes after the client's last event", async () => {
    const first = await follow('payments');
    await publish('payments', 1);
    await publish('payments', 2);
    const one = (await first.next()) as { id: string };
    await first.next();
    first.leave();
    const second = await follow('payments', { 'last-event-id': one.id });
    expect(await second.next()).toMatchObject({ data: 2 });
    second.leave();
    const lost = await follow('payments', { 'last-event-id': 'never-heard-of' });
    expect(await lost.next()).toMatchObject({ topic: 'lost', data: null });
    lost.leave();
  });

  test('ends the subscription when the client disconnects', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const { subscribe } = t.kernel.live;
    t.kernel.live.subscribe = (subscription) => {
      subscription.signal.addEventListener('abort', () => resolve());
      return subscribe(subscription);
    };
    const stream = await follow('payments');
    stream.leave();
    await ended;
    t.kernel.live.subscribe = subscribe;
  });

  test('leaves no stream when the client disconnects before it opens', async () => {
    const client = await t.kernel.database.pool.connect();
    await client.query('begin; lock table session in access exclusive mode');
    for (let n = 0; n < budgets.eventStreamsPerAccount; n++) {
      const arrived = once(t.app.server, 'request');
      const leaving = new AbortController();
      const stream = fetch(`${origin}${path}?topics=payments`, { ...who, signal: leaving.signal });
      const [request] = (await arrived) as [IncomingMessage];
      const gone = once(request, 'close').catch(() => undefined);
      leaving.abort();
      await Promise.all([gone, expect(stream).rejects.toThrow('aborted')]);
    }
    await client.query('commit');
    client.release();
    await expect
      .poll(async () => {
        const stream = await follow('payments');
        stream.leave();
        return stream.response.status;
      })
      .toBe(200);
  });

  test('delivers nothing after the end of its session', async () => {
    const stream = await follow('payments');
    await publish('payments', 1);
    expect(await stream.next()).toMatchObject({ data: 1 });
    await send(t, 'DELETE', '/apix/accounts/sessions/', undefined, await t.signIn(who.email));
    await publish('payments', 2);
    expect(await stream.next()).toBeUndefined();
  });

  test('ends when its session expires, even without messages', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const staff = await t.signIn('staff@example.com', { roles: ['support'] });
    const input = { user: who.accountId, reason: 'Ticket 12' };
    const { body } = await send(t, 'POST', '/apix/admin/impersonations/', input, staff);
    const access = { authorization: `Bearer ${String(body.access)}` };
    const stream = await follow('payments', access);
    expect(stream.response.status).toBe(200);
    const next = stream.next();
    t.clock.advance(30 * 60_000);
    vi.advanceTimersByTime(15_000);
    expect(await next).toBeUndefined();
    vi.useRealTimers();
    expect((await follow('payments', access)).response.status).toBe(401);
  });

  test('requires a session and topics', async () => {
    expect((await send(t, 'GET', `${path}?topics=payments`)).body.code).toBe('not_authenticated');
    for (const topics of ['', '?topics=', '?topics=payments,foo'])
      expect((await send(t, 'GET', `${path}${topics}`, undefined, who)).status).toBe(400);
  });
});

describe('the event stream of an API key', () => {
  const allScopes = Object.values(topicScopes);
  const createKey = (scopes: readonly Scope[], owner = who) => createApiKey(t, owner, { scopes });
  const everyTopic = liveTopics.join(',');

  test.each(liveTopics)('reads %s with its scope alone', async (topic) => {
    const own = await createKey([topicScopes[topic]]);
    const stream = await followAs(own.headers, topic);
    await publish(topic, { of: topic });
    expect(await stream.next()).toMatchObject({ topic, data: { of: topic } });
    stream.leave();
    const wrong = await createKey(allScopes.filter((scope) => scope !== topicScopes[topic]));
    for (const topics of [topic, everyTopic])
      expect(
        (await send(t, 'GET', `${path}?topics=${topics}`, undefined, wrong)).body,
      ).toMatchObject({ code: 'scope_missing', required: topicScopes[topic] });
  });

  test('never carries what belongs to another account', async () => {
    const other = await t.signIn(`other-key${person}@example.com`);
    const [mine, others] = [await createKey(allScopes), await createKey(allScopes, other)];
    const [stream, ofOther] = [
      await followAs(mine.headers, everyTopic),
      await followAs(others.headers, everyTopic),
    ];
    for (const topic of liveTopics) await publish(topic, { of: 'other' }, other.accountId);
    await publish('payments', { of: 'mine' });
    expect(await stream.next()).toMatchObject({ data: { of: 'mine' } });
    for (const topic of liveTopics)
      expect(await ofOther.next()).toMatchObject({ topic, data: { of: 'other' } });
    for (const one of [stream, ofOther]) one.leave();
  });

  test('resumes after the last event', async () => {
    const { headers } = await createKey(['payments:read']);
    const first = await followAs(headers, 'payments');
    await publish('payments', 1);
    await publish('payments', 2);
    const { id } = (await first.next()) as { id: string };
    await first.next();
    first.leave();
    const second = await followAs({ ...headers, 'last-event-id': id }, 'payments');
    expect(await second.next()).toMatchObject({ data: 2 });
    second.leave();
  });

  test('counts towards the same limit as those of sessions', async () => {
    const { headers } = await createKey(['payments:read']);
    const streams = [];
    for (let n = 0; n < budgets.eventStreamsPerAccount; n++)
      streams.push(n % 2 === 0 ? await follow('payments') : await followAs(headers, 'payments'));
    for (const as of [headers, who.headers]) {
      const { response } = await followAs(as, 'payments');
      expect(response.status).toBe(429);
    }
    for (const stream of streams) stream.leave();
  });

  test.each([
    ['is revoked', (id: string) => ['POST', `${id}/revoke/`, {}] as const],
    ['loses the scope', (id: string) => ['PATCH', `${id}/`, { scopes: ['speech'] }] as const],
  ])('ends within 5 seconds when the key %s, even without messages', async (_, change) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { id, headers } = await createKey(['payments:read']);
    const stream = await followAs(headers, 'payments');
    const next = stream.next();
    const [method, rest, body] = change(id);
    expect((await send(t, method, apiKeysPath + rest, body, who)).status).toBe(200);
    vi.advanceTimersByTime(5000);
    expect(await next).toBeUndefined();
    vi.useRealTimers();
  });

  test('is one use of the key and one request of the plan, whatever it carries', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { id, headers } = await createKey(['payments:read']);
    const stream = await followAs(headers, 'payments');
    vi.advanceTimersByTime(60_000);
    for (const data of [1, 2, 3]) {
      await publish('payments', data);
      expect(await stream.next()).toMatchObject({ data });
    }
    vi.useRealTimers();
    stream.leave();
    await t.areas.usage.flush();
    const read = async (url: string) => (await send(t, 'GET', url, undefined, who)).body;
    expect((await read(`${apiKeysPath}${id}/`)).total_requests).toBe(1);
    expect((await read(`/apix/billing/usage/?api_key=${id}`)).results).toMatchObject([
      { endpoint: path, units: '1', cost: '0.00' },
    ]);
  });
});

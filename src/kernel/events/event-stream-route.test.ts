import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { budgets } from '#lib/budgets.ts';
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

async function follow(topics: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const response = await fetch(`${origin}${path}?topics=${topics}`, {
    headers: { ...who.headers, ...headers },
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
    await vi.waitFor(async () => {
      const stream = await follow('payments');
      expect(stream.response.status).toBe(200);
      streams.push(stream);
    });
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
    t.kernel.live.subscribe = (wanted) => {
      wanted.signal.addEventListener('abort', () => resolve());
      return subscribe(wanted);
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
      const asked = once(t.app.server, 'request');
      const leaving = new AbortController();
      const stream = fetch(`${origin}${path}?topics=payments`, { ...who, signal: leaving.signal });
      const [request] = (await asked) as [IncomingMessage];
      const gone = once(request, 'close').catch(() => undefined);
      leaving.abort();
      await Promise.all([gone, expect(stream).rejects.toThrow('aborted')]);
    }
    await client.query('commit');
    client.release();
    await vi.waitFor(async () => {
      const stream = await follow('payments');
      expect(stream.response.status).toBe(200);
      stream.leave();
    });
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

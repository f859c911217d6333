import type pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { runDetached } from '../database/work.ts';
import { BusyError } from '../fair-queue.ts';
import { type LiveMessage, type LiveTopics, lostTopic, openLiveTopics } from './live-topics.ts';

const database = useDatabase();
const ada = 1;
const bob = 2;
const hubs: LiveTopics[] = [];
const readers: AbortController[] = [];
const warn = vi.fn();

function openHub(directClient = () => database.directClient()): LiveTopics {
  const hub = openLiveTopics({ database: { directClient }, log: { warn }, reconnectDelayMs: 1 });
  hubs.push(hub);
  return hub;
}

async function read(hub: LiveTopics, accountId: number, topics: string[], afterId?: string) {
  const reader = new AbortController();
  readers.push(reader);
  const messages = await hub.subscribe({ accountId, topics, signal: reader.signal, afterId });
  const iterator = messages[Symbol.asyncIterator]();
  const next = async () => (await iterator.next()).value as LiveMessage;
  return { next, iterator, stop: () => reader.abort() };
}

const tell = (hub: LiveTopics, accountId: number, topic: string, data: unknown) =>
  hub.publish(database.write, { accountId, topic, data });
const lost = { id: expect.any(String), topic: lostTopic, data: null };

afterEach(async () => {
  for (const reader of readers.splice(0)) reader.abort();
  await Promise.all(hubs.splice(0).map((hub) => hub.close()));
  warn.mockClear();
});

test('a message reaches the readers of every process, under the same id', async () => {
  const [one, other] = [openHub(), openHub()];
  const here = await read(one, ada, ['payments']);
  const there = await read(other, ada, ['payments', 'tickets']);
  await tell(one, ada, 'payments', { payment_id: 'p1', status: 'completed' });
  const heard = await here.next();
  expect(heard).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    topic: 'payments',
    data: { payment_id: 'p1', status: 'completed' },
  });
  expect(await there.next()).toEqual(heard);
});

test('a reader gets no messages of other accounts or topics', async () => {
  const hub = openHub();
  const reader = await read(hub, ada, ['payments']);
  await tell(hub, bob, 'payments', 'of bob');
  await tell(hub, ada, 'tickets', 'of another topic');
  await tell(hub, ada, 'payments', 'mine');
  expect((await reader.next()).data).toBe('mine');
});

test('messages are delivered after the commit, and not after a rollback', async () => {
  const hub = openHub();
  const reader = await read(hub, ada, ['payments']);
  const failed = database.transaction(async (tx) => {
    await hub.publish(tx, { accountId: ada, topic: 'payments', data: 'undone' });
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await database.transaction(async (tx) => {
    await hub.publish(tx, { accountId: ada, topic: 'payments', data: 'kept for the commit' });
    await runDetached(() => tell(hub, ada, 'payments', 'at once'));
    expect((await reader.next()).data).toBe('at once');
  });
  expect((await reader.next()).data).toBe('kept for the commit');
});

test('a returning reader gets missed messages on any process, then new ones', async () => {
  const [one, other] = [openHub(), openHub()];
  const before = await read(one, ada, ['payments']);
  const witness = await read(other, ada, ['payments']);
  await tell(one, ada, 'payments', 1);
  const { id } = await before.next();
  before.stop();
  await tell(one, ada, 'payments', 2);
  await tell(one, ada, 'tickets', 'not asked for');
  await tell(one, ada, 'payments', 3);
  while ((await witness.next()).data !== 3);
  const after = await read(other, ada, ['payments'], id);
  await tell(one, ada, 'payments', 4);
  expect([await after.next(), await after.next(), await after.next()]).toMatchObject([
    { data: 2 },
    { data: 3 },
    { data: 4 },
  ]);
});

test('a reader with an unknown last message gets a lost message', async () => {
  const hub = openHub();
  const live = await read(hub, ada, ['payments']);
  await tell(hub, ada, 'payments', 'first');
  const { id } = await live.next();
  for (let sent = 0; sent < 20; sent++) await tell(hub, ada, 'payments', sent);
  while ((await live.next()).data !== 19);
  expect(await (await read(hub, ada, ['payments'], id)).next()).toEqual(lost);
  expect(await (await read(hub, bob, ['payments'], id)).next()).toEqual(lost);
});

test('a slow reader has a bounded queue and gets a lost message', async () => {
  const hub = openHub();
  const slow = await read(hub, ada, ['payments']);
  const quick = await read(hub, ada, ['payments']);
  for (let sent = 0; sent < 102; sent++) {
    await tell(hub, ada, 'payments', sent);
    await quick.next();
  }
  expect(await slow.next()).toEqual(lost);
  expect((await slow.next()).data).toBe(101);
});

test('after a broken connection readers get a lost message, then new ones', async () => {
  const hub = openHub();
  const reader = await read(hub, ada, ['payments']);
  await tell(hub, ada, 'payments', 'before');
  const { id } = await reader.next();
  expect(hub.connection()).toBe(1);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query = 'listen live_topics'`,
  );
  expect(await reader.next()).toEqual(lost);
  expect(hub.connection()).toBe(2);
  await tell(hub, ada, 'payments', 'after');
  expect((await reader.next()).data).toBe('after');
  expect(await (await read(hub, ada, ['payments'], id)).next()).toEqual(lost);
});

test('new readers are refused during a database outage only', async () => {
  let isAway = true;
  const hub = openHub(() =>
    isAway ? Promise.reject(new Error('connect ECONNREFUSED')) : database.directClient(),
  );
  await expect(read(hub, ada, ['payments'])).rejects.toThrow('ECONNREFUSED');
  isAway = false;
  const reader = await read(hub, ada, ['payments']);
  await tell(hub, ada, 'payments', 'here');
  expect((await reader.next()).data).toBe('here');
});

test('one connection serves all readers and is opened by the first', async () => {
  const directClient = vi.fn(() => database.directClient());
  const hub = openHub(directClient);
  await tell(hub, ada, 'payments', 'to nobody');
  expect(directClient).not.toHaveBeenCalled();
  await Promise.all([read(hub, ada, ['payments']), read(hub, bob, ['payments'])]);
  expect(directClient).toHaveBeenCalledTimes(1);
});

test('a stream ends when its signal aborts, when it is returned, and when the hub closes', async () => {
  const hub = openHub();
  const [aborted, returned, closed] = [
    await read(hub, ada, ['payments']),
    await read(hub, ada, ['payments']),
    await read(hub, ada, ['payments']),
  ];
  const ends = [aborted, returned, closed].map(({ iterator }) => iterator.next());
  aborted.stop();
  await returned.iterator.return?.();
  await hub.close();
  for (const end of ends) expect(await end).toEqual({ done: true, value: undefined });
  await expect(read(hub, ada, ['payments'])).rejects.toThrow('closed');
});

test('an aborted signal results in an ended stream', async () => {
  const signal = AbortSignal.abort();
  const messages = await openHub().subscribe({ accountId: ada, topics: ['payments'], signal });
  expect(await Array.fromAsync(messages)).toEqual([]);
});

test('a message that is too large is refused with its size', async () => {
  const hub = openHub();
  await expect(tell(hub, ada, 'payments', 'é'.repeat(4000))).rejects.toThrow(
    /80\d\d of at most 7999/,
  );
  await expect(tell(hub, ada, 'payments', 'é'.repeat(3900))).resolves.toBeUndefined();
});

test('the reserved topic cannot be published', async () => {
  await expect(tell(openHub(), ada, lostTopic, null)).rejects.toThrow(`"${lostTopic}"`);
});

test('a malformed notification is ignored and logged', async () => {
  const hub = openHub();
  const reader = await read(hub, ada, ['payments']);
  for (const payload of ['not json', '{}', '[1,2,3,4]', ''])
    await database.pool.query('select pg_notify($1, $2)', ['live_topics', payload]);
  await tell(hub, ada, 'payments', 'good');
  expect((await reader.next()).data).toBe('good');
  expect(warn).toHaveBeenCalledTimes(4);
});

test('a publisher learns whether an observed topic is followed, in any process', async () => {
  const [one, other] = [openHub(), openHub()];
  const subscription = { accountId: ada, topic: 'webhooks' };
  const isFollowed = () => other.isFollowed(database.write, subscription);
  // PostgreSQL drops the locks of earlier tests soon after their connections end.
  await expect.poll(isFollowed).toBe(false);
  const first = await read(one, ada, ['webhooks']);
  const second = await read(one, ada, ['webhooks', 'tickets']);
  await read(one, bob, ['tickets']);
  expect(await isFollowed()).toBe(true);
  expect(await other.isFollowed(database.write, { ...subscription, accountId: bob })).toBe(false);
  first.stop();
  expect(await isFollowed()).toBe(true);
  second.stop();
  await expect.poll(isFollowed).toBe(false);
});

test('a stream that ended before it began leaves the other streams of its account followed', async () => {
  const hub = openHub();
  const subscription = { accountId: ada, topic: 'webhooks' };
  await read(hub, ada, ['webhooks']);
  const signal = AbortSignal.abort();
  await hub.subscribe({ accountId: ada, topics: ['webhooks'], signal });
  // Releasing is a query on the same connection, so a later one comes after it.
  (await read(hub, ada, ['webhooks'])).stop();
  expect(await hub.isFollowed(database.write, subscription)).toBe(true);
});

test('a connection that is replaced is followed again', async () => {
  const clients: pg.Client[] = [];
  const hub = openHub(async () => {
    const client = await database.directClient();
    clients.push(client);
    return client;
  });
  const subscription = { accountId: ada, topic: 'webhooks' };
  await read(hub, ada, ['webhooks']);
  await clients[0]!.end();
  await expect.poll(() => clients.length).toBe(2);
  await expect.poll(() => hub.isFollowed(database.write, subscription)).toBe(true);
});

test('observed topics have a limit', async () => {
  const hub = openLiveTopics({ database, log: { warn }, observedMax: 1 });
  hubs.push(hub);
  await read(hub, ada, ['webhooks']);
  await expect(read(hub, bob, ['webhooks'])).rejects.toThrow(BusyError);
  await read(hub, bob, ['tickets']);
});

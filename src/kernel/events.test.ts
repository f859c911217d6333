import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#test/database.ts';
import type { Tx } from './database/database.ts';
import { runDetached } from './database/work.ts';
import { defineEvent, openEvents } from './events.ts';

const database = useDatabase();
const paymentCompleted = defineEvent<{ paymentId: string }>('payment.completed');

const store = (tx: Tx, key: string) =>
  sql`insert into rate_limit (key) values (${key})`.execute(tx).then(() => undefined);
const stored = async () =>
  (await database.pool.query('select key from rate_limit order by key')).rows.map(({ key }) => key);

beforeEach(() => database.pool.query('truncate rate_limit'));

test('handlers run in the order of the list, each after the one before', async () => {
  const events = openEvents();
  const seen: string[] = [];
  events.handle(paymentCompleted, [
    async (tx, { paymentId }) => {
      await store(tx, 'slow');
      seen.push(`plan ${paymentId}`);
    },
    async (_tx, { paymentId }) => {
      seen.push(`receipt ${paymentId}`);
    },
  ]);
  await database.transaction((tx) => events.publish(tx, paymentCompleted, { paymentId: 'p1' }));
  expect(seen).toEqual(['plan p1', 'receipt p1']);
});

test('what publisher and handlers store is stored together', async () => {
  const events = openEvents();
  events.handle(paymentCompleted, [(tx) => store(tx, 'handler')]);
  await database.transaction(async (tx) => {
    await store(tx, 'publisher');
    await events.publish(tx, paymentCompleted, { paymentId: 'p1' });
    expect(await runDetached(stored)).toEqual([]);
  });
  expect(await stored()).toEqual(['handler', 'publisher']);
});

test('a handler that throws undoes the publisher and stops the rest', async () => {
  const events = openEvents();
  events.handle(paymentCompleted, [
    (tx) => store(tx, 'first'),
    () => Promise.reject(new Error('no such plan')),
    (tx) => store(tx, 'third'),
  ]);
  const published = database.transaction(async (tx) => {
    await store(tx, 'publisher');
    await events.publish(tx, paymentCompleted, { paymentId: 'p1' });
  });
  await expect(published).rejects.toThrow('no such plan');
  expect(await stored()).toEqual([]);
});

test('an event that nobody listed is a mistake, an empty list is none', async () => {
  const events = openEvents();
  const publish = () =>
    database.transaction((tx) => events.publish(tx, paymentCompleted, { paymentId: 'p1' }));
  await expect(publish()).rejects.toThrow('"payment.completed"');
  events.handle(paymentCompleted, []);
  await expect(publish()).resolves.toBeUndefined();
});

test('the handlers of an event are listed once', () => {
  const events = openEvents();
  events.handle(paymentCompleted, []);
  expect(() => events.handle(paymentCompleted, [])).toThrow('listed twice');
});

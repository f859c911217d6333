import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#test/database.ts';
import type { Tx } from '../database/database.ts';
import { runDetached } from '../database/work.ts';
import { createEvents, defineEvent } from './events.ts';

const database = useDatabase();
const paymentCompleted = defineEvent<{ paymentId: string }>('payment.completed');

const store = (tx: Tx, key: string) =>
  sql`insert into rate_limit (key) values (${key})`.execute(tx).then(() => undefined);
const stored = async () =>
  (await database.pool.query('select key from rate_limit order by key')).rows.map(({ key }) => key);

beforeEach(() => database.pool.query('truncate rate_limit'));

test('handlers run one after another, in their order', async () => {
  const events = createEvents();
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

test('publisher and handlers commit together', async () => {
  const events = createEvents();
  events.handle(paymentCompleted, [(tx) => store(tx, 'handler')]);
  await database.transaction(async (tx) => {
    await store(tx, 'publisher');
    await events.publish(tx, paymentCompleted, { paymentId: 'p1' });
    expect(await runDetached(stored)).toEqual([]);
  });
  expect(await stored()).toEqual(['handler', 'publisher']);
});

test('a throwing handler rolls back the publisher and stops the others', async () => {
  const events = createEvents();
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

test('an event without registration throws, an empty list does not', async () => {
  const events = createEvents();
  const publish = () =>
    database.transaction((tx) => events.publish(tx, paymentCompleted, { paymentId: 'p1' }));
  await expect(publish()).rejects.toThrow('"payment.completed"');
  events.handle(paymentCompleted, []);
  await expect(publish()).resolves.toBeUndefined();
});

test('handlers of an event are registered once', () => {
  const events = createEvents();
  events.handle(paymentCompleted, []);
  expect(() => events.handle(paymentCompleted, [])).toThrow('registered twice');
});

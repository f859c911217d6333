import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#test/database.ts';
import type { Tx } from './database.ts';

const database = useDatabase();
const store = (tx: Tx, key: string) =>
  sql`insert into rate_limit (key) values (${key})`.execute(tx).then(() => undefined);
const stored = async () =>
  (await database.pool.query('select key from rate_limit order by key')).rows.map(({ key }) => key);

beforeEach(() => database.pool.query('truncate rate_limit'));

test('the last statements run after the others, in order, and commit with them', async () => {
  const seen: string[] = [];
  await database.work.write(async (tx) => {
    for (const key of ['first', 'second'])
      database.work.beforeCommit(tx, async () => {
        seen.push(key);
        await store(tx, key);
      });
    await store(tx, 'act');
    seen.push('act');
  });
  expect(seen).toEqual(['act', 'first', 'second']);
  expect(await stored()).toEqual(['act', 'first', 'second']);
});

test('an error in them rolls everything back', async () => {
  const write = database.work.write(async (tx) => {
    await store(tx, 'act');
    database.work.beforeCommit(tx, () => Promise.reject(new Error('no room')));
  });
  await expect(write).rejects.toThrow('no room');
  expect(await stored()).toEqual([]);
});

test('none runs after an error before them', async () => {
  const write = database.work.write(async (tx) => {
    database.work.beforeCommit(tx, () => store(tx, 'last'));
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(write).rejects.toThrow('division by zero');
  expect(await stored()).toEqual([]);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { withCaller } from './work.ts';

const database = useDatabase({ poolMax: 2 });
const one = sql`select 1`;

test('a second connection is refused within a transaction, not after it', async () => {
  const { work } = database;
  const nested = work.write(() => work.read((db) => one.execute(db)));
  await expect(nested).rejects.toThrow('A second connection was asked for within a transaction.');
  await expect(work.write(() => work.write(async () => 1))).rejects.toThrow('second connection');
  const later = await work.write(async () => () => work.read((db) => one.execute(db)));
  await expect(later()).resolves.toBeDefined();
});

test('reads hold no connection between their statements', async () => {
  const { work, pool } = database;
  await work.read(async (db) => {
    await one.execute(db);
    expect(pool.queue.stats().running).toBe(0);
    await one.execute(db);
  });
});

test('afterCommit runs after the commit, in order, and not after a rollback', async () => {
  const { work } = database;
  const seen: string[] = [];
  await work.write(async (tx) => {
    work.afterCommit(tx, () => seen.push('first'));
    work.afterCommit(tx, () => seen.push('second'));
    seen.push('within');
  });
  const undone = work.write(async (tx) => {
    work.afterCommit(tx, () => seen.push('never'));
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(seen).toEqual(['within', 'first', 'second']);
});

test('a caller can use half of the pool at most', async () => {
  const { work, pool } = database;
  const gate = Promise.withResolvers<void>();
  const isIn = Promise.withResolvers<void>();
  const long = withCaller('account:1', () =>
    work.write(async (tx) => {
      await one.execute(tx);
      isIn.resolve();
      await gate.promise;
    }),
  );
  await isIn.promise;
  const waits = withCaller('account:1', () => work.read((db) => one.execute(db)));
  await withCaller('account:2', () => work.read((db) => one.execute(db)));
  expect(pool.queue.stats()).toEqual({ running: 1, waiting: 1 });
  gate.resolve();
  await Promise.all([long, waits]);
});

import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { startTransactionPooler } from '#test/fakes/transaction-pooler.ts';
import { ConfigError } from '../config.ts';
import { checkPooler } from './check-pooler.ts';
import { openPool } from './pool.ts';

const database = useDatabase();
const log = pino({ level: 'silent' });

async function openThroughPooler(namedStatements: boolean) {
  const { host, port, user = '', database: name = '' } = new pg.Client(database.connection);
  const pooler = await startTransactionPooler({ host, port, user, database: name });
  const connection = { host: pooler.host, port: pooler.port, user, database: name };
  const pool = openPool(connection, { namedStatements, log });
  onTestFinished(async () => {
    await pool.end();
    await pooler.stop();
  });
  return pool;
}

test('a direct connection passes', async () => {
  await expect(checkPooler(database.pool)).resolves.toBeUndefined();
});

test('a pooler that mixes up prepared statements stops the start and says what to set', async () => {
  const check = checkPooler(await openThroughPooler(true));
  await expect(check).rejects.toBeInstanceOf(ConfigError);
  await expect(check).rejects.toThrow('PG_NAMED_STATEMENTS: set it to off.');
});

test('without named statements it passes, and calls work', async () => {
  const pool = await openThroughPooler(false);
  await expect(checkPooler(pool)).resolves.toBeUndefined();
  const sums = [1, 2, 3].map((value) => pool.query('select $1::int + 1 as sum', [value]));
  expect((await Promise.all(sums)).map(({ rows }) => rows[0].sum)).toEqual([2, 3, 4]);
});

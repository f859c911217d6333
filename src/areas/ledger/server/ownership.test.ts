// Who may do what: the product migrated and run by a role that is no superuser.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import { type Database, openDatabase } from '#kernel/database/open-database.ts';
import { toAmount } from '#lib/money.ts';
import { postgresUrl } from '#test/database.ts';
import { createFakeClock } from '#test/fakes/fake-clock.ts';
import { charge, createLedger, deposit, verifyLedger } from './index.ts';

const word = randomBytes(6).toString('hex');
const roles = { maker: `maker_${word}`, plain: `plain_${word}` };
const opened: Database[] = [];

async function administer(...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: await postgresUrl() });
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  await admin.end();
}

/** Migrates a database of the role's own, as that role, and opens it as that role. */
async function openAs(role: string): Promise<Database> {
  const url = new URL(await postgresUrl());
  Object.assign(url, { username: role, password: word, pathname: `/${role}` });
  const connection = { connectionString: url.href };
  await migrateDatabase({ connection });
  const config = { DATA_DIR: '', PG_NAMED_STATEMENTS: true };
  const database = await openDatabase(config, pino({ level: 'silent' }), {
    connection,
    poolMax: 2,
  });
  opened.push(database);
  return database;
}

beforeAll(() =>
  administer(
    `create role ${roles.maker} login createrole password '${word}'`,
    `create role ${roles.plain} login password '${word}'`,
    `create database ${roles.maker} owner ${roles.maker}`,
    `create database ${roles.plain} owner ${roles.plain}`,
  ),
);
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await administer(
    `drop database ${roles.maker} with (force)`,
    `drop database ${roles.plain} with (force)`,
    `drop role if exists ledger_of_${roles.maker}`,
    `drop role ${roles.maker}`,
    `drop role ${roles.plain}`,
  );
});

async function postAndVerify(database: Database): Promise<void> {
  const clock = createFakeClock();
  const ledger = createLedger({ clock });
  const details = { accountId: 1, amount: toAmount('10.00', 'USD'), actor: 'test' };
  const draft = deposit({ ...details, idempotencyKey: 'a', provider: 'sandbox' });
  await ledger.post(database.write, draft);
  const hold = await ledger.hold(database.write, { ...details, idempotencyKey: 'b' });
  await ledger.capture(database.write, hold.id, charge({ ...details, idempotencyKey: 'c' }));
  const report = await verifyLedger({ work: database.work, clock, log: pino({ level: 'silent' }) });
  expect(report).toMatchObject({ isSound: true, sealed: 2 });
}

const writes = [
  "insert into journal (id) values ('00000000-0000-0000-0000-000000000000')",
  'update journal set reference = null',
  'delete from posting',
  'truncate posting',
  'update wallet_balance set balance = 1000000',
  "update wallet_hold set status = 'open'",
  "update ledger_account set label = 'other'",
  'delete from journal_seal',
  'alter table posting disable trigger all',
  'drop trigger posting_append_only on posting',
  'create or replace function ledger_refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'alter function ledger_refuse_change() owner to current_user',
  'set session_replication_role = replica',
];

test("the app's role can post and read, but not change the ledger otherwise", async () => {
  const database = await openAs(roles.maker);
  await postAndVerify(database);
  for (const statement of writes)
    await expect(database.pool.query(statement), statement).rejects.toMatchObject({
      code: '42501',
    });
});

test('if no owner role can be created, the triggers protect the ledger alone', async () => {
  const database = await openAs(roles.plain);
  await postAndVerify(database);
  for (const statement of ['update journal set reference = null', 'delete from posting'])
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '23001' });
});

// A database with signed-in accounts, and the environment of a production server on it.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createTokens } from '#areas/accounts/server/sign-in/tokens.ts';
import { systemClock } from '#kernel/clock.ts';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import { type Database, openDatabase } from '#kernel/database/open-database.ts';

export type Testbed = {
  database: Database;
  /** The environment of src/main.ts. */
  env: Record<string, string>;
  /** One access token per account. */
  tokens: string[];
  close(): Promise<void>;
};

const secret = 'only-for-measuring-0123456789-0123456789';
// An account may make 600 calls a minute: enough accounts that no round reaches the limit.
const accountsMax = 500;

/** This process owns the embedded PostgreSQL, so its CPU time does not count for the servers. */
export async function openTestbed(): Promise<Testbed> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-bench-'));
  const config = { DATA_DIR: dataDir, PG_NAMED_STATEMENTS: true };
  const database = await openDatabase(config, pino({ level: 'silent' }));
  await migrateDatabase(database);
  await liftLimits(database);
  const sessions = await insertSessions(database);
  const { signAccess } = createTokens({ secrets: [secret], clock: systemClock });
  return {
    database,
    env: {
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      APP_SECRET: secret,
      SITE_URL: 'https://weftline.example.com',
      MAIL_URL: 'smtp://127.0.0.1:1',
      DRAIN_SECONDS: '0',
    },
    tokens: sessions.map(({ id, account_id }) =>
      signAccess({ accountId: account_id, sessionId: id }),
    ),
    async close() {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Of the free plan, which all accounts have. */
async function liftLimits({ pool }: Database): Promise<void> {
  await pool.query(`update tariff set limits = '{}' where slug = 'free'`);
}

async function insertSessions({ pool }: Database): Promise<{ id: string; account_id: number }[]> {
  const { rows } = await pool.query<{ id: string; account_id: number }>(
    `with made as (
       insert into account (email, first_name, last_name, company, date_joined, last_login)
       select 'customer' || n || '@example.com', 'Ada', 'Customer', 'Example Ltd', now(), now()
       from generate_series(1, $1::int) n
       returning id
     )
     insert into session (id, account_id, created_at, last_used_at, expires_at)
     select gen_random_uuid(), id, now(), now(), now() + interval '30 days' from made
     returning id, account_id`,
    [accountsMax],
  );
  await pool.query('vacuum analyze');
  return rows;
}

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
  /** The environment of the product. */
  env: Record<string, string>;
  /** One access token per account. */
  tokens: string[];
  close(): Promise<void>;
};

export type Session = { id: string; account_id: number };

const secret = 'only-for-measuring-0123456789-0123456789';
// An account may make 600 calls a minute: enough accounts that no round reaches the limit.
const accountsMax = 500;

/** Of a production server, without what differs between installations. */
export const testbedEnv = {
  NODE_ENV: 'production',
  APP_SECRET: secret,
  SITE_URL: 'https://weftline.example.com',
  DRAIN_SECONDS: '0',
} as const;

/** This process owns the embedded PostgreSQL, so its CPU time does not count for the servers. */
export async function openTestbed(): Promise<Testbed> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-bench-'));
  const config = { DATA_DIR: dataDir, PG_NAMED_STATEMENTS: true };
  const database = await openDatabase(config, pino({ level: 'silent' }));
  await migrateDatabase(database);
  const sessions = await insertCustomers(database);
  return {
    database,
    env: { ...testbedEnv, DATA_DIR: dataDir, MAIL_URL: 'smtp://127.0.0.1:1' },
    tokens: sessions.map(signToken),
    async close() {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signed-in accounts whose plan has no limits. */
export async function insertCustomers(database: Database): Promise<Session[]> {
  await liftLimits(database);
  return insertSessions(database);
}

/** Valid for half an hour. */
export function signToken({ id, account_id }: Session): string {
  const { signAccess } = createTokens({ secrets: [secret], clock: systemClock });
  return signAccess({ accountId: account_id, sessionId: id });
}

/** Of the free plan, which all accounts have. */
async function liftLimits({ pool }: Database): Promise<void> {
  await pool.query(`update tariff set limits = '{}' where slug = 'free'`);
}

async function insertSessions({ pool }: Database): Promise<Session[]> {
  const { rows } = await pool.query<Session>(
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

// A migrated database with customers whose plan has no limits.
import type pg from 'pg';
import { pino } from 'pino';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import { openDatabase } from '#kernel/database/open-database.ts';
import { insertKeys } from '../../bench/load/api-keys.ts';
import { insertCustomers, signToken } from '../../bench/load/testbed.ts';
import type { Customers } from './traffic.ts';

const keysMax = 20;

export async function fillDatabase(connection: pg.ClientConfig): Promise<Customers> {
  const config = { DATA_DIR: '', PG_NAMED_STATEMENTS: true };
  const database = await openDatabase(config, pino({ level: 'silent' }), { connection });
  try {
    await migrateDatabase(database);
    const sessions = await insertCustomers(database);
    const apiKeys = await insertKeys(database, keysMax, 'customs');
    const token = (customer: number) => signToken(sessions[customer]!);
    return { token, count: sessions.length, apiKeys };
  } finally {
    await database.close();
  }
}

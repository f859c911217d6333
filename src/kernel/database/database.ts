import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Logger } from '../logging.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { isMigrated } from './migrate.ts';
import { type FairPool, isServerGone, newClient, openPool, type PoolLimits } from './pool.ts';
import type { DB } from './schema.d.ts';
import {
  afterCommit,
  runCommitActions,
  runInTransaction,
  type TransactionOptions,
  type Work,
} from './work.ts';

/** What a store function takes: the database, or a transaction on it. */
export type Db = Kysely<DB>;
/** What a store function takes that makes sense only within a transaction. */
export type Tx = Transaction<DB>;

export type Database = {
  /** The primary. */
  write: Kysely<DB>;
  /** The replica when there is one: for reads that tolerate lag. */
  read: Kysely<DB>;
  /** The primary, for hand-written SQL on hot paths. int8 is bigint, numeric is string. */
  pool: FairPool;
  /** What areas are given of it. */
  work: Work;
  /** `work.write`. */
  transaction: Work['write'];
  /** A connection past any pooler, for LISTEN and advisory locks. The caller ends it. */
  directClient(): Promise<pg.Client>;
  /** What leads past any pooler to the primary: for pg-boss and migrations. */
  connection: pg.ClientConfig;
  /** The primary answers and has all migrations of `migrations/`. */
  isReady(): Promise<boolean>;
  /** Ends the pools, and the embedded server when this process owns it. */
  close(): Promise<void>;
};

export type DatabaseConfig = Pick<
  Config,
  | 'DATA_DIR'
  | 'DATABASE_URL'
  | 'DATABASE_REPLICA_URL'
  | 'DATABASE_DIRECT_URL'
  | 'PG_NAMED_STATEMENTS'
> &
  Partial<
    Pick<
      Config,
      | 'DATABASE_POOL_MAX'
      | 'DATABASE_WAIT_MS'
      | 'DATABASE_STATEMENT_TIMEOUT_MS'
      | 'DATABASE_LOCK_TIMEOUT_MS'
    >
  >;

export type DatabaseOptions = {
  /** Leads to a server that runs already, in place of DATABASE_URL and of the embedded one. */
  connection?: pg.ClientConfig;
  /** Settings of the embedded server, as `postgres -c` takes them. */
  serverSettings?: Record<string, string | number>;
  /** Connections of each pool at most, in place of DATABASE_POOL_MAX. */
  poolMax?: number | undefined;
  /** A second connection was asked for within a transaction. May throw. */
  onSecondConnection?: () => void;
};

type Primary = {
  pooled: pg.ClientConfig;
  direct: pg.ClientConfig;
  revive?: () => Promise<void>;
  stop: () => Promise<void>;
};

const retriesMax = 5;
const retryDelayMs = 20;
const serializationFailure = '40001';
const deadlockDetected = '40P01';

/** Opens the pools; without DATABASE_URL starts or joins the embedded server. Does not migrate. */
export async function openDatabase(
  config: DatabaseConfig,
  log: Logger,
  options: DatabaseOptions = {},
): Promise<Database> {
  const primary = await findPrimary(config, log, options);
  const poolOptions = {
    namedStatements: config.PG_NAMED_STATEMENTS,
    revive: primary.revive,
    log,
    limits: limitsOf(config, options),
    onSecondConnection: options.onSecondConnection,
  };
  const pool = openPool(primary.pooled, poolOptions);
  const replica = config.DATABASE_REPLICA_URL
    ? openPool(
        { connectionString: config.DATABASE_REPLICA_URL },
        { ...poolOptions, revive: undefined },
      )
    : undefined;
  const write = queriesOn(pool);
  const read = replica ? queriesOn(replica) : write;
  let closing: Promise<void> | undefined;
  const close = async () => {
    // Not by Kysely's destroy, which leaves a pool open that only hand-written SQL has used.
    await Promise.all([pool.end(), replica?.end()]);
    await primary.stop();
  };
  const work = openWork({ primary: write, replica: read, pool });
  return {
    write,
    read,
    pool,
    work,
    connection: primary.direct,
    transaction: work.write,
    directClient: () => connectDirectly(primary, log),
    isReady: () => isMigrated(pool).catch(() => false),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function limitsOf(config: DatabaseConfig, { poolMax }: DatabaseOptions): Partial<PoolLimits> {
  const limits = {
    max: poolMax ?? config.DATABASE_POOL_MAX,
    waitMs: config.DATABASE_WAIT_MS,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: config.DATABASE_LOCK_TIMEOUT_MS,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

function openWork({ primary, replica, pool }: { primary: Db; replica: Db; pool: FairPool }): Work {
  return {
    read: (act) => act(primary),
    replica: (act) => act(replica),
    write: (act, options = {}) => retryConflicts(() => transact(primary, act, options)),
    afterCommit,
    query: async (text, values) => (await pool.query(text, [...values])).rows,
  };
}

async function transact<T>(
  db: Db,
  act: (tx: Tx) => Promise<T>,
  { isolationLevel }: TransactionOptions,
): Promise<T> {
  const transaction = db.transaction();
  let committed: Tx | undefined;
  const result = await (isolationLevel
    ? transaction.setIsolationLevel(isolationLevel)
    : transaction
  ).execute((tx) => {
    committed = tx;
    return runInTransaction(tx, act);
  });
  if (committed) runCommitActions(committed);
  return result;
}

async function findPrimary(
  config: DatabaseConfig,
  log: Logger,
  options: DatabaseOptions,
): Promise<Primary> {
  if (options.connection) {
    return { pooled: options.connection, direct: options.connection, stop: async () => {} };
  }
  if (config.DATABASE_URL) {
    const direct = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
    return {
      pooled: { connectionString: config.DATABASE_URL },
      direct: { connectionString: direct },
      stop: async () => {},
    };
  }
  const server = await openEmbeddedPostgres(config.DATA_DIR, log, options.serverSettings);
  return { pooled: server.connection, direct: server.connection, ...server };
}

function queriesOn(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

async function connectDirectly(primary: Primary, log: Logger): Promise<pg.Client> {
  const client = newClient(primary.direct, log);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (!primary.revive || !isServerGone(error)) throw error;
    await primary.revive();
    const second = newClient(primary.direct, log);
    await second.connect();
    return second;
  }
}

async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (retry === retriesMax || ![serializationFailure, deadlockDetected].includes(code)) {
        throw error;
      }
      await sleep(Math.random() * retryDelayMs * 2 ** retry);
    }
  }
}

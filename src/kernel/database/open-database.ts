import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Logger } from '../observability/logging.ts';
import { UnavailableError } from '../outages.ts';
import type { Db, Tx } from './database.ts';
import { createDatabaseTime } from './database-time.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts';
import { openExternalPostgres, type Primary } from './external-postgres.ts';
import { createClient, type FairPool, isServerGone, openPool, type PoolLimits } from './pool.ts';
import { createReadinessCheck, type DatabaseReadiness } from './readiness.ts';
import type { DB } from './schema.d.ts';
import type { StatementHook } from './statements.ts';
import {
  afterCommit,
  beforeCommit,
  runCommitActions,
  runInTransaction,
  type TransactionOptions,
  type Work,
} from './work.ts';

export type Database = {
  /** The primary. */
  write: Kysely<DB>;
  /** The replica if configured, else the primary: for reads that tolerate lag. */
  read: Kysely<DB>;
  /** The primary, for hand-written SQL on hot paths. int8 is bigint, numeric is string. */
  pool: FairPool;
  /** The access of areas to the database. */
  work: Work;
  /** `work.write`. */
  transaction: Work['write'];
  /** A connection that bypasses any pooler, for LISTEN and advisory locks. The caller closes it. */
  directClient(): Promise<pg.Client>;
  /** The direct connection to the primary, bypassing any pooler: for pg-boss and migrations. */
  connection: pg.ClientConfig;
  /** Whether the primary responds, can be written and has all migrations. Checked once a second. */
  checkReadiness(): Promise<DatabaseReadiness>;
  /** What its clock says. */
  readTime(): Promise<Date>;
  /** Closes the pools, and stops the embedded server if this process owns it. */
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
      | 'BACKUP_WAL_DIR'
    >
  >;

export type DatabaseOptions = {
  /** A running server to use instead of DATABASE_URL and of the embedded one. */
  connection?: pg.ClientConfig;
  /** Settings of the embedded server, as for `postgres -c`. */
  serverSettings?: Record<string, string | number>;
  /** The embedded server, started before. */
  embedded?: Promise<EmbeddedPostgres> | undefined;
  /** The maximum of connections per pool, instead of DATABASE_POOL_MAX. */
  poolMax?: number | undefined;
  /** Called when a second connection is requested within a transaction. May throw. */
  onSecondConnection?: () => void;
  /** Measures the statements of the pools. */
  watch?: StatementHook;
  /** Called with each connection of the pools before it is lent. */
  beforeUse?: (client: pg.PoolClient) => Promise<void>;
};

/** Of the connection that checks whether the database can be written. */
const readinessLimits: PoolLimits = {
  max: 1,
  waitMs: 2000,
  statementTimeoutMs: 2000,
  lockTimeoutMs: 2000,
};
const retryDelayMs = 20;
/**
 * Retries by SQLSTATE. A row that a transaction refers to may be deleted, and one that it found
 * missing may be inserted, after it looked: it looks again once, and refuses by its own rules.
 */
const retriesMax: Readonly<Record<string, number>> = {
  40001: 5, // serialization_failure
  '40P01': 5, // deadlock_detected
  23503: 1, // foreign_key_violation
  23505: 1, // unique_violation
};

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
    onReadOnly: primary.onReadOnly,
    log,
    limits: readLimits(config, options),
    onSecondConnection: options.onSecondConnection,
    watch: options.watch,
    beforeUse: options.beforeUse,
  };
  const pool = openPool(primary.pooled, poolOptions);
  const replica = config.DATABASE_REPLICA_URL
    ? openPool(
        { connectionString: config.DATABASE_REPLICA_URL },
        { ...poolOptions, revive: undefined, onReadOnly: undefined },
      )
    : undefined;
  const probe = openPool(primary.pooled, {
    ...poolOptions,
    limits: readinessLimits,
    watch: undefined,
    beforeUse: undefined,
  });
  const write = createKysely(pool);
  const read = replica ? createKysely(replica) : write;
  let closing: Promise<void> | undefined;
  const close = async () => {
    // Not by destroy() of Kysely, which does not close a pool that it has never used.
    await Promise.all([pool.end(), replica?.end(), probe.end()]);
    await primary.stop();
  };
  const work = createWork({ primary: write, replica: read, pool });
  return {
    write,
    read,
    pool,
    work,
    connection: primary.direct,
    transaction: work.write,
    directClient: () => connectDirectly(primary, log),
    checkReadiness: createReadinessCheck({ pool: probe, onReadOnly: primary.onReadOnly }),
    readTime: createDatabaseTime(probe),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function readLimits(config: DatabaseConfig, { poolMax }: DatabaseOptions): Partial<PoolLimits> {
  const limits = {
    max: poolMax ?? config.DATABASE_POOL_MAX,
    waitMs: config.DATABASE_WAIT_MS,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: config.DATABASE_LOCK_TIMEOUT_MS,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

function createWork({
  primary,
  replica,
  pool,
}: {
  primary: Db;
  replica: Db;
  pool: FairPool;
}): Work {
  return {
    read: (act) => act(primary),
    replica: (act) => act(replica),
    write: (act, options = {}) => retryConflicts(() => transact(primary, act, options)),
    beforeCommit,
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
  if (config.DATABASE_URL)
    return openExternalPostgres(config.DATABASE_URL, config.DATABASE_DIRECT_URL, log);
  const walFolder = config.BACKUP_WAL_DIR;
  const server = await (options.embedded ??
    openEmbeddedPostgres(config.DATA_DIR, log, options.serverSettings, { walFolder }));
  return { pooled: server.connection, direct: server.connection, ...server };
}

function createKysely(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

async function connectDirectly(primary: Primary, log: Logger): Promise<pg.Client> {
  const connect = async () => {
    const client = createClient(primary.direct, log);
    await client.connect();
    return client;
  };
  try {
    return await connect().catch(async (error) => {
      if (!primary.revive || !isServerGone(error)) throw error;
      await primary.revive();
      return connect();
    });
  } catch (error) {
    throw new UnavailableError('the database is unreachable', { cause: error });
  }
}

async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (retry >= (retriesMax[code] ?? 0)) throw error;
      await sleep(Math.random() * retryDelayMs * 2 ** retry);
    }
  }
}

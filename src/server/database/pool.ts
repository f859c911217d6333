import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Logger } from '../logging.ts';

export type PoolOptions = {
  /** Connections at most. */
  max?: number;
  /** Gives statements with parameters a name, so that PostgreSQL plans each once a connection. */
  namedStatements?: boolean;
  /** Called when nothing listens at the server's address, before the one further attempt. */
  revive?: (() => Promise<void>) | undefined;
  log: Logger;
};

type Query = (text: unknown, values?: unknown, done?: unknown) => unknown;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: Done) => void;
type Done = (release?: boolean | Error) => void;

const statementTimeoutMs = 15_000;
const idleTransactionTimeoutMs = 30_000;
const connectTimeoutMs = 10_000;
// Names live as long as a connection; text that is built from data must not fill its memory.
const statementNamesMax = 2000;
const statementNames = new Map<string, string>();
const int8 = 20;
// How many rows a search finds decides how to read them, so that it is planned for its words.
const isSearch = /\b(like|ilike)\b|@@/i;

/** int8 is read as bigint, numeric stays a decimal string. */
const types = new pg.TypeOverrides();
types.setTypeParser(int8, BigInt);

/**
 * A pool whose statements end after 15 s and whose transactions may idle for 30 s. Rows carry int8
 * as bigint and numeric as string. A broken idle connection is logged and replaced.
 */
export function openPool(connection: pg.ClientConfig, options: PoolOptions): pg.Pool {
  const config = {
    ...connection,
    types,
    max: options.max ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    onConnect: limitSession,
    ...(options.namedStatements !== false && { Client: NamedClient }),
  } as pg.PoolConfig;
  const pool = options.revive ? new RevivingPool(config, options.revive) : new pg.Pool(config);
  // A connection lost between two statements of a transaction: the next statement fails, which is
  // enough. Without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => {
    // Those that we close ourselves may be told so by the server too.
    if (!pool.ending)
      options.log.warn({ reason: error.message }, 'lost an idle database connection');
  });
  return pool;
}

/** A connection of its own: the pool's types, without its time limits, not connected yet. */
export function newClient(connection: pg.ClientConfig, log: Logger): pg.Client {
  const client = new pg.Client({
    ...connection,
    types,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  // Without a listener a lost connection would end the process.
  client.on('error', (error) =>
    log.warn({ reason: error.message }, 'lost a dedicated database connection'),
  );
  return client;
}

/** Nothing listens there: the embedded server's owner has gone, no statement was sent. */
export function isServerGone(error: unknown): boolean {
  const code = (error as { code?: string } | undefined)?.code ?? '';
  return ['ENOENT', 'ECONNREFUSED', '57P03'].includes(code);
}

// Set by a statement because a pooler refuses both as parameters of the start-up message.
async function limitSession(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set statement_timeout = ${statementTimeoutMs};
     set idle_in_transaction_session_timeout = ${idleTransactionTimeoutMs}`,
  );
}

class NamedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    this.query = ((text, values, done) => {
      const isNamed = hasParameters(text, values) && !isSearch.test(text);
      const name = isNamed ? nameOf(text) : undefined;
      return name ? query({ text, values, name }, done) : query(text, values, done);
    }) as Query as pg.Client['query'];
  }
}

function hasParameters(text: unknown, values: unknown): text is string {
  return typeof text === 'string' && Array.isArray(values) && values.length > 0;
}

function nameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= statementNamesMax) return known;
  const name = `p${createHash('sha1').update(text).digest('hex').slice(0, 16)}`;
  statementNames.set(text, name);
  return name;
}

/** Connecting is the one step that may be repeated safely: nothing was sent yet. */
class RevivingPool extends pg.Pool {
  readonly #revive: () => Promise<void>;

  constructor(config: pg.PoolConfig, revive: () => Promise<void>) {
    super(config);
    this.#revive = revive;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connected = super.connect().catch(async (error: Error) => {
      if (!isServerGone(error)) throw error;
      await this.#revive();
      return super.connect();
    });
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (release) => client.release(release)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }
}

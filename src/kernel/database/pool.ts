import { createHash } from 'node:crypto';
import pg from 'pg';
import { createFairQueue, type FairQueue } from '../fair-queue.ts';
import type { Logger } from '../observability/logging.ts';
import { UnavailableError } from '../outages.ts';
import { currentSilence, recordSilence, refuseAfterSilence } from './silence.ts';
import { hookStatements, type StatementHook } from './statements.ts';
import { currentCaller, isInTransaction } from './work.ts';

export type PoolLimits = {
  /** The maximum of connections. */
  max: number;
  /** How long a call may wait for one, in milliseconds. */
  waitMs: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
};

export type PoolOptions = {
  limits?: Partial<PoolLimits>;
  /** Called when a second connection is requested within a transaction. May throw. */
  onSecondConnection?: (() => void) | undefined;
  /** Names statements with parameters, so that PostgreSQL plans each once per connection. */
  namedStatements?: boolean;
  /** Called when nothing listens at the server's address, before a second attempt. */
  revive?: (() => Promise<void>) | undefined;
  /** Called when the server refuses a write because it is read-only. */
  onReadOnly?: (() => void) | undefined;
  /** Called with every statement. */
  watch?: StatementHook | undefined;
  /** Called with each connection before it is lent; an error is that of the statement. */
  beforeUse?: ((client: pg.PoolClient) => Promise<void>) | undefined;
  log: Logger;
};

type Query = (text: unknown, values?: unknown, done?: unknown) => unknown;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: Done) => void;
type Done = (release?: boolean | Error) => void;

export const defaultLimits: PoolLimits = {
  max: 10,
  waitMs: 3000,
  statementTimeoutMs: 15_000,
  lockTimeoutMs: 5000,
};
const idleTransactionTimeoutMs = 30_000;
const connectTimeoutMs = 10_000;
// The server ends a statement that takes too long. When it does not, it or the network has stopped.
const silenceMarginMs = 5000;
// Prepared statements live as long as the connection: their number must be limited.
const statementNamesMax = 2000;
const statementNames = new Map<string, string>();
const int8 = 20;
const readOnlyTransaction = '25006';
// The best plan of a search depends on its words, so searches are planned each time.
const isTextSearch = /\b(like|ilike)\b|@@/i;

/** Parses int8 as bigint; numeric stays a decimal string. */
const types = new pg.TypeOverrides();
types.setTypeParser(int8, BigInt);

/**
 * A pool that is shared fairly: no caller holds more than half of it, and waiting longer than
 * `waitMs` throws `BusyError`; an unreachable server throws `UnavailableError`. Statements and locks
 * have timeouts, and transactions may be idle for 30 s. int8 is bigint and numeric is string.
 * Broken idle connections are logged and replaced.
 */
export function openPool(connection: pg.ClientConfig, options: PoolOptions): FairPool {
  const limits = { ...defaultLimits, ...options.limits };
  const config = {
    ...connection,
    types,
    max: limits.max,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    onConnect: (client: pg.ClientBase) => {
      breakWhenSilent(client, limits.statementTimeoutMs + silenceMarginMs);
      return limitSession(client, limits);
    },
    Client: options.namedStatements === false ? PooledClient : NamedClient,
  } as pg.PoolConfig;
  const pool = new FairPool(config, limits, options);
  // When a connection is lost within a transaction, the next statement fails, which is enough.
  // Without a listener the error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const { onReadOnly, watch } = options;
  if (watch) pool.on('connect', (client) => hookStatements(client, watch));
  if (onReadOnly)
    pool.on('connect', (client) => {
      const { connection } = client as pg.PoolClient & pg.Client;
      connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code === readOnlyTransaction) onReadOnly();
      });
    });
  pool.on('error', (error) => {
    // Connections that we close ourselves may report an error as well.
    if (!pool.ending)
      options.log.warn({ reason: error.message }, 'lost an idle database connection');
  });
  return pool;
}

/** A dedicated client, not connected yet: with the pool's types, without its timeouts. */
export function createClient(connection: pg.ClientConfig, log: Logger): pg.Client {
  const client = new pg.Client({
    ...connection,
    types,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  // Without a listener the error of a lost connection would end the process.
  client.on('error', (error) =>
    log.warn({ reason: error.message }, 'lost a dedicated database connection'),
  );
  return client;
}

/** Nothing listens at the address: the owner of the embedded server is gone. */
export function isServerGone(error: unknown): boolean {
  const code = (error as { code?: string } | undefined)?.code ?? '';
  return ['ENOENT', 'ECONNREFUSED', '57P03'].includes(code);
}

// Set by a statement, because poolers reject these parameters in the startup message.
async function limitSession(client: pg.ClientBase, limits: PoolLimits): Promise<void> {
  await client.query(
    `set statement_timeout = ${limits.statementTimeoutMs};
     set lock_timeout = ${limits.lockTimeoutMs};
     set idle_in_transaction_session_timeout = ${idleTransactionTimeoutMs}`,
  );
}

/**
 * Closes the connection when a statement got no result for so long, so that its call gets a 503. A
 * transaction that lifts the timeout of its statements has no limit here either.
 */
function breakWhenSilent(client: pg.ClientBase, limitMs: number): void {
  const { stream } = (client as pg.Client).connection;
  let isLimited = true;
  hookStatements(client, (text) => {
    if (/^set local statement_timeout/.test(text)) isLimited = false;
    if (/^(commit|rollback)/.test(text)) isLimited = true;
    if (!isLimited) return undefined;
    const silence = currentSilence();
    const timer = setTimeout(() => {
      recordSilence(silence);
      stream.destroy(new Error(`Connection terminated: no result for ${limitMs} ms`));
    }, limitMs);
    return () => clearTimeout(timer);
  });
}

/**
 * Gives pg a callback for each statement. Without one pg assigns a function of its own to the
 * statement, and V8 keeps what such a function can reach, here all rows, until the next full
 * collection of garbage.
 */
class PooledClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    this.query = ((text, values, done) =>
      isStream(text) || typeof (done ?? values) === 'function'
        ? query(text, values, done)
        : sendStatement(query, text, values)) as Query as pg.Client['query'];
  }
}

const isStream = (text: unknown): boolean =>
  typeof (text as { submit?: unknown } | null)?.submit === 'function';

async function sendStatement(query: Query, text: unknown, values: unknown): Promise<unknown> {
  try {
    return await new Promise((resolve, reject) => {
      const done = (error: Error | null, result: unknown) =>
        error ? reject(error) : resolve(result);
      query(text, values, done);
    });
  } catch (error) {
    // Its own stack begins at the socket; this one leads to who sent the statement.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

class NamedClient extends PooledClient {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    this.query = ((text, values, done) => {
      const isNamed = hasParameters(text, values) && !isTextSearch.test(text);
      const name = isNamed ? toStatementName(text) : undefined;
      return name ? query({ text, values, name }, done) : query(text, values, done);
    }) as Query as pg.Client['query'];
  }
}

function hasParameters(text: unknown, values: unknown): text is string {
  return typeof text === 'string' && Array.isArray(values) && values.length > 0;
}

function toStatementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= statementNamesMax) return known;
  const name = `p${createHash('sha1').update(text).digest('hex').slice(0, 16)}`;
  statementNames.set(text, name);
  return name;
}

export class FairPool extends pg.Pool {
  readonly queue: FairQueue;
  readonly #revive: PoolOptions['revive'];
  readonly #onSecondConnection: () => void;
  readonly #beforeUse: PoolOptions['beforeUse'];

  constructor(config: pg.PoolConfig, { max, waitMs }: PoolLimits, options: PoolOptions) {
    super(config);
    const share = Math.max(1, Math.floor(max / 2));
    this.queue = createFairQueue({ what: 'database connection', max, share, waitMs });
    this.#revive = options.revive;
    this.#onSecondConnection = options.onSecondConnection ?? (() => undefined);
    this.#beforeUse = options.beforeUse;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connected = this.#connectForUse();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (release) => client.release(release)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  async #connectForUse(): Promise<pg.PoolClient> {
    const client = await this.#connectInTurn();
    try {
      await this.#beforeUse?.(client);
      return client;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  async #connectInTurn(): Promise<pg.PoolClient> {
    if (isInTransaction()) this.#onSecondConnection();
    refuseAfterSilence();
    const leave = await this.queue.enter(currentCaller());
    try {
      const client = await this.#connectOrRevive();
      const release = client.release.bind(client);
      // Not assigned as it is written: V8 would keep the call until the next full collection.
      const releaseInTurn: pg.PoolClient['release'] = (error) => {
        release(error);
        leave();
      };
      client.release = releaseInTurn;
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Connecting can be repeated safely, because no statement was sent yet. */
  async #connectOrRevive(): Promise<pg.PoolClient> {
    try {
      return await super.connect().catch(async (error: Error) => {
        if (!this.#revive || !isServerGone(error)) throw error;
        await this.#revive();
        return super.connect();
      });
    } catch (error) {
      if (/timeout/.test((error as Error).message)) recordSilence(currentSilence());
      throw new UnavailableError('the database is unreachable', { cause: error });
    }
  }
}

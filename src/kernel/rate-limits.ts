// How often one caller may do one thing. A store that is away weakens a limit to this process's
// own count; it never turns a request into an error.
import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Config } from './config.ts';
import type { Logger } from './logging.ts';
import { requireOnDemand } from './on-demand.ts';
import { deriveKey } from './secrets.ts';

export type RateLimit = {
  /** Limits of one name share their counts, also when a plan gives one caller more points. */
  name: string;
  points: number;
  /** From the first point on; at most 24 days. */
  windowSeconds: number;
  /** `process` counts in memory and costs nothing; `shared` counts across all processes. */
  scope: 'process' | 'shared';
};

/** `resetSeconds`: until all points are there again, rounded up, one at least. */
export type RateVerdict = {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
};

export type RateLimits = {
  /** Takes points from a caller's window. What is refused is counted too. */
  take(limit: RateLimit, key: string, points?: number): Promise<RateVerdict>;
  /** Gives points of the running window back, for an attempt that shall not count. */
  refund(limit: RateLimit, key: string, points?: number): Promise<void>;
  close(): Promise<void>;
};

// Timers of Node hold 31 bits of milliseconds.
const windowSecondsMax = 24 * 86_400;
const redisTimeoutMs = 1000;

export function openRateLimits({
  config,
  pool,
  log,
}: {
  config: Pick<Config, 'APP_SECRET' | 'REDIS_URL'>;
  pool: Pick<pg.Pool, 'query'>;
  log: Pick<Logger, 'warn' | 'info'>;
}): RateLimits {
  const watch = watchStore(log);
  const redis = config.REDIS_URL ? openRedis(config.REDIS_URL, watch) : null;
  const limiterOf = keepLimiters(redis, postgresClient(pool, watch));
  // The table and Redis see neither addresses nor e-mails, only what the secret made of them;
  // counts that stay in the process need no cover.
  const secret = deriveKey(config.APP_SECRET, 'rate-limits');
  const hidden = (limit: RateLimit, key: string) =>
    limit.scope === 'process' && !redis
      ? key
      : createHmac('sha256', secret).update(key).digest('base64url').slice(0, 22);

  return {
    async take(limit, key, points = 1) {
      const result = await limiterOf(limit)
        .consume(hidden(limit, key), points)
        .catch((refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return refusal;
          throw refusal;
        });
      return {
        isAllowed: result.consumedPoints <= limit.points,
        limit: limit.points,
        remaining: Math.max(0, limit.points - result.consumedPoints),
        resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
      };
    },
    async refund(limit, key, points = 1) {
      const limiter = limiterOf(limit);
      // Without a running window there is nothing to give back, and a gift would outlive it.
      const current = await limiter.get(hidden(limit, key));
      if (current && current.consumedPoints > 0) await limiter.reward(hidden(limit, key), points);
    },
    async close() {
      redis?.disconnect();
    },
  };
}

type PostgresClient = { query(query: { text: string; values: unknown[] }): Promise<unknown> };
type StoreWatch = { failed(error: unknown): void; worked(): void };

/** One limiter for each limit; its memory, or its insurance's, holds the process's counts. */
function keepLimiters(redis: Redis | null, postgres: PostgresClient) {
  const limiters = new Map<string, RateLimiterAbstract>();
  let hasCleaner = false;

  function makeLimiter(limit: RateLimit): RateLimiterAbstract {
    if (limit.windowSeconds > windowSecondsMax)
      throw new Error(`The limit "${limit.name}" has a window of more than 24 days.`);
    const counts = { keyPrefix: limit.name, points: limit.points, duration: limit.windowSeconds };
    const memory = new RateLimiterMemory(counts);
    const insured = { ...counts, insuranceLimiter: memory };
    if (redis)
      return new RateLimiterRedis({ ...insured, storeClient: redis, rejectIfRedisNotReady: true });
    if (limit.scope === 'process') return memory;
    // The cleaner sweeps the whole table every five minutes: one a process is enough.
    const clearExpiredByTimeout = !hasCleaner;
    hasCleaner = true;
    return new RateLimiterPostgres({
      ...insured,
      storeClient: postgres,
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout,
    });
  }

  return (limit: RateLimit): RateLimiterAbstract => {
    const id = JSON.stringify([limit.name, limit.points, limit.windowSeconds, limit.scope]);
    const limiter = limiters.get(id) ?? makeLimiter(limit);
    limiters.set(id, limiter);
    return limiter;
  };
}

/** The pool as the library needs it: int8 as a number, and names of statements left to the pool. */
function postgresClient(pool: Pick<pg.Pool, 'query'>, watch: StoreWatch): PostgresClient {
  return {
    async query({ text, values }) {
      try {
        const { rows, rowCount } = await pool.query<{ expire?: unknown }>(text, values);
        watch.worked();
        return { rowCount, rows: rows.map((row) => ({ ...row, expire: Number(row.expire) })) };
      } catch (error) {
        watch.failed(error);
        throw error;
      }
    },
  };
}

function openRedis(url: string, watch: StoreWatch): Redis {
  const ioredis = requireOnDemand('ioredis') as typeof import('ioredis');
  const redis = new ioredis.Redis(url, {
    connectTimeout: redisTimeoutMs,
    commandTimeout: redisTimeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  });
  redis.on('error', watch.failed);
  redis.on('ready', watch.worked);
  return redis;
}

/** Says once that the store went away and once that it is back, not once a request. */
function watchStore(log: Pick<Logger, 'warn' | 'info'>): StoreWatch {
  let isAway = false;
  return {
    failed(error) {
      if (isAway) return;
      isAway = true;
      const reason = (error as { code?: string; message?: string }).code ?? 'unknown';
      log.warn({ reason }, 'the store of rate limits is away; limits count in this process');
    },
    worked() {
      if (!isAway) return;
      isAway = false;
      log.info('the store of rate limits is back');
    },
  };
}

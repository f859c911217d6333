// Rate limits per caller and action. When the shared store is unavailable, limits fall back to
// counts of this process; requests never fail because of it.
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
import type { Config } from '../config.ts';
import type { Logger } from '../observability/logging.ts';
import { requireOnDemand } from '../require-on-demand.ts';
import { deriveKey } from '../secrets.ts';

export type RateLimit = {
  /** Limits with the same name share their counts, even when a plan allows more points. */
  name: string;
  points: number;
  /** Starts with the first point; at most 24 days. */
  windowSeconds: number;
  /** `process` counts in memory and costs nothing; `shared` counts across all processes. */
  scope: 'process' | 'shared';
};

/** `resetSeconds`: until all points are available again, rounded up, at least 1. */
export type RateLimitResult = {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
};

export type RateLimits = {
  /** Consumes points of a caller's window. Refused calls count too. */
  consume(limit: RateLimit, key: string, points?: number): Promise<RateLimitResult>;
  /** Returns points of the current window, for an attempt that should not count. */
  refund(limit: RateLimit, key: string, points?: number): Promise<void>;
  close(): Promise<void>;
};

// Node's timers are limited to 31 bits of milliseconds.
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
  const findLimiter = createLimiterCache(redis, postgresClient(pool, watch));
  // IP and e-mail addresses are stored only as keyed hashes; counts in memory need no hashing.
  // After a rotation of the secret they begin anew, once.
  const secret = deriveKey(config.APP_SECRET[0], 'rate-limits');
  const hashKey = (limit: RateLimit, key: string) =>
    limit.scope === 'process' && !redis
      ? key
      : createHmac('sha256', secret).update(key).digest('base64url').slice(0, 22);

  return {
    async consume(limit, key, points = 1) {
      const result = await findLimiter(limit)
        .consume(hashKey(limit, key), points)
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
      const limiter = findLimiter(limit);
      // Without a current window there is nothing to return: a reward would create a new one.
      const current = await limiter.get(hashKey(limit, key));
      if (current && current.consumedPoints > 0) await limiter.reward(hashKey(limit, key), points);
    },
    async close() {
      redis?.disconnect();
    },
  };
}

type PostgresClient = { query(query: { text: string; values: unknown[] }): Promise<unknown> };
type StoreWatch = { failed(error: unknown): void; worked(): void };

/**
 * One limiter per limit: its memory, or that of its fallback, contains the counts of the process.
 */
function createLimiterCache(redis: Redis | null, postgres: PostgresClient) {
  const limiters = new Map<string, RateLimiterAbstract>();
  let hasCleaner = false;

  function createLimiter(limit: RateLimit): RateLimiterAbstract {
    if (limit.windowSeconds > windowSecondsMax)
      throw new Error(`The limit "${limit.name}" has a window of more than 24 days.`);
    const counts = { keyPrefix: limit.name, points: limit.points, duration: limit.windowSeconds };
    const memory = new RateLimiterMemory(counts);
    const insured = { ...counts, insuranceLimiter: memory };
    if (redis)
      return new RateLimiterRedis({ ...insured, storeClient: redis, rejectIfRedisNotReady: true });
    if (limit.scope === 'process') return memory;
    // The cleaner scans the whole table every five minutes: one per process is enough.
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
    const limiter = limiters.get(id) ?? createLimiter(limit);
    limiters.set(id, limiter);
    return limiter;
  };
}

/** The pool in the shape of the library: int8 as a number, without names of statements. */
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

/** Logs an outage of the store and its end once each, not once per request. */
function watchStore(log: Pick<Logger, 'warn' | 'info'>): StoreWatch {
  let isAway = false;
  return {
    failed(error) {
      if (isAway) return;
      isAway = true;
      const reason = (error as { code?: string; message?: string }).code ?? 'unknown';
      log.warn({ reason }, 'the rate limit store is unavailable; limits count in this process');
    },
    worked() {
      if (!isAway) return;
      isAway = false;
      log.info('the rate limit store is available again');
    },
  };
}

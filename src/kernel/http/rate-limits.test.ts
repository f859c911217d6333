import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { openRateLimits, type RateLimit, type RateLimits } from './rate-limits.ts';

const APP_SECRET = ['a secret of at least thirty-two characters'] as const;
// Nothing listens on port 1.
const deadRedis = 'redis://127.0.0.1:1';
const database = useDatabase();
const log = { warn: vi.fn(), info: vi.fn() };
const opened: RateLimits[] = [];

function open(options: { REDIS_URL?: string; query?: () => Promise<never> } = {}): RateLimits {
  const pool = options.query ? { query: options.query as never } : database.pool;
  const limits = openRateLimits({
    config: { APP_SECRET, REDIS_URL: options.REDIS_URL },
    pool,
    log,
  });
  opened.push(limits);
  return limits;
}
const rows = async () => (await database.pool.query('select key, points from rate_limit')).rows;

const minute: RateLimit = { name: 'sign-in', points: 3, windowSeconds: 60, scope: 'shared' };
const ada = 'ada@example.com';

beforeEach(async () => {
  log.warn.mockClear();
  log.info.mockClear();
  await database.pool.query('truncate rate_limit');
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map((limits) => limits.close()));
});

describe.each(['process', 'shared'] as const)('a limit of scope %s', (scope) => {
  const limit = { ...minute, scope };

  test('allows its points, reports what remains, then refuses', async () => {
    const limits = open();
    const verdicts = [];
    for (let count = 0; count < 4; count++) verdicts.push(await limits.consume(limit, ada));
    expect(verdicts.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false]);
    expect(verdicts.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0]);
    for (const { limit: points, resetSeconds } of verdicts) {
      expect(points).toBe(3);
      expect(resetSeconds).toBeGreaterThan(0);
      expect(resetSeconds).toBeLessThanOrEqual(60);
    }
  });

  test('counts each caller and each limit separately', async () => {
    const limits = open();
    await limits.consume(limit, ada, 3);
    expect((await limits.consume(limit, 'bob@example.com')).isAllowed).toBe(true);
    expect((await limits.consume({ ...limit, name: 'search' }, ada)).isAllowed).toBe(true);
    expect((await limits.consume(limit, ada)).isAllowed).toBe(false);
  });

  test('resets when the window has passed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const limits = open();
    await limits.consume(limit, ada, 3);
    vi.setSystemTime(Date.now() + 59_000);
    expect(await limits.consume(limit, ada)).toMatchObject({ isAllowed: false, resetSeconds: 1 });
    vi.setSystemTime(Date.now() + 1001);
    expect(await limits.consume(limit, ada)).toMatchObject({ isAllowed: true, remaining: 2 });
  });

  test('refunds an attempt', async () => {
    const limits = open();
    await limits.consume(limit, ada, 3);
    await limits.refund(limit, ada);
    expect(await limits.consume(limit, ada)).toMatchObject({ isAllowed: true, remaining: 0 });
  });

  test('refunds nothing without consumed points', async () => {
    const limits = open();
    await limits.refund(limit, ada, 2);
    expect((await limits.consume(limit, ada)).remaining).toBe(2);
  });

  test('never allows more than its points, even concurrently', async () => {
    const limits = open();
    const verdicts = await Promise.all(
      Array.from({ length: 12 }, () => limits.consume(limit, ada)),
    );
    expect(verdicts.filter(({ isAllowed }) => isAllowed)).toHaveLength(3);
    expect(log.warn).not.toHaveBeenCalled();
  });
});

test('a shared limit holds across processes, a limit of a process does not', async () => {
  const [one, other] = [open(), open()];
  const own = { ...minute, scope: 'process' } as const;
  for (const limit of [minute, own]) await one.consume(limit, ada, 3);
  expect((await other.consume(minute, ada)).isAllowed).toBe(false);
  expect((await other.consume(own, ada)).isAllowed).toBe(true);
});

test('a plan with more points continues the same count', async () => {
  const limits = open();
  await limits.consume(minute, ada, 3);
  expect(await limits.consume({ ...minute, points: 10 }, ada)).toMatchObject({
    isAllowed: true,
    remaining: 6,
  });
});

test('the table contains no addresses', async () => {
  await open().consume(minute, ada);
  expect(await rows()).toEqual([{ key: expect.stringMatching(/^sign-in:[\w-]{22}$/), points: 1 }]);
});

test('a limit of the process does not use the database', async () => {
  await open().consume({ ...minute, scope: 'process' }, ada);
  expect(await rows()).toEqual([]);
});

test('during an outage of the table limits count in the process, which is logged once', async () => {
  const limits = open({ query: () => Promise.reject(new Error('the database is away')) });
  const verdicts = [];
  for (let count = 0; count < 4; count++) verdicts.push(await limits.consume(minute, ada));
  expect(verdicts.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false]);
  await limits.refund(minute, ada, 2);
  expect((await limits.consume(minute, ada)).isAllowed).toBe(true);
  expect(log.warn).toHaveBeenCalledTimes(1);
});

test('the end of the outage is logged', async () => {
  let isAway = true;
  const limits = openRateLimits({
    config: { APP_SECRET, REDIS_URL: undefined },
    pool: {
      query: ((text: string, values: unknown[]) =>
        isAway ? Promise.reject(new Error('away')) : database.pool.query(text, values)) as never,
    },
    log,
  });
  await limits.consume(minute, ada);
  isAway = false;
  await limits.consume(minute, ada);
  await limits.consume(minute, ada);
  expect(log.info).toHaveBeenCalledTimes(1);
  expect(await rows()).toHaveLength(1);
});

test('with Redis the table is not used, and an outage of Redis refuses no call', async () => {
  const limits = open({ REDIS_URL: deadRedis });
  for (const scope of ['process', 'shared'] as const) {
    const limit = { ...minute, scope };
    await limits.consume(limit, ada, 3);
    expect((await limits.consume(limit, ada)).isAllowed).toBe(false);
    expect((await limits.consume(limit, 'bob@example.com')).isAllowed).toBe(true);
  }
  expect(await rows()).toEqual([]);
  await expect.poll(() => log.warn).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain('redis://');
});

test('a window beyond the limit of timers is refused', async () => {
  const limit = { ...minute, windowSeconds: 30 * 86_400 };
  await expect(open().consume(limit, ada)).rejects.toThrow('24 days');
});

import { expect, test } from 'vitest';
import type { RateLimit } from '#kernel/http/rate-limits.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { listRates } from '../areas/customs/wire/rates.ts';
import { createTestQuota } from './test-quota.ts';

const ada: Actor = { accountId: 7, roles: [], status: 'active', via: 'session' };

/** Counts what is consumed, in a window that never ends. */
function createQuota() {
  const used = new Map<string, number>();
  const quota = createTestQuota({
    async consume({ name, points: limit }: RateLimit, key, points = 1) {
      const all = (used.get(name + key) ?? 0) + points;
      used.set(name + key, all);
      return { isAllowed: all <= limit, limit, remaining: limit - all, resetSeconds: 30 };
    },
    refund: async () => undefined,
    close: async () => undefined,
  });
  return quota;
}
const throttled = { declaration: { code: 'throttled' }, data: { retry_after: 30 } };

test('calls are refused beyond the limit of a minute, and say how many are left', async () => {
  const quota = createQuota();
  const first = await quota.admit(ada, listRates);
  expect(first).toMatchObject({ rates: { limit: 600, remaining: 599 }, overageUnits: 0 });
  for (let n = 1; n < budgets.testCallsPerMinute; n++) await quota.admit(ada, listRates);
  await expect(quota.admit(ada, listRates)).rejects.toMatchObject(throttled);
  await quota.admit({ ...ada, accountId: 8 }, listRates);
});

test.each([
  ['calculation', budgets.testCalculationsPerHour],
  ['audio_second', budgets.testAudioSecondsPerHour],
  ['character', budgets.testCharactersPerHour],
] as const)('expensive work is limited by its units: %s', async (metric, max) => {
  const quota = createQuota();
  await quota.reserve(ada, metric, max - 0.5, 'one');
  await expect(quota.reserve(ada, metric, 1, 'two')).rejects.toMatchObject(throttled);
});

test('what has no limit is not counted', async () => {
  await createQuota().reserve(ada, 'proxy_lease', 1_000_000, 'one');
});

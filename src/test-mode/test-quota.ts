import { apiError } from '#kernel/http/errors.ts';
import type { RateLimit, RateLimits } from '#kernel/http/rate-limits.ts';
import type { Quota } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';

const shared = (name: string, points: number, windowSeconds: number): RateLimit => ({
  name: `test mode: ${name}`,
  points,
  windowSeconds,
  scope: 'shared',
});
const calls = shared('calls', budgets.testCallsPerMinute, 60);
/** Of work that takes time. */
const units: Partial<Record<UsageMetric, RateLimit>> = {
  calculation: shared('calculations', budgets.testCalculationsPerHour, 3600),
  audio_second: shared('sound', budgets.testAudioSecondsPerHour, 3600),
  character: shared('characters', budgets.testCharactersPerHour, 3600),
};

/** No plan refuses a call of test mode. What protects the server is the same for all accounts. */
export function createTestQuota(limits: RateLimits): Quota {
  async function consume(limit: RateLimit, accountId: number, points = 1) {
    const rates = await limits.consume(limit, `account:${accountId}`, points);
    if (!rates.isAllowed)
      throw apiError(commonErrors.throttled, { retry_after: rates.resetSeconds });
    return rates;
  }
  return {
    admit: async ({ accountId }) => ({
      rates: await consume(calls, accountId),
      ceilings: [],
      overageUnits: 0,
    }),
    async reserve({ accountId }, metric, count) {
      const limit = units[metric];
      if (limit) await consume(limit, accountId, Math.ceil(count));
    },
  };
}

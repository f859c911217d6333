// The limit of a call per caller. A repetition that gets its first response again is not counted.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { budgets } from '#lib/budgets.ts';
import { commonErrors, type Endpoint } from '#lib/endpoint.ts';
import type { Kernel } from '../kernel.ts';
import { identifyCaller } from './caller.ts';
import { apiError } from './errors.ts';
import { isIdempotentRequest } from './idempotency/idempotency.ts';
import { findStored } from './idempotency/replay.ts';
import { rateLimitHeaders } from './metering.ts';
import type { RateLimit, RateLimitResult } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the call has consumed; null without a limit. */
    consumed: { limit: RateLimit; caller: string; verdict: RateLimitResult } | null;
  }
}

// The default limit of a caller; contracts that need a stricter one declare it.
const defaultRateLimit = {
  name: 'call',
  points: budgets.callsPerMinute,
  windowSeconds: 60,
  scope: 'process',
} as const;
const defaultKeyRateLimit = { ...defaultRateLimit, points: budgets.keyCallsPerMinute } as const;
/** Of those that a used-up limit would have refused: each reads the database. */
const replayLimit = { ...defaultRateLimit, name: 'replays', points: budgets.replaysPerMinute };

/**
 * Throws `throttled`, unless the call repeats one whose response is stored: what it really is, is
 * only known once its body is read, so `assertWithinLimit` has to follow.
 */
export async function enforceRateLimit(
  kernel: Pick<Kernel, 'limits' | 'work' | 'clock'>,
  endpoint: Endpoint,
  {
    request,
    reply,
    isAuthorized,
  }: {
    request: FastifyRequest;
    reply: FastifyReply;
    isAuthorized: boolean;
  },
): Promise<void> {
  if (endpoint.rateLimit === 'none') return;
  const { keyId } = request.actor ?? {};
  const own = endpoint.rateLimit && {
    name: `${endpoint.method} ${endpoint.path}`,
    scope: 'shared' as const,
    ...endpoint.rateLimit,
  };
  // An endpoint's own limit protects expensive work: more API keys must not raise it.
  const isOfKey = keyId && !own;
  const limit = isOfKey ? defaultKeyRateLimit : (own ?? defaultRateLimit);
  const caller = isOfKey ? `key:${keyId}` : identifyCaller(request);
  const verdict = await kernel.limits.consume(limit, caller);
  reply.headers(rateLimitHeaders(verdict));
  request.consumed = { limit, caller, verdict };
  if (verdict.isAllowed) return;
  const mayRepeat =
    isAuthorized &&
    isIdempotentRequest(endpoint, request) &&
    (await kernel.limits.consume(replayLimit, identifyCaller(request))).isAllowed;
  if (!mayRepeat || !(await findStored(kernel, request))) assertWithinLimit(request);
}

/** Throws `throttled`. */
export function assertWithinLimit({ consumed }: FastifyRequest): void {
  if (consumed && !consumed.verdict.isAllowed)
    throw apiError(commonErrors.throttled, { retry_after: consumed.verdict.resetSeconds });
}

export async function refundLimit(
  { limits }: Pick<Kernel, 'limits'>,
  { consumed }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!consumed) return;
  const { limit, caller, verdict } = consumed;
  await limits.refund(limit, caller);
  const remaining = verdict.remaining + (verdict.isAllowed ? 1 : 0);
  reply.headers(rateLimitHeaders({ ...verdict, remaining }));
}

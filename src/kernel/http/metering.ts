// A metered call: admitted by the plan, given a way to count its work, recorded with its outcome.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { commonErrors, type Endpoint, type MeteredInput, type UsageMetric } from '#lib/endpoint.ts';
import type { Actor } from '../ports.ts';
import type { RateVerdict } from '../rate-limits.ts';
import type { Api } from './api.ts';
import { clientAddress } from './client-address.ts';
import { ApiError, toErrorResponse, toFrameworkErrorResponse } from './errors.ts';
import type { Outcome } from './idempotency.ts';

/** How a handler counts what a call of a plan's metric took, in the metric of its contract. */
export type CallUsage = {
  /** Forgets what was counted: the transaction of the call begins again. */
  restart(): void;
  /** Adds units, with three decimals at most. */
  count(units: number): void;
  /** Takes units off the plan before the work begins; throws `quota_exceeded`. */
  reserve(units: number): Promise<void>;
};

const unmetered: CallUsage = {
  restart: () => undefined,
  count: () => undefined,
  reserve: async () => undefined,
};
/** A success is one of these; of the others the handler knows how many. */
const countedByCall: readonly UsageMetric[] = ['request', 'calculation', 'proxy_lease'];
const userAgentLengthMax = 300;

export const rateHeaders = ({ limit, remaining, resetSeconds }: RateVerdict) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetSeconds),
});

/** The headers of a refusal are those of the quota that is used up, and of no other limit. */
async function saysQuota<T>(reply: FastifyReply, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.declaration === commonErrors.quotaExceeded) {
      const { limit, retry_after } = error.data as { limit: number; retry_after: number };
      const full = { isAllowed: false, limit, remaining: 0, resetSeconds: retry_after };
      reply.headers(rateHeaders(full));
    }
    throw error;
  }
}

/**
 * Every call by key, and from the dashboard those whose contract says so. What staff look at is not
 * on the customer's bill.
 */
function isMetered(actor: Actor | null, endpoint: Endpoint, input: MeteredInput): actor is Actor {
  if (!actor || actor.impersonatedBy !== undefined) return false;
  if (actor.via === 'session' && !endpoint.metered) return false;
  return !endpoint.metered?.isFree?.(input);
}

/**
 * The call is recorded before its answer is sent: one who hangs up early has had the work too.
 * What the plan refuses leaves no record.
 */
export async function meterCall(
  api: Api,
  endpoint: Endpoint,
  { request, reply, input }: { request: FastifyRequest; reply: FastifyReply; input: object },
  act: (usage: CallUsage) => Promise<Outcome>,
): Promise<Outcome> {
  const { actor } = request;
  if (!isMetered(actor, endpoint, input)) return act(unmetered);
  const rates = await saysQuota(reply, api.quota.admit(actor, endpoint));
  if (rates) reply.headers(rateHeaders(rates));
  const metric = endpoint.metered?.metric ?? 'request';
  let counted: number | undefined;
  let status = 500;
  let isReplay = false;
  try {
    const outcome = await act({
      restart: () => {
        counted = undefined;
      },
      count: (units) => {
        counted = (counted ?? 0) + units;
      },
      reserve: (units) => saysQuota(reply, api.quota.reserve(actor, metric, units, request.id)),
    });
    status = outcome.status;
    isReplay = 'idempotency-replayed' in outcome.headers;
    return outcome;
  } catch (error) {
    status =
      (toErrorResponse(error) ?? toFrameworkErrorResponse(error as { statusCode?: number }))
        ?.status ?? 500;
    throw error;
  } finally {
    const isCounted = status < 400 && !isReplay && countedByCall.includes(metric);
    api.meter.record({
      actor,
      endpoint,
      status,
      metric,
      units: counted ?? (isCounted ? 1 : 0),
      requestId: request.id,
      elapsedMs: reply.elapsedTime,
      ip: clientAddress(request),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLengthMax),
    });
  }
}

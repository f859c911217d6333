// Metered calls: checked against the plan's quota, and counted.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { commonErrors, type Endpoint, type MeteredInput } from '#lib/endpoint.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import type { Actor } from '../ports.ts';
import type { Api } from './api.ts';
import { ceilingHeaders } from './ceiling-headers.ts';
import { ApiError } from './errors.ts';
import type { RateLimitResult } from './rate-limits.ts';
import type { PreparedResponse } from './responses/response-writer.ts';

/** Counts the usage of a call, in the metric of its contract. */
export type CallUsage = {
  /** Resets the count, because the transaction of the call is retried. */
  restart(): void;
  /** Adds units, with at most three decimals. */
  count(units: number): void;
  /** Reserves units of the plan before the work starts; throws like `quota.admit`. */
  reserve(units: number): Promise<void>;
  /** For a streamed response: the call is recorded when its work ends, as failed if that fails. */
  recordAfter(work: Promise<unknown>): void;
};

const unmetered: CallUsage = {
  restart: () => undefined,
  count: () => undefined,
  reserve: async () => undefined,
  recordAfter: () => undefined,
};
/**
 * A successful call counts as one unit of these, and the meter counts requests; for other metrics
 * the handler counts.
 */
const countedByCall: readonly UsageMetric[] = ['calculation', 'proxy_lease'];

/** A call that the plan has admitted, and what it counted so far. */
export type AdmittedCall = {
  actor: Actor;
  metric: UsageMetric;
  overageUnits: number;
  counted: number | undefined;
  /** The rest of the work, when the response is a stream. */
  work: Promise<unknown> | undefined;
};

declare module 'fastify' {
  interface FastifyRequest {
    admitted: AdmittedCall | null;
  }
}

export const rateLimitHeaders = ({ limit, remaining, resetSeconds }: RateLimitResult) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetSeconds),
});

/** The headers of a refusal describe what refused the call, not any other limit. */
function headersOfRefusal({ declaration: { code }, data }: ApiError): Record<string, string> {
  const resetSeconds = data.retry_after as number;
  const exhausted = { limit: String(data.limit), remaining: '0', resetSeconds };
  if (code === commonErrors.quotaExceeded.code)
    return rateLimitHeaders({
      isAllowed: false,
      limit: data.limit as number,
      remaining: 0,
      resetSeconds,
    });
  if (code === commonErrors.spendingCapReached.code)
    return ceilingHeaders({ name: 'Spending-Cap', ...exhausted });
  if (code !== commonErrors.keyBudgetReached.code) return {};
  const name = data.budget === 'requests' ? 'Key-Requests' : 'Key-Budget';
  return ceilingHeaders({ name, ...exhausted });
}

async function withQuotaHeaders<T>(reply: FastifyReply, response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiError) reply.headers(headersOfRefusal(error));
    throw error;
  }
}

/**
 * Every call by API key, and calls by session whose contract is metered. Calls by staff who
 * impersonate the customer are free.
 */
function isMetered(actor: Actor | null, endpoint: Endpoint, input: MeteredInput): actor is Actor {
  if (!actor || actor.impersonatedBy !== undefined) return false;
  if (actor.via === 'session' && !endpoint.metered) return false;
  return !endpoint.metered?.isFree?.(input);
}

/**
 * The plan admits the call, and the handler counts. Its record is written with its response:
 * request-log.ts.
 */
export async function meterCall(
  api: Api,
  endpoint: Endpoint,
  { request, reply, input }: { request: FastifyRequest; reply: FastifyReply; input: object },
  act: (usage: CallUsage) => Promise<PreparedResponse>,
): Promise<PreparedResponse> {
  const { actor } = request;
  if (!isMetered(actor, endpoint, input)) return act(unmetered);
  const admission = await withQuotaHeaders(reply, api.quota.admit(actor, endpoint));
  const { rates, ceilings, overageUnits } = admission;
  if (rates) reply.headers(rateLimitHeaders(rates));
  for (const ceiling of ceilings) reply.headers(ceilingHeaders(ceiling));
  const metric = endpoint.metered?.metric ?? 'request';
  const admitted: AdmittedCall = {
    actor,
    metric,
    overageUnits,
    counted: undefined,
    work: undefined,
  };
  request.admitted = admitted;
  return act({
    restart: () => {
      admitted.counted = undefined;
    },
    count: (units) => {
      admitted.counted = (admitted.counted ?? 0) + units;
    },
    reserve: (units) =>
      withQuotaHeaders(reply, api.quota.reserve(actor, metric, units, request.id)),
    recordAfter: (work) => {
      admitted.work = work;
    },
  });
}

/** A successful call counts as one unit, unless the handler counted. */
export function countUnits({ metric, counted }: AdmittedCall, hasSucceeded: boolean): number {
  return counted ?? (hasSucceeded && countedByCall.includes(metric) ? 1 : 0);
}

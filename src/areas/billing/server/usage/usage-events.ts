import type { MeteredCall, Payer } from '#kernel/ports.ts';
import type { UsageMetric } from '#lib/endpoint.ts';
import { endpointGroupOf } from './endpoint-groups.ts';

/** What happened once, on its way to the database. */
export type UsageEvent = {
  id: string;
  requestId: string;
  accountId: number;
  keyId: string | null;
  method: string;
  /** The route's template; empty for work outside a call. */
  path: string;
  group: string;
  /** 0 until it is known. */
  endpointId: number;
  status: number;
  elapsedMs: number;
  metric: UsageMetric;
  units: number;
  /** Decimal text. */
  cost: string;
  ip: string | null;
  userAgent: string;
  at: Date;
  /** Counts in the quotas of requests: a call that we did not fail. */
  isRequest: boolean;
  /** Units of the metric that wait for the flush beside those that the database took before. */
  unitsPending: number;
  /** Of the plan at that time; null until it is known. */
  plan: { subscriptionId: string | null; monthStart: Date } | null;
};

const groupOfMetric: Record<UsageMetric, string> = {
  request: 'other',
  audio_second: 'speech',
  character: 'speech',
  calculation: 'customs',
  proxy_lease: 'proxy',
};

type Made = Pick<UsageEvent, 'id' | 'at' | 'plan' | 'cost' | 'units' | 'unitsPending'>;

export const eventOfCall = (call: MeteredCall, made: Made): UsageEvent => ({
  ...made,
  requestId: call.requestId,
  accountId: call.actor.accountId,
  keyId: call.actor.keyId ?? null,
  method: call.endpoint.method,
  path: call.endpoint.path,
  endpointId: 0,
  group: endpointGroupOf(call.endpoint),
  status: call.status,
  elapsedMs: Math.round(call.elapsedMs),
  metric: call.metric,
  ip: call.ip,
  userAgent: call.userAgent,
  isRequest: call.status < 500,
});

export const eventOfWork = (
  work: { payer: Payer; metric: UsageMetric; requestId: string },
  made: Made,
): UsageEvent => ({
  ...made,
  requestId: work.requestId,
  accountId: work.payer.accountId,
  keyId: work.payer.keyId ?? null,
  method: '',
  path: '',
  endpointId: 0,
  group: groupOfMetric[work.metric],
  status: 200,
  elapsedMs: 0,
  metric: work.metric,
  ip: null,
  userAgent: '',
  isRequest: false,
});

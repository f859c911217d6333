import type { MeteredCall, Payer } from '#kernel/ports.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import { readEndpointGroup } from './endpoint-groups.ts';

/** A metered request or piece of work on its way to the database. */
export type UsageEvent = {
  id: string;
  requestId: string;
  accountId: number;
  keyId: string | null;
  method: string;
  /** The route template; empty for work outside a request. */
  path: string;
  group: string;
  /** 0 until it is known. */
  endpointId: number;
  /** Of a call that no endpoint has. */
  unknownPath: string | null;
  status: number;
  errorCode: string | null;
  errorMessage: string | null;
  elapsedMs: number;
  requestBytes: number | null;
  responseBytes: number | null;
  metric: UsageMetric;
  units: number;
  /** Decimal string. */
  cost: string;
  ip: string | null;
  userAgent: string;
  at: Date;
  /** Counts towards request quotas: a request that did not fail with a 5xx status. */
  isRequest: boolean;
  /** Counts towards no quota. */
  isFree: boolean;
  /** Units that are pending until the flush, without those that the database counted in advance. */
  unitsPending: number;
  /** The plan at that time; null until it is known. */
  plan: { subscriptionId: string | null; monthStart: Date } | null;
};

const groupOfMetric: Record<UsageMetric, string> = {
  request: 'other',
  audio_second: 'speech',
  character: 'speech',
  calculation: 'customs',
  proxy_lease: 'proxy',
};

/** What the column can store. */
const bytesMax = 2 ** 31 - 1;

type EventMeasures = Pick<UsageEvent, 'id' | 'at' | 'plan' | 'cost' | 'units' | 'unitsPending'>;

export const eventOfCall = (call: MeteredCall, measures: EventMeasures): UsageEvent => ({
  ...measures,
  requestId: call.requestId,
  accountId: call.actor.accountId,
  keyId: call.actor.keyId ?? null,
  method: call.endpoint.method,
  path: call.endpoint.path,
  endpointId: 0,
  group: readEndpointGroup(call.endpoint),
  unknownPath: call.unknownPath ?? null,
  status: call.status,
  errorCode: call.failure?.code ?? null,
  errorMessage: call.failure?.message ?? null,
  elapsedMs: Math.round(call.elapsedMs),
  requestBytes: toStoredBytes(call.requestBytes),
  responseBytes: toStoredBytes(call.responseBytes),
  metric: call.metric,
  ip: call.ip,
  userAgent: call.userAgent,
  isRequest: call.status < 500 && !call.isFree,
  isFree: call.isFree ?? false,
});

const toStoredBytes = (bytes: number | undefined) =>
  bytes === undefined ? null : Math.min(bytes, bytesMax);

export const eventOfWork = (
  work: { payer: Payer; metric: UsageMetric; requestId: string },
  measures: EventMeasures,
): UsageEvent => ({
  ...measures,
  requestId: work.requestId,
  accountId: work.payer.accountId,
  keyId: work.payer.keyId ?? null,
  method: '',
  path: '',
  endpointId: 0,
  group: groupOfMetric[work.metric],
  unknownPath: null,
  status: 200,
  errorCode: null,
  errorMessage: null,
  elapsedMs: 0,
  requestBytes: null,
  responseBytes: null,
  metric: work.metric,
  ip: null,
  userAgent: '',
  isRequest: false,
  isFree: false,
});

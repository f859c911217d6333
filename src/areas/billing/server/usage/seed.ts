import { z } from 'zod';
import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { MeteredCall } from '#kernel/ports.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { commonErrors, type Endpoint, endpoint } from '#lib/endpoint.ts';
import { listKeys } from '../keys/key-store.ts';
import { sumUsage } from './sum-store.ts';
import { createUsage } from './usage.ts';
import { maintainDays } from './usage-jobs.ts';

const demoCustomer = 'demo@example.com';
const days = 45;

const call = (method: 'GET' | 'POST', path: `/apix/${string}/`, metered: Endpoint['metered']) =>
  endpoint({
    method,
    path,
    summary: 'Called by the demo customer',
    permission: { key: 'customs' },
    work: 'none',
    responses: { 200: z.object({}) },
    ...(metered && { metered }),
  });

/** Endpoints that the demo customer calls, most used first. */
const called = [
  call('GET', '/apix/data_customs/currencies/convert/', { group: 'customs' }),
  call('POST', '/apix/data_customs/custom-calculation/calculate/', {
    group: 'customs',
    metric: 'calculation',
  }),
  call('POST', '/apix/services/tts/base64/', { group: 'speech', metric: 'character' }),
  call('GET', '/apix/payments/transactions/', undefined),
];
const shares = [0, 0, 0, 1, 1, 0, 3, 0, 1, 2];

/** Six weeks of requests by key and from the dashboard, some refused. Idempotent. */
export async function seedUsage(kernel: Kernel): Promise<void> {
  const { work, clock } = kernel;
  const now = clock.now();
  const account = await work.read((db) => findAccountByEmail(db, demoCustomer));
  if (!account) return;
  const since = new Date(now.getTime() - 60 * dayMs);
  const accountId = account.id;
  const [sum] = await work.read((db) => sumUsage(db, { accountId, from: since, to: now }, []));
  if (sum && sum.requests > 0) return;
  const page = { page: 1, pageSize: 2, offset: 0 };
  const { rows: keys } = await work.read((db) => listKeys(db, { accountId }, now, page));
  let at = since;
  const usage = createUsage({
    ...kernel,
    clock: { now: () => at },
    closing: [],
    metrics: { ...kernel.metrics, addGauge: () => undefined },
  });
  for (let hour = days * 24; hour >= 0; hour--) {
    at = new Date(now.getTime() - hour * hourMs);
    for (let n = 0; n < callsIn(at); n++) {
      const made = hour * 7 + n * 3;
      const of = called[shares[made % shares.length]!]!;
      usage.meter.record(callOf(accountId, keys[made % 4]?.id, of, made));
    }
  }
  at = now;
  await usage.flush();
  await maintainDays(kernel);
}

/** Busy on working days, and slightly growing from week to week. */
function callsIn(at: Date): number {
  const isWorkingDay = at.getUTCDay() % 6 !== 0;
  const isWorkingHour = at.getUTCHours() >= 7 && at.getUTCHours() < 18;
  const growth = Math.floor(at.getTime() / dayMs) % 5;
  return isWorkingHour ? (isWorkingDay ? 4 + growth : 1) : at.getUTCHours() % 5 === 0 ? 1 : 0;
}

function callOf(
  accountId: number,
  keyId: string | undefined,
  of: Endpoint,
  made: number,
): MeteredCall {
  const metric = of.metered?.metric ?? 'request';
  const failure = failureIn(made);
  return {
    actor: {
      accountId,
      roles: [],
      status: 'active',
      ...(keyId ? { via: 'key', keyId } : { via: 'session' }),
    },
    endpoint: of,
    status: failure?.status ?? 200,
    failure,
    metric,
    units: failure ? 0 : metric === 'character' ? 40 + (made % 60) : 1,
    isFree: failure !== undefined && failure.status < 500,
    requestBytes: of.method === 'POST' ? 180 + (made % 90) : 0,
    responseBytes: failure ? 210 : 640 + (made % 400),
    requestId: createId(),
    elapsedMs: 12 + (made % 70),
    ip: '203.0.113.7',
    userAgent: 'curl/8.14.1',
  };
}

/** Some are refused for their scope, some for their input, and a few fail. */
function failureIn(made: number) {
  if (made % 29 === 0) return made % 2 ? commonErrors.scopeMissing : commonErrors.invalidInput;
  return made % 97 === 0 ? commonErrors.unavailable : undefined;
}

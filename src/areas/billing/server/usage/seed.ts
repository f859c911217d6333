import { z } from 'zod';
import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { MeteredCall } from '#kernel/ports.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { commonErrors, type Endpoint, endpoint } from '#lib/endpoint.ts';
import { listKeys } from '../keys/key-store.ts';
import { sumUsage } from './lists/sum-store.ts';
import { createUsage } from './usage.ts';
import { maintainDays } from './usage-jobs.ts';

const demoCustomer = 'demo@example.com';
const days = 45;

/** Records an earlier call by the meter, so that every figure is built from it. */
export type RecordAt = (at: Date, call: MeteredCall) => void;

export function openPastUsage(kernel: Kernel): { recordAt: RecordAt; store(): Promise<void> } {
  let past: Date | null = null;
  const usage = createUsage({
    ...kernel,
    clock: { now: () => past ?? kernel.clock.now() },
    closing: [],
    metrics: { ...kernel.metrics, addGauge: () => undefined },
  });
  return {
    recordAt: (at, call) => {
      past = at;
      usage.meter.record(call);
      past = null;
    },
    store: async () => {
      await usage.flush();
      await maintainDays(kernel);
    },
  };
}

const call = (
  method: 'GET' | 'POST',
  path: `/apix/${string}/`,
  metered?: Endpoint['metered'],
): Endpoint =>
  endpoint({
    method,
    path,
    summary: 'Called by the demo customer',
    permission: { key: 'customs' },
    work: 'none',
    responses: { 200: z.object({}) },
    ...(metered && { metered }),
  });

const convert = call('GET', '/apix/data_customs/currencies/convert/', { group: 'customs' });
const calculate = call('POST', '/apix/data_customs/custom-calculation/calculate/', {
  group: 'customs',
  metric: 'calculation',
});
const speak = call('POST', '/apix/services/tts/base64/', { group: 'speech', metric: 'character' });
const transactions = call('GET', '/apix/payments/transactions/');
const profile = call('GET', '/apix/accounts/profile/');

/** By the name of the key, or by the dashboard; the most used first. */
const callers: readonly { key?: string; called: readonly Endpoint[] }[] = [
  { key: 'production', called: [convert, calculate, convert, transactions] },
  { key: 'production', called: [convert, calculate] },
  { called: [calculate, speak] },
  { key: 'production', called: [convert] },
  { key: 'ci', called: [profile] },
];

export const callOfKey = (accountId: number, keyId: string): MeteredCall =>
  createCall({ accountId, keyId, of: convert, index: 1 });

/** Six weeks of requests by key and from the dashboard, some refused. Idempotent. */
export async function seedUsage({ work, clock }: Kernel, recordAt: RecordAt): Promise<void> {
  const now = clock.now();
  const account = await work.read((db) => findAccountByEmail(db, demoCustomer));
  if (!account) return;
  const accountId = account.id;
  const range = { from: new Date(now.getTime() - 60 * dayMs), to: now };
  const filter = { accountId, group: 'customs', ...range };
  const [sum] = await work.read((db) => sumUsage(db, filter, []));
  if (sum && sum.requests > 0) return;
  const page = { page: 1, pageSize: 10, offset: 0 };
  const { rows } = await work.read((db) => listKeys(db, { accountId }, now, page));
  const keys = new Map(rows.map(({ name, id }) => [name, id]));
  for (let hour = days * 24; hour >= 0; hour--) {
    const at = new Date(now.getTime() - hour * hourMs);
    for (let n = 0; n < callsIn(at); n++) {
      const index = hour * 7 + n * 3;
      const { key, called } = callers[index % callers.length]!;
      const of = called[index % called.length]!;
      recordAt(at, createCall({ accountId, keyId: key && keys.get(key), of, index }));
    }
  }
}

/** Busy on working days, and slightly growing from week to week. */
function callsIn(at: Date): number {
  const isWorkingDay = at.getUTCDay() % 6 !== 0;
  const isWorkingHour = at.getUTCHours() >= 7 && at.getUTCHours() < 18;
  const growth = Math.floor(at.getTime() / dayMs) % 5;
  return isWorkingHour ? (isWorkingDay ? 4 + growth : 1) : at.getUTCHours() % 5 === 0 ? 1 : 0;
}

type DemoCall = { accountId: number; keyId: string | undefined; of: Endpoint; index: number };

function createCall({ accountId, keyId, of, index }: DemoCall): MeteredCall {
  const metric = of.metered?.metric ?? 'request';
  const failure = failureIn(index);
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
    units: failure ? 0 : metric === 'character' ? 40 + (index % 60) : 1,
    isFree: failure === commonErrors.scopeMissing,
    requestBytes: of.method === 'POST' ? 180 + (index % 90) : 0,
    responseBytes: failure ? 210 : 640 + (index % 400),
    requestId: createId(),
    elapsedMs: 12 + (index % 70),
    ip: '203.0.113.7',
    userAgent: 'curl/8.14.1',
  };
}

/** Some are refused for their scope, some for their input, and a few fail. */
function failureIn(index: number) {
  if (index % 29 === 0) return index % 2 ? commonErrors.scopeMissing : commonErrors.invalidInput;
  return index % 97 === 0 ? commonErrors.unavailable : undefined;
}

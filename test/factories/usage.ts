// Endpoints, actors and metered calls for tests of metering, without HTTP.
import { z } from 'zod';
import { createId } from '#kernel/ids.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import type { Actor, MeteredCall } from '#kernel/ports.ts';
import { endpoint } from '#lib/endpoint.ts';

export const calculate = endpoint({
  method: 'POST',
  path: '/apix/data_customs/vehicle/calculate/',
  summary: 'Counts in calculations',
  permission: { key: 'customs' },
  work: 'none',
  responses: { 200: z.object({}) },
  metered: { group: 'customs', metric: 'calculation' },
});
export const convert = endpoint({
  method: 'GET',
  path: '/apix/data_customs/currencies/convert/',
  summary: 'Counts in requests',
  permission: { key: 'customs' },
  work: 'none',
  responses: { 200: z.object({}) },
  metered: { group: 'customs' },
});
export const transcribe = endpoint({
  method: 'POST',
  path: '/apix/services/transcribe/',
  summary: 'Counts in seconds',
  permission: { key: 'speech' },
  work: 'none',
  responses: { 200: z.object({}) },
  metered: { group: 'speech', metric: 'audio_second' },
});

export const createActor = (accountId: number, keyId?: string): Actor => ({
  accountId,
  roles: [],
  status: 'active',
  ...(keyId ? { via: 'key', keyId } : { via: 'session' }),
});

/** A completed call of the account, as mount() records it. */
export const createMeteredCall = (
  actor: Actor,
  fields: Partial<MeteredCall> = {},
): MeteredCall => ({
  actor,
  endpoint: convert,
  status: 200,
  requestBytes: 12,
  responseBytes: 345,
  metric: fields.endpoint?.metered?.metric ?? 'request',
  units: 1,
  requestId: createId(),
  elapsedMs: 12.4,
  ip: '203.0.113.7',
  userAgent: 'curl/8',
  ...fields,
});

/** Sets limits of the free tariff, which applies to accounts without a plan. */
export async function setFreeLimits(
  kernel: HostKernel,
  limits: Record<string, number | null>,
  overage: { unit: string; price: string } | null = null,
): Promise<void> {
  await kernel.database.pool.query(
    `update tariff set limits = limits || $1::jsonb, overage_unit = $2, overage_price = $3
     where slug = 'free'`,
    [JSON.stringify(limits), overage?.unit ?? null, overage?.price ?? null],
  );
}

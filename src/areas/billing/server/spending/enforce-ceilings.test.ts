import { beforeEach, describe, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { toAmount } from '#lib/money.ts';
import { createAccount } from '#test/factories/accounts.ts';
import {
  calculate,
  convert,
  createActor,
  createMeteredCall,
  setFreeLimits,
  transcribe,
} from '#test/factories/usage.ts';
import { useKernel } from '#test/test-kernel.ts';
import { insertKey } from '../keys/key-store.ts';
import { createUsage, type Usage } from '../usage/usage.ts';
import { saveSetting } from './spending-store.ts';

const t = useKernel();
const noon = new Date('2030-05-14T12:40:00Z');
const june = '2030-06-01T00:00:00.000Z';
const limits = { requests_per_hour: null, requests_per_day: null, requests_per_month: 10 };
const resets = { resets_at: june, retry_after: (Date.parse(june) - noon.getTime()) / 1000 };
let usage: Usage;
let accountId: number;

beforeEach(async () => {
  t.kernel.clock.set(noon);
  usage = fork();
  accountId = await createAccount(t.kernel, { email: `${createId()}@example.com` });
  // Five units of overage for a cent.
  await setFreeLimits(t.kernel, limits, { unit: 'request', price: '0.002' });
});

const fork = () =>
  createUsage({ ...t.kernel, metrics: { ...t.kernel.metrics, addGauge: () => undefined } });

const setCap = (cap: string | null, isOverageOn = true, currency = 'USD') =>
  t.kernel.work.write(async (tx) => {
    const setting = { isOverageOn, cap: cap === null ? null : toAmount(cap, currency) };
    await saveSetting(tx, accountId, setting, noon);
    await usage.changed(tx, accountId);
  });

type Budgets = { overage?: string; currency?: string; requests?: number; lineageId?: string };

async function createKey({ overage, currency = 'USD', requests, lineageId }: Budgets = {}) {
  const id = createId();
  await t.kernel.work.write(async (tx) => {
    await insertKey(tx, {
      id,
      account_id: accountId,
      lineage_id: lineageId ?? id,
      name: id,
      key_hash: Buffer.from(id),
      key_preview: 'sk_live_test',
      scopes: ['customs'],
      created_at: noon,
      updated_at: noon,
      overage_budget: overage ?? null,
      overage_budget_currency: overage ? currency : null,
      requests_budget: requests === undefined ? null : BigInt(requests),
    });
    await usage.changed(tx, accountId);
  });
  return id;
}

type CallOptions = { endpoint?: Endpoint; status?: number; on?: Usage; keyId?: string | undefined };

/** A whole call: 'done', or what it was refused with. */
async function call({ endpoint = convert, status = 200, on = usage, keyId }: CallOptions = {}) {
  const actor: Actor = createActor(accountId, keyId);
  try {
    const { overageUnits } = await on.quota.admit(actor, endpoint);
    const units = status < 400 ? 1 : 0;
    on.meter.record(createMeteredCall(actor, { endpoint, status, units, overageUnits }));
    return 'done';
  } catch (error) {
    const { declaration, data } = error as { declaration: { code: string }; data: object };
    return { code: declaration.code, ...data };
  }
}

/** How many of these calls are done. */
async function countDone(times: number, options: CallOptions = {}): Promise<number> {
  const results = await Promise.all(Array.from({ length: times }, () => call(options)));
  return results.filter((result) => result === 'done').length;
}

const costOfRecords = async () => {
  const { rows } = await t.kernel.database.pool.query<{ cost: string }>(
    'select coalesce(sum(cost), 0) as cost from usage_record where account_id = $1',
    [accountId],
  );
  return Number(rows[0]?.cost);
};

describe('the cap of the account', () => {
  const capReached = { code: 'spending_cap_reached', limit: '0.01', currency: 'USD', ...resets };

  test('stops calls over the quota, also concurrent ones, and states what they cost', async () => {
    await setCap('0.01');
    expect(await countDone(40)).toBe(15);
    expect(await call()).toEqual(capReached);
    await usage.flush();
    expect(await call()).toEqual(capReached);
    expect(await costOfRecords()).toBe(0.01);
  });

  test('is raised and lowered at once, also in another process', async () => {
    const other = fork();
    await setCap('0.01');
    await countDone(15);
    await usage.flush();
    expect(await call({ on: other })).toEqual(capReached);
    await setCap('0.02');
    expect(await call()).toBe('done');
    await expect.poll(() => call({ on: other })).toBe('done');
    await setCap('0.01');
    expect(await call()).toEqual(capReached);
    await expect.poll(() => call({ on: other })).toEqual(capReached);
  });

  test('of the tariff applies to accounts without their own', async () => {
    const { pool } = t.kernel.database;
    await pool.query("update tariff set overage_cap = 0.01 where slug = 'free'");
    try {
      expect(await countDone(40)).toBe(15);
      await setCap('0.02');
      expect(await countDone(40)).toBe(5);
    } finally {
      await pool.query("update tariff set overage_cap = null where slug = 'free'");
    }
  });

  test('in another currency than the plan allows no overage', async () => {
    await setCap('500', true, 'JPY');
    expect(await countDone(20)).toBe(10);
    expect(await call()).toMatchObject({ code: 'spending_cap_reached', limit: '0.00' });
  });

  test('begins anew with the usage month', async () => {
    await setCap('0.01');
    expect(await countDone(40)).toBe(15);
    t.kernel.clock.set(new Date(june));
    expect(await countDone(40)).toBe(15);
  });

  test('refuses calls that the plan does not count in overage only when their quota is used up', async () => {
    await setFreeLimits(
      t.kernel,
      { ...limits, requests_per_month: null, calculations_per_month: 2 },
      { unit: 'calculation', price: '0.01' },
    );
    await setCap('0.03');
    expect(await countDone(10, { endpoint: calculate })).toBe(5);
    expect(await call({ endpoint: calculate })).toMatchObject({ code: 'spending_cap_reached' });
    expect(await call()).toBe('done');
  });

  test('counts what is reserved in advance', async () => {
    await setFreeLimits(
      t.kernel,
      { ...limits, requests_per_month: null, transcription_seconds_per_month: 100 },
      { unit: 'audio_second', price: '0.001' },
    );
    await setCap('0.05');
    const reserve = (units: number) =>
      usage.quota.reserve({ accountId }, 'audio_second', units, createId());
    await reserve(140);
    await expect(reserve(11)).rejects.toMatchObject({
      declaration: { code: 'spending_cap_reached' },
    });
    await reserve(10);
    expect(await call({ endpoint: transcribe })).toMatchObject({ code: 'spending_cap_reached' });
  });

  test('with overage turned off, the quota is the limit', async () => {
    await setCap('0.01', false);
    expect(await countDone(40)).toBe(10);
    expect(await call()).toMatchObject({ code: 'quota_exceeded', metric: 'request', limit: 10 });
  });

  test('is in the headers of each call', async () => {
    await setCap('0.10');
    const admit = async () => (await usage.quota.admit(createActor(accountId), convert)).ceilings;
    const ceiling = { name: 'Spending-Cap', limit: '0.10', resetSeconds: resets.retry_after };
    expect(await admit()).toEqual([{ ...ceiling, remaining: '0.10' }]);
    await countDone(14);
    expect(await admit()).toEqual([{ ...ceiling, remaining: '0.09' }]);
  });
});

describe('the budget of a key', () => {
  test('of requests stops this key and no other', async () => {
    const keyId = await createKey({ requests: 3 });
    const other = await createKey();
    expect(await countDone(8, { keyId })).toBe(3);
    await usage.flush();
    expect(await call({ keyId })).toEqual({
      code: 'key_budget_reached',
      budget: 'requests',
      limit: '3',
      currency: null,
      ...resets,
    });
    expect(await call({ keyId: other })).toBe('done');
    expect(await call()).toBe('done');
  });

  test('of money stops calls over the quota and lets those within it go on', async () => {
    const keyId = await createKey({ overage: '0.01' });
    expect(await countDone(40, { keyId })).toBe(15);
    expect(await call({ keyId })).toMatchObject({
      code: 'key_budget_reached',
      budget: 'overage',
      limit: '0.01',
      currency: 'USD',
    });
    expect(await countDone(3)).toBe(3);
    await usage.flush();
    expect(await call({ keyId, on: fork() })).toMatchObject({ code: 'key_budget_reached' });
    await setFreeLimits(t.kernel, { requests_per_month: 100 }, { unit: 'request', price: '0.002' });
    t.kernel.clock.advance(1001);
    expect(await call({ keyId })).toBe('done');
  });

  test('counts failures on our side as nothing', async () => {
    const keyId = await createKey({ requests: 2 });
    expect(await countDone(2, { keyId, status: 503 })).toBe(2);
    expect(await countDone(4, { keyId })).toBe(2);
  });

  test('goes on with the key that it is rotated into', async () => {
    const keyId = await createKey({ requests: 4 });
    await countDone(3, { keyId });
    await usage.flush();
    const next = await createKey({ requests: 4, lineageId: keyId });
    expect(await countDone(3, { keyId: next })).toBe(1);
    expect(await call({ keyId })).toMatchObject({ code: 'key_budget_reached' });
  });

  test('in another currency than the plan allows no overage', async () => {
    const keyId = await createKey({ overage: '100', currency: 'JPY' });
    expect(await countDone(20, { keyId })).toBe(10);
  });

  test('set in the middle of a month counts what was used before', async () => {
    const keyId = await createKey();
    await countDone(5, { keyId });
    await usage.flush();
    await t.kernel.work.write(async (tx) => {
      await tx
        .updateTable('api_key')
        .set({ requests_budget: 6n })
        .where('id', '=', keyId)
        .execute();
      await usage.changed(tx, accountId);
    });
    expect(await countDone(3, { keyId })).toBe(1);
  });

  test('is known to other processes with each flush', async () => {
    const keyId = await createKey({ requests: 4 });
    const other = fork();
    await countDone(2, { keyId });
    await countDone(1, { keyId, on: other });
    await Promise.all([usage.flush(), other.flush()]);
    t.kernel.clock.advance(31_000);
    await countDone(1, { keyId, on: other });
    await other.flush();
    expect(await call({ keyId, on: other })).toMatchObject({ code: 'key_budget_reached' });
  });

  test('is in the headers of each call', async () => {
    const keyId = await createKey({ overage: '0.01', requests: 20 });
    await countDone(14, { keyId });
    const { ceilings } = await usage.quota.admit(createActor(accountId, keyId), convert);
    const resetSeconds = resets.retry_after;
    expect(ceilings).toEqual([
      { name: 'Key-Budget', limit: '0.01', remaining: '0.00', resetSeconds },
      { name: 'Key-Requests', limit: '20', remaining: '5', resetSeconds },
    ]);
  });

  test('limits what is reserved in advance', async () => {
    await setFreeLimits(
      t.kernel,
      { ...limits, requests_per_month: null, transcription_seconds_per_month: 100 },
      { unit: 'audio_second', price: '0.001' },
    );
    const keyId = await createKey({ overage: '0.05' });
    const reserve = (units: number) =>
      usage.quota.reserve({ accountId, keyId }, 'audio_second', units, createId());
    await expect(reserve(151)).rejects.toMatchObject({
      declaration: { code: 'key_budget_reached' },
    });
    await reserve(150);
  });
});

test('a plan without a part of the API refuses its calls', async () => {
  const { pool } = t.kernel.database;
  const rest = '[{"code": "customs", "name": "Customs"}]';
  const before = await pool.query("select endpoint_groups from tariff where slug = 'free'");
  await pool.query("update tariff set endpoint_groups = $1 where slug = 'free'", [rest]);
  try {
    expect(await call({ endpoint: transcribe })).toEqual({
      code: 'group_not_in_plan',
      group: 'speech',
    });
    expect(await call()).toBe('done');
  } finally {
    const groups = JSON.stringify(before.rows[0].endpoint_groups);
    await pool.query("update tariff set endpoint_groups = $1 where slug = 'free'", [groups]);
  }
});

import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { toAmount } from '#lib/money.ts';
import { createAccount } from '#test/factories/accounts.ts';
import { convert, createActor, createMeteredCall, setFreeLimits } from '#test/factories/usage.ts';
import { recordEvents } from '#test/factories/webhooks.ts';
import { useKernel } from '#test/test-kernel.ts';
import { insertKey } from '../keys/key-store.ts';
import { createUsage, type Usage } from '../usage/usage.ts';
import { saveSetting } from './spending-store.ts';

const t = useKernel();
const noon = new Date('2030-05-14T12:40:00Z');
const half = 'You have used 50 % of your spending cap';
const most = 'You have used 80 % of your spending cap';
const all = 'You have reached your spending cap';
let usage: Usage;
let email: string;
let accountId: number;

beforeEach(async () => {
  t.kernel.clock.set(noon);
  usage = fork();
  email = `${createId()}@example.com`;
  accountId = await createAccount(t.kernel, { email });
  const limits = { requests_per_hour: null, requests_per_day: null, requests_per_month: 100_000 };
  await setFreeLimits(t.kernel, limits, { unit: 'request', price: '0.01' });
  // So that the mails about the quota itself are not among those that are counted.
  await setUsed(100_000);
});

const fork = (changed: Partial<Kernel> = {}) =>
  createUsage({
    ...t.kernel,
    metrics: { ...t.kernel.metrics, addGauge: () => undefined },
    ...changed,
  });

const setUsed = (units: number) =>
  t.kernel.database.pool.query(
    `insert into usage_counter (account_id, metric, span, starts_at, used)
     values ($1, 'request', 'month', '2030-05-01T00:00:00Z', $2)`,
    [accountId, units],
  );

const setCap = (text: string) =>
  t.kernel.work.write(async (tx) => {
    await saveSetting(tx, accountId, { isOverageOn: true, cap: toAmount(text, 'USD') }, noon);
    await usage.changed(tx, accountId);
  });

async function call(times: number, on = usage, keyId?: string): Promise<void> {
  const actor = createActor(accountId, keyId);
  for (let at = 0; at < times; at++) {
    const { overageUnits } = await on.quota.admit(actor, convert);
    on.meter.record(createMeteredCall(actor, { overageUnits }));
  }
  await on.flush();
}

async function subjects(): Promise<string[]> {
  const { rows } = await t.kernel.database.pool.query<{ subject: string }>(
    `select subject from mail where to_address = $1 and kind = 'billing.spending'
     order by subject`,
    [email],
  );
  return rows.map(({ subject }) => subject);
}

test('at 50, 80 and 100 % of the cap, once each, whichever process notices', async () => {
  const events = recordEvents(t.kernel);
  await setCap('0.10');
  await call(4);
  await call(1);
  await expect.poll(subjects).toEqual([half]);
  await call(2, fork());
  await call(1);
  await expect.poll(subjects).toEqual([half, most]);
  await call(2);
  await expect.poll(subjects).toEqual([all, half, most]);
  const other = fork();
  await expect(call(1, other)).rejects.toMatchObject({ data: { limit: '0.10' } });
  expect(await subjects()).toEqual([all, half, most]);
  expect(events.listTypes(accountId).filter((type) => type !== 'quota.reached')).toEqual([
    'spending_cap.near',
    'spending_cap.near',
    'spending_cap.reached',
  ]);
  expect(events.list(accountId, 'spending_cap.reached')).toEqual([
    {
      percent: 100,
      spent: '0.10',
      cap: '0.10',
      currency: 'USD',
      resets_at: '2030-06-01T00:00:00.000Z',
    },
  ]);
});

test('each percentage that one flush passed, the lower ones with a word about the highest', async () => {
  await setCap('0.10');
  await call(10);
  await expect.poll(subjects).toEqual([all, half, most]);
  const { rows } = await t.kernel.database.pool.query<{ subject: string; text: string }>(
    `select subject, body as text from mail
     where to_address = $1 and kind = 'billing.spending' order by subject`,
    [email],
  );
  expect(rows[0]!.text).toContain('429 spending_cap_reached until then');
  for (const { text } of rows.slice(1)) {
    expect(text).toContain('see the e-mail about 100 %');
    expect(text).not.toContain('At 100 %');
  }
  await call(0, fork());
  expect(await subjects()).toHaveLength(3);
});

test('again in the next month', async () => {
  await setCap('0.10');
  await call(5);
  await expect.poll(subjects).toEqual([half]);
  t.kernel.clock.set(new Date('2030-06-03T00:00:00Z'));
  await setFreeLimits(t.kernel, { requests_per_month: 0 }, { unit: 'request', price: '0.01' });
  await call(5, fork());
  await expect.poll(subjects).toEqual([half, half]);
});

test('to the account’s event streams', async () => {
  const signal = new AbortController();
  onTestFinished(() => signal.abort());
  const messages = await t.kernel.live.subscribe({
    accountId,
    topics: ['billing'],
    signal: signal.signal,
  });
  await setCap('0.10');
  await call(5);
  for await (const { data } of messages) {
    expect(data).toEqual({ spending_cap: 50 });
    break;
  }
});

test('about the budgets of a key, with its name', async () => {
  const id = createId();
  const events = recordEvents(t.kernel);
  await t.kernel.work.write((tx) =>
    insertKey(tx, {
      id,
      account_id: accountId,
      lineage_id: id,
      name: 'crawler',
      scopes: ['customs'],
      key_hash: Buffer.from(id),
      key_preview: 'sk_live_test',
      created_at: noon,
      updated_at: noon,
      requests_budget: 10n,
      overage_budget: '0.20',
      overage_budget_currency: 'USD',
    }),
  );
  await call(5, usage, id);
  await expect.poll(subjects).toEqual(['You have used 50 % of the budget of the key “crawler”']);
  await call(5, usage, id);
  await expect
    .poll(subjects)
    .toEqual([
      'You have reached the budget of the key “crawler”',
      'You have used 50 % of the budget of the key “crawler”',
      'You have used 50 % of the budget of the key “crawler”',
      'You have used 80 % of the budget of the key “crawler”',
    ]);
  const near = events.list(accountId, 'key_budget.near');
  expect(near).toHaveLength(3);
  expect(near).toContainEqual({
    key: id,
    name: 'crawler',
    budget: 'overage',
    percent: 50,
    used: '0.10',
    limit: '0.20',
    currency: 'USD',
    resets_at: '2030-06-01T00:00:00.000Z',
  });
  expect(events.list(accountId, 'key_budget.reached')).toMatchObject([
    { budget: 'requests', percent: 100, used: '10', limit: '10', currency: null },
  ]);
});

test('a failed one is retried with the next flush', async () => {
  let failures = 1;
  const send: Kernel['mail']['send'] = async (tx, mail) => {
    if (mail.kind === 'billing.spending' && failures-- > 0) throw new Error('no room');
    return t.kernel.mail.send(tx, mail);
  };
  const silent = { ...t.kernel.log, error: () => undefined } as Kernel['log'];
  const failing = fork({ mail: { ...t.kernel.mail, send }, log: silent });
  await setCap('0.10');
  await call(5, failing);
  await expect.poll(() => failures).toBe(0);
  expect(await subjects()).toEqual([]);
  await call(1, failing);
  await expect.poll(subjects).toEqual([half]);
});

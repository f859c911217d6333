// What a clock that is wrong may not do to customers, with all jobs of the product.
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { saveCard } from '#test/factories/cards.ts';
import { createSandboxPayment } from '#test/factories/payments.ts';
import { setPaymentSettings } from '#test/factories/settings.ts';
import { createCustomer, createSubscription, dayMs } from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';

const t = useApp();
let names = 0;

afterEach(() => t.clock.misset({ processMs: 0, databaseMs: 0 }));

/** What time brings about: a renewal, the end of a trial, a top-up, and a payment that expires. */
async function createCustomers(): Promise<void> {
  const name = `clock-${++names}`;
  const renewed = await createCustomer(t, `${name}-renewed@example.com`, '500');
  await createSubscription(t, renewed, 'pro');
  const onTrial = await createCustomer(t, `${name}-trial@example.com`, '500');
  await createSubscription(t, onTrial, 'starter');
  await createSandboxPayment(t, renewed);
  const toppedUp = await createCustomer(t, `${name}-top-up@example.com`, '20');
  await saveCard(t, toppedUp);
  await setPaymentSettings(t, toppedUp, {
    top_up_is_on: true,
    top_up_threshold: '50.00',
    top_up_amount: '100.00',
    top_up_ceiling: '500.00',
  });
}

async function runSchedules(): Promise<void> {
  for (const queue of t.jobs.schedules.keys())
    if (t.jobs.queues.get(queue)?.options.needsRightClock) await t.jobs.runSchedule(queue);
}

const tables = ['subscription', 'subscription_charge', 'payment', 'journal', 'invoice'];

async function fingerprint(): Promise<unknown[]> {
  const all = tables.map((table) =>
    sql`select count(*), sum(hashtextextended(t::text, 0)) from ${sql.table(table)} t`.execute(
      t.kernel.database.write,
    ),
  );
  return (await Promise.all(all)).map(({ rows }) => rows[0]);
}

describe.each([
  ['the process', { processMs: 91 * dayMs }],
  ['the process', { processMs: -91 * dayMs }],
  ['the database', { databaseMs: 91 * dayMs }],
  ['the database', { databaseMs: -91 * dayMs }],
  ['both', { processMs: 91 * dayMs, databaseMs: 91 * dayMs }],
  ['both', { processMs: -91 * dayMs, databaseMs: -91 * dayMs }],
])('with a wrong clock of %s: %j', (_, wrong) => {
  test('no job touches money or plans, and all of them go on afterwards', async () => {
    await createCustomers();
    const before = await fingerprint();
    t.clock.misset(wrong);
    await runSchedules();
    expect(await fingerprint()).toEqual(before);
    t.clock.misset({ processMs: 0, databaseMs: 0 });
    t.clock.advance(31 * dayMs);
    await runSchedules();
    const after = await fingerprint();
    for (const [at, table] of tables.entries()) expect(after[at], table).not.toEqual(before[at]);
    expect((await verifyLedger(t.kernel)).problems).toEqual([]);
  });
});

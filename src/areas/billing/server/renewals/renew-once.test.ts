// Several processes renew the same plans at the same moment, and one of them dies over it.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { readDatabaseUrl } from '#test/database.ts';
import {
  createCustomer,
  createSubscription,
  dayMs,
  readWalletBalance,
} from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import { startProgram } from '#test/processes/program.ts';

const t = useApp();
const count = 12;

test('charges or lists every period exactly once across processes', async () => {
  const people = await Promise.all(
    Array.from({ length: count }, (_, at) => createCustomer(t, `plan${at}@example.com`, '300')),
  );
  for (const who of people) await createSubscription(t, who, 'pro');
  const args = [
    await readDatabaseUrl(t.kernel.database),
    t.config.APP_SECRET[0],
    t.config.DATA_DIR,
  ];
  const [doomed, first, second] = [1, 2, 3].map(() => startProgram('renew-plans.ts', args)) as [
    ReturnType<typeof startProgram>,
    ReturnType<typeof startProgram>,
    ReturnType<typeof startProgram>,
  ];
  await Promise.all([doomed, first, second].map((one) => one.read()));
  const later = new Date(t.clock.now().getTime() + 62 * dayMs).toISOString();
  const dying = doomed.request(later).catch(() => undefined);
  const working = [first, second].map((one) => one.request(later));
  await doomed.kill();
  await Promise.all([...working, dying]);
  // What the dead process had locked is free by now.
  await first.request(later);
  await Promise.all([first, second].map((one) => one.finish()));
  for (const who of people) expect(await readWalletBalance(t, who)).toBe('142.00');
  const { rows } = await sql`
    select count(*) as charges, count(distinct (subscription_id, period_start)) as periods,
      (select count(*) from missed_period) as missed
    from subscription_charge`.execute(t.kernel.database.write);
  expect(rows[0]).toEqual({ charges: 24n, periods: 24n, missed: 12n });
  expect((await verifyLedger(t.kernel)).problems).toEqual([]);
});

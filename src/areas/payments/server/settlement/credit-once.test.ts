// Several processes hear of the same money at the same moment, and some die over it.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { readDatabaseUrl } from '#test/database.ts';
import {
  applySandboxAction,
  createSandboxPayment,
  fetchAvailableBalance,
} from '#test/factories/payments.ts';
import { useApp } from '#test/harness.ts';
import { startProgram } from '#test/processes/program.ts';

const t = useApp();
const count = 12;

test('every transfer is credited exactly once, by whichever process', async () => {
  const who = await t.signIn('many@example.com');
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const { uuid } = await createSandboxPayment(t, who, { amount: '10.00' });
    await applySandboxAction(t, uuid, 'pay_part', '5.00');
    await applySandboxAction(t, uuid, 'pay_rest');
    ids.push(uuid);
  }
  const args = [
    await readDatabaseUrl(t.kernel.database),
    t.config.APP_SECRET[0],
    t.config.DATA_DIR,
  ];
  const start = () => startProgram('review-payments.ts', args);
  const doomed = start();
  const [first, second] = [start(), start()];
  void doomed.request(ids.join(' ')).catch(() => undefined);
  const working = [first, second].map((one) => one.request(ids.join(' ')));
  await doomed.kill();
  expect(await Promise.all(working)).toEqual([count, count]);
  await Promise.all([first, second].map((one) => one.finish()));
  expect(await fetchAvailableBalance(t, who)).toBe('120.00');
  const { rows } = await sql<{ transfers: bigint; journals: bigint }>`
    select (select count(*) from payment_transfer where journal_id is not null) as transfers,
      (select count(*) from journal) as journals`.execute(t.kernel.database.write);
  expect(rows[0]).toEqual({ transfers: 24n, journals: 24n });
  expect((await verifyLedger(t.kernel)).problems).toEqual([]);
});

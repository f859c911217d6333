// Reconciles the payments of each line of input with the provider, concurrently and each twice, on
// the database argv[2] with the secret argv[3]. Prints their number when they are done.
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { createLedger } from '#areas/ledger/server/index.ts';
import { createPayments, paymentCompleted } from '#areas/payments/server/context.ts';
import { reconcilePayment } from '#areas/payments/server/settlement/reconcile-payment.ts';
import { openDatabase } from '#kernel/database/open-database.ts';
import { openTestKernel } from '../../test-kernel.ts';

const [, , connectionString = '', secret = '', dataDir = ''] = process.argv;
const database = await openDatabase(
  {
    DATA_DIR: '',
    PG_NAMED_STATEMENTS: true,
    // All of them wait for the lock of one wallet, possibly on a slow machine.
    DATABASE_WAIT_MS: 30_000,
    DATABASE_LOCK_TIMEOUT_MS: 30_000,
  },
  pino({ level: 'silent' }),
  { connection: { connectionString } },
);
const kernel = openTestKernel(database, { APP_SECRET: secret, DATA_DIR: dataDir });
kernel.events.handle(paymentCompleted, []);
const payments = createPayments(kernel, createLedger(kernel), async () => true);

for await (const line of createInterface(process.stdin)) {
  const ids = line.split(' ');
  await Promise.all([...ids, ...ids].map((id) => reconcilePayment(payments, id, 'webhook')));
  process.stdout.write(`${JSON.stringify(ids.length)}\n`);
}
await database.close();

// Asks the provider about the payments that it reads, a line an id, on the database argv[2] with
// the secret argv[3]; several at a time, and answers when each is done.
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { openLedger } from '#areas/ledger/server/index.ts';
import { openPayments, paymentCompleted } from '#areas/payments/server/payments.ts';
import { reviewPayment } from '#areas/payments/server/review-payment.ts';
import { openDatabase } from '#kernel/database/database.ts';
import { openTestKernel } from '../kernel.ts';

const [, , connectionString = '', secret = '', dataDir = ''] = process.argv;
const database = await openDatabase(
  {
    DATA_DIR: '',
    PG_NAMED_STATEMENTS: true,
    // All of them wait for one wallet, on a machine that may be busy.
    DATABASE_WAIT_MS: 30_000,
    DATABASE_LOCK_TIMEOUT_MS: 30_000,
  },
  pino({ level: 'silent' }),
  { connection: { connectionString } },
);
const kernel = openTestKernel(database, { APP_SECRET: secret, DATA_DIR: dataDir });
kernel.events.handle(paymentCompleted, []);
const payments = openPayments(kernel, openLedger(kernel));

for await (const line of createInterface(process.stdin)) {
  const ids = line.split(' ');
  await Promise.all([...ids, ...ids].map((id) => reviewPayment(payments, id, 'webhook')));
  process.stdout.write(`${JSON.stringify(ids.length)}\n`);
}
await database.close();

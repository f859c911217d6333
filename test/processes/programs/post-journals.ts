// Posts deposits and charges of one customer on the database argv[2] until it is killed, and prints
// each key after its commit. argv[3] is a prefix of the keys that distinguishes runs.
import { pino } from 'pino';
import { charge, createLedger, deposit } from '#areas/ledger/server/index.ts';
import { systemClock } from '#kernel/clock.ts';
import { openDatabase } from '#kernel/database/open-database.ts';
import { toAmount } from '#lib/money.ts';

const [, , connectionString = '', run = ''] = process.argv;
const database = await openDatabase(
  { DATA_DIR: '', PG_NAMED_STATEMENTS: true },
  pino({ level: 'silent' }),
  { connection: { connectionString } },
);
const ledger = createLedger({ clock: systemClock });
const details = (key: string, text: string) => ({
  accountId: 1,
  amount: toAmount(text, 'USD'),
  idempotencyKey: key,
  actor: 'test',
});

async function write(worker: number): Promise<void> {
  for (let at = 0; ; at++) {
    const key = `${run}:${worker}:${at}`;
    await database.transaction(async (tx) => {
      const draft = deposit({ ...details(`${key}:in`, '2.00'), provider: 'sandbox' });
      await ledger.post(tx, draft);
      await ledger.post(tx, charge(details(`${key}:out`, '1.00')));
    });
    process.stdout.write(`${JSON.stringify(key)}\n`);
  }
}
await Promise.all([1, 2, 3, 4].map(write));

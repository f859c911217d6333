// Runs ledger commands, one per line of input, concurrently on the database argv[2], and prints the
// result of each after its commit.
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { createLedger } from '#areas/ledger/server/index.ts';
import { systemClock } from '#kernel/clock.ts';
import { openDatabase } from '#kernel/database/open-database.ts';
import { type LedgerCommand, runCommand } from '../../factories/ledger-model.ts';

const [, , connectionString = ''] = process.argv;
const database = await openDatabase(
  { DATA_DIR: '', PG_NAMED_STATEMENTS: true },
  pino({ level: 'silent' }),
  { connection: { connectionString } },
);
const ledger = createLedger({ clock: systemClock });

async function answer(move: LedgerCommand): Promise<void> {
  const outcome = await database.transaction((tx) => runCommand(ledger, tx, move));
  process.stdout.write(`${JSON.stringify({ key: move.key, outcome })}\n`);
}

for await (const line of createInterface(process.stdin)) void answer(JSON.parse(line));
await database.close();

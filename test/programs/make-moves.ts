// Makes the moves that it reads, a line each, on the database argv[2], and tells how each ended
// after it was committed. Many at a time.
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { openLedger } from '#areas/ledger/server/index.ts';
import { systemClock } from '#kernel/clock.ts';
import { openDatabase } from '#kernel/database/database.ts';
import { type Move, makeMove } from '../ledger-model.ts';

const [, , connectionString = ''] = process.argv;
const database = await openDatabase(
  { DATA_DIR: '', PG_NAMED_STATEMENTS: true },
  pino({ level: 'silent' }),
  { connection: { connectionString } },
);
const ledger = openLedger({ clock: systemClock });

async function answer(move: Move): Promise<void> {
  const outcome = await database.transaction((tx) => makeMove(ledger, tx, move));
  process.stdout.write(`${JSON.stringify({ key: move.key, outcome })}\n`);
}

for await (const line of createInterface(process.stdin)) void answer(JSON.parse(line));
await database.close();

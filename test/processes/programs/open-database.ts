// Opens the embedded database of the folder argv[2], then answers each line of SQL with a line of
// JSON.
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { openDatabase } from '#kernel/database/open-database.ts';

const database = await openDatabase(
  { DATA_DIR: process.argv[2] ?? '', PG_NAMED_STATEMENTS: true },
  pino({ level: 'silent' }),
  { serverSettings: { fsync: 'off' } },
);
writeLine({ rows: [] });
for await (const sql of createInterface(process.stdin)) {
  await database.pool.query(sql).then(
    ({ rows }) => writeLine({ rows }),
    (error: Error) => writeLine({ error: error.message }),
  );
}
await database.close();

function writeLine(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

// Opens the embedded database of the folder argv[2], then answers each line of SQL with a line of JSON.
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { openDatabase } from '#kernel/database/database.ts';

const database = await openDatabase(
  { DATA_DIR: process.argv[2] ?? '', PG_NAMED_STATEMENTS: true },
  pino({ level: 'silent' }),
  { serverSettings: { fsync: 'off' } },
);
say({ rows: [] });
for await (const sql of createInterface(process.stdin)) {
  await database.pool.query(sql).then(
    ({ rows }) => say({ rows }),
    (error: Error) => say({ error: error.message }),
  );
}
await database.close();

function say(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

// Runs due renewals at the time of each line of input, on the database argv[2] with the secret
// argv[3].
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { renewDue } from '#areas/billing/server/renewals/renew.ts';
import { openDatabase } from '#kernel/database/open-database.ts';
import { openAreas } from '../../../src/app.ts';
import { openTestKernel } from '../../test-kernel.ts';

const [, , connectionString = '', secret = '', dataDir = ''] = process.argv;
const database = await openDatabase(
  { DATA_DIR: '', PG_NAMED_STATEMENTS: true },
  pino({ level: 'silent' }),
  { connection: { connectionString } },
);
const kernel = openTestKernel(database, { APP_SECRET: secret, DATA_DIR: dataDir });
const areas = openAreas(kernel);
process.stdout.write('"ready"\n');

for await (const line of createInterface(process.stdin)) {
  kernel.clock.set(new Date(line));
  await renewDue(areas.subscriptions);
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
await kernel.live.close();
await kernel.limits.close();
await kernel.pdf.close();
await database.close();
process.exit(0);

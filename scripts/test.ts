import { buildIfStale } from './build/build-if-stale.ts';
import { runChecks, runStep } from './steps.ts';
import { startSystemPostgres } from './system-postgres.ts';

await runChecks();
const postgres = await startSystemPostgres();
if (postgres) {
  const env = { TEST_DATABASE_URL: postgres.url };
  // Random calls find nothing more on another version.
  const rest = ['--project', 'database', '--exclude', 'test/fuzz/**'];
  await runStep('tests, PostgreSQL 15', ['vitest', 'run', ...rest], { env });
  await postgres.stop();
}
await buildIfStale();
await runStep('browser journeys', ['playwright', 'test']);

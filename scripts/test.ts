import { buildIfStale } from './build.ts';
import { runChecks, runStep } from './steps.ts';
import { startSystemPostgres } from './system-postgres.ts';

await runChecks();
const postgres = await startSystemPostgres();
if (postgres) {
  const env = { TEST_DATABASE_URL: postgres.url };
  // What starts processes of its own brings its own database along, the embedded one; calls that
  // nobody thought of were made by the checks.
  const own = ['durability', 'processes', 'tidy', 'fuzz', 'wrong-types'].flatMap((name) => [
    '--exclude',
    `test/${name}.test.ts`,
  ]);
  await runStep('tests, PostgreSQL 15', ['vitest', 'run', '--project', 'node', ...own], env);
  await postgres.stop();
}
await buildIfStale();
await runStep('browser journeys', ['playwright', 'test']);

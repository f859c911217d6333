// The steps that `npm run check` and `npm test` have in common.
import { execFileSync } from 'node:child_process';
import { laterFiles } from '#test/parts.ts';
import { clearRecordedResponses } from '#test/response-coverage/recorded-responses.ts';
import { listAffectedTests } from '#test/test-files.ts';
import { writeClients } from './sdk/write-clients.ts';
import { root, runStep, runStepsAtOnce } from './steps.ts';

const reporters = ['--reporter=minimal', '--reporter=./test/run-reporter.ts'];

export const vitestStep = (name: string, args: readonly string[], env?: NodeJS.ProcessEnv) => ({
  name,
  command: ['vitest', 'run', ...reporters, ...args],
  ...(env && { env }),
});

/** Everything but the browser journeys. */
export async function runChecks(): Promise<void> {
  await runStaticChecks();
  clearRecordedResponses();
  await runStep(
    vitestStep(
      'tests',
      laterFiles.flatMap((file) => ['--exclude', file]),
    ),
  );
  await runStep({
    name: 'responses of the API',
    command: ['node', 'test/response-coverage/check-coverage.ts'],
  });
}

/** The checks, and the journeys through the built product. */
export async function runNpmTest(): Promise<void> {
  await runChecks();
  await runJourneys('journeys');
}

/** Of a project of playwright.config.ts, on a fresh build. Returns whether all succeeded. */
export async function runJourneys(project: string): Promise<boolean> {
  const isBuilt = await runStep({ name: 'build', command: ['node', 'scripts/build.ts'] });
  return isBuilt && runStep(journeysStep(project));
}

const journeysStep = (project: string) => ({
  name: project === 'journeys' ? 'browser journeys' : project,
  command: ['playwright', 'test', `--project=${project}`, '--reporter=dot,./e2e/count-tests.ts'],
});

/** Of the tests only those that belong to what git calls changed. */
export async function runChecksOfChange(): Promise<void> {
  await runStaticChecks();
  const tests = listAffectedTests(listChanged()).filter((file) => !laterFiles.includes(file));
  if (tests.length > 0) await runStep(vitestStep('tests of the change', tests));
}

function runStaticChecks() {
  writeClients();
  return runStepsAtOnce([
    { name: 'format, lint', command: ['biome', 'check'] },
    { name: 'types', command: ['tsc', '-b'] },
    { name: 'generated files', command: ['node', 'scripts/generate.ts', '--check'] },
  ]);
}

function listChanged(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '-o', '--exclude-standard')];
}

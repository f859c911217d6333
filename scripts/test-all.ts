// npm run test:all [-- LIST | PART ... | --turn NUMBER]: `npm test` and all parts of test/parts.ts;
// or only those that are named; or one of them, in turn by a number that grows.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Part, parts } from '#test/parts.ts';
import { runJourneys, runNpmTest, vitestStep } from './checks.ts';
import { root, runStep, type Step, summarize } from './steps.ts';
import { installSystemPackages } from './system-packages.mjs';
import { startSystemPostgres } from './system-postgres.ts';

type LastRun = { at: string; seconds: number; isPassed: boolean };

const recordsFile = path.join(root, '.cache/test-parts.json');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { turn: { type: 'string' } },
});
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));

if (positionals[0]?.toUpperCase() === 'LIST') printList();
else if (unknown.length > 0 || (values.turn !== undefined && !/^\d+$/.test(values.turn))) {
  console.error('Usage: npm run test:all [-- LIST | PART ... | --turn NUMBER]');
  process.exitCode = 1;
} else {
  const chosen = choose();
  if (chosen === parts) await runNpmTest();
  for (const part of chosen) await runPart(part);
  process.exitCode = summarize();
}

function choose(): readonly Part[] {
  if (values.turn !== undefined) return [parts[Number(values.turn) % parts.length]!];
  if (positionals.length > 0) return parts.filter(({ name }) => positionals.includes(name));
  return parts;
}

async function runPart(part: Part): Promise<void> {
  const started = Date.now();
  const missing = await installPackages(part.packages ?? []);
  if (missing.length > 0)
    console.log(`${part.name}: skipped where needed: apt-get install ${missing.join(' ')}`);
  // Most tests skip what is missing; these can not, and nothing is recorded for them.
  if (missing.length > 0 && (part.script || part.isOnSystemPostgres)) return;
  const isPassed = await runTests(part);
  const seconds = Math.round((Date.now() - started) / 1000);
  record(part.name, { at: new Date(started).toISOString(), seconds, isPassed });
}

function runTests(part: Part): Promise<boolean> {
  if (part.journeys) return runJourneys(part.journeys);
  return part.isOnSystemPostgres ? runOnSystemPostgres(part) : runStep(toStep(part));
}

function toStep({ name, files = [], again = [], env, script }: Part): Step {
  if (script) return { name, command: ['node', `scripts/${script[0]}`, ...script.slice(1)] };
  return vitestStep(name, [...files, ...again], env);
}

async function runOnSystemPostgres(part: Part): Promise<boolean> {
  const postgres = await startSystemPostgres();
  if (!postgres) throw new Error('PostgreSQL 15 is installed, but not where Debian puts it.');
  const isPassed = await runStep({ ...toStep(part), env: { TEST_DATABASE_URL: postgres.url } });
  await postgres.stop();
  return isPassed;
}

/** Returns those that are missing afterwards. */
async function installPackages(names: readonly string[]): Promise<string[]> {
  const listMissing = () =>
    names.filter((name) => spawnSync('dpkg-query', ['--show', name]).status !== 0);
  const missing = listMissing();
  if (missing.length === 0 || process.getuid?.() !== 0) return missing;
  await installSystemPackages(`apt-get install -y --no-install-recommends ${missing.join(' ')}`);
  return listMissing();
}

function readRecords(): Record<string, LastRun> {
  try {
    return JSON.parse(readFileSync(recordsFile, 'utf8')) as Record<string, LastRun>;
  } catch {
    return {};
  }
}

function record(name: string, run: LastRun): void {
  mkdirSync(path.dirname(recordsFile), { recursive: true });
  writeFileSync(recordsFile, JSON.stringify({ ...readRecords(), [name]: run }, null, 1));
}

function printList(): void {
  const records = readRecords();
  for (const { name, about } of parts) {
    const last = records[name];
    const when = last
      ? `${last.at.slice(0, 16).replace('T', ' ')} UTC, ${last.seconds} s${last.isPassed ? '' : ', failed'}`
      : 'not yet on this machine';
    console.log(`${name.padEnd(16)} ${when.padEnd(32)} ${about}`);
  }
}

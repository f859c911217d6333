// A process that posts is killed in the middle, several times, while another one posts too.
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { useKernel } from '#test/kernel.ts';
import { startProgram } from '#test/program.ts';
import { openLedger, verifyLedger } from './index.ts';

const filled = useKernel();
const acknowledgedEach = 40;

async function connectionString(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    filled.kernel.database.write,
  );
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${rows[0]!.name}`;
  return url.href;
}

/** Kills the process once it has acknowledged so many pairs; returns those. */
async function postUntilKilled(address: string, run: string): Promise<string[]> {
  const program = startProgram('post-journals.ts', [address, run]);
  const acknowledged: string[] = [];
  while (acknowledged.length < acknowledgedEach) acknowledged.push(await program.read<string>());
  await program.kill();
  return acknowledged;
}

test('nothing acknowledged is lost, nothing is half there, whoever is killed', async () => {
  const { kernel } = filled;
  const db = kernel.database.write;
  const address = await connectionString();
  const runs = await Promise.all([
    postUntilKilled(address, 'a'),
    postUntilKilled(address, 'b').then(async (first) => [
      ...first,
      ...(await postUntilKilled(address, 'c')),
    ]),
  ]);
  const wanted = runs.flat().flatMap((key) => [`${key}:in`, `${key}:out`]);
  // What a killed process had sent may still commit: its connections end first.
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: bigint }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and application_name = '' and state <> 'idle'`.execute(db);
      return Number(rows[0]?.count);
    })
    .toBe(0);
  const { rows } = await sql<{ idempotency_key: string }>`
    select idempotency_key from journal`.execute(db);
  const kept = new Set(rows.map((row) => row.idempotency_key));
  expect(wanted.filter((key) => !kept.has(key))).toEqual([]);
  const halves = [...kept].filter((key) => !kept.has(key.replace(/:(in|out)$/, otherHalf)));
  expect(halves).toEqual([]);
  const [balance] = await openLedger(kernel).balances(1);
  expect(balance?.total.minor).toBe(BigInt(kept.size / 2) * 100n);
  expect((await verifyLedger(kernel)).problems).toEqual([]);
}, 30_000);

const otherHalf = (half: string) => (half === ':in' ? ':out' : ':in');

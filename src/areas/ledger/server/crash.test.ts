// A process that posts is killed in the middle, several times, while another one posts too.
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readDatabaseUrl } from '#test/database.ts';
import {
  arbitraryStep,
  type CommandResult,
  createModel,
  type LedgerCommand,
  modelBalances,
  planCommand,
  readBalances,
} from '#test/factories/ledger-model.ts';
import { type Program, startProgram } from '#test/processes/program.ts';
import { useKernel } from '#test/test-kernel.ts';
import { createLedger, verifyLedger } from './index.ts';

const filled = useKernel();
const acknowledgedEach = 40;

/** Kills the process once it has acknowledged so many pairs; returns those. */
async function postUntilKilled(address: string, run: string): Promise<string[]> {
  const program = startProgram('post-journals.ts', [address, run]);
  const acknowledged: string[] = [];
  while (acknowledged.length < acknowledgedEach) acknowledged.push(await program.read<string>());
  await program.kill();
  return acknowledged;
}

test('killed processes lose nothing acknowledged and leave nothing half-written', async () => {
  const { kernel } = filled;
  const db = kernel.database.write;
  const address = await readDatabaseUrl(filled.kernel.database);
  const runs = await Promise.all([
    postUntilKilled(address, 'a'),
    postUntilKilled(address, 'b').then(async (first) => [
      ...first,
      ...(await postUntilKilled(address, 'c')),
    ]),
  ]);
  const expected = runs.flat().flatMap((key) => [`${key}:in`, `${key}:out`]);
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
    select idempotency_key from journal where idempotency_key ~ ':(in|out)$'`.execute(db);
  const stored = new Set(rows.map((row) => row.idempotency_key));
  expect(expected.filter((key) => !stored.has(key))).toEqual([]);
  const halves = [...stored].filter((key) => !stored.has(key.replace(/:(in|out)$/, otherHalf)));
  expect(halves).toEqual([]);
  const [balance] = await createLedger(kernel).balances(db, 1);
  expect(balance?.total.minor).toBe(BigInt(stored.size / 2) * 100n);
  expect((await verifyLedger(kernel)).problems).toEqual([]);
});

const otherHalf = (half: string) => (half === ':in' ? ':out' : ':in');

const seed = 20261121;
/** Of the process, by kill -9. */
const crashes = 6;
const answersUntilKill = fc.integer({ min: 5, max: 40 });
const histories = fc.array(fc.array(arbitraryStep, { minLength: 60, maxLength: 60 }), {
  minLength: 6,
  maxLength: 6,
});

type Waiting = { move: LedgerCommand; tell: (outcome: CommandResult) => void };
type Answer = { key: string; outcome: CommandResult };

/** Moves by a process that is killed after so many answers; the next one gets what has none. */
function openMover(address: string, answersUntilKill: readonly number[]) {
  const waiting = new Map<string, Waiting>();
  let program: Program;
  let isOver = false;
  let sentAgain = 0;
  async function run(): Promise<void> {
    for (const answers of [...answersUntilKill, Number.POSITIVE_INFINITY]) {
      program = startProgram('run-ledger-commands.ts', [address]);
      sentAgain += waiting.size;
      for (const { move } of waiting.values()) program.send(JSON.stringify(move));
      for (let answer = 0; answer < answers; answer++) {
        const { key, outcome } = await program.read<Answer>();
        waiting.get(key)?.tell(outcome);
        waiting.delete(key);
      }
      await program.kill();
    }
  }
  const running = run().catch((error) => {
    if (!isOver) throw error;
  });
  return {
    running,
    make: (move: LedgerCommand) =>
      new Promise<CommandResult>((tell) => {
        waiting.set(move.key, { move, tell });
        program.send(JSON.stringify(move));
      }),
    end: async () => {
      isOver = true;
      await program.kill();
      return { sentAgain };
    },
  };
}

test('random commands repeated after a crash agree with the model', async () => {
  const mover = openMover(
    await readDatabaseUrl(filled.kernel.database),
    fc.sample(answersUntilKill, { numRuns: crashes, seed }),
  );
  const models = fc.sample(histories, { numRuns: 1, seed })[0]!.map(async (steps, customer) => {
    const model = createModel(100 + customer);
    for (const [at, one] of steps.entries()) {
      const planned = planCommand(model, one, `crash:${customer}:${at}`);
      if (!planned) continue;
      const outcome = await mover.make(planned.command);
      if (planned.refusal !== null || 'refusal' in outcome)
        expect(outcome).toEqual({ refusal: planned.refusal });
      else planned.apply(outcome.id);
    }
    return model;
  });
  const ended = await Promise.race([Promise.all(models), mover.running]);
  const { sentAgain } = await mover.end();
  expect(sentAgain).toBeGreaterThan(crashes);
  const ledger = createLedger(filled.kernel);
  for (const model of ended!)
    expect(await readBalances(ledger, filled.kernel.database.write, model.accountId)).toEqual(
      modelBalances(model),
    );
  expect((await verifyLedger(filled.kernel)).problems).toEqual([]);
});

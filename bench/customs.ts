// The cost of a calculation in the engine and as a call, and the speed of PDF documents.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { createPdfContent } from '#areas/customs/server/calculations/documents/pdf-content.ts';
import { template } from '#areas/customs/server/calculations/documents/pdf-document.ts';
import { previewCalculation } from '#areas/customs/server/calculations/saved-calculations.ts';
import type { Customs } from '#areas/customs/server/customs.ts';
import { evaluate } from '#areas/customs/server/engine/evaluate.ts';
import { readConsignment } from '#areas/customs/server/engine/read-facts.ts';
import type { RuleSet, RuleTest } from '#areas/customs/server/engine/rules/rule-set.ts';
import type { FindRate } from '#areas/customs/server/engine/scope.ts';
import { createCustoms } from '#areas/customs/server/index.ts';
import { readRuleFiles } from '#areas/customs/server/rule-sets/rule-files.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { openPdfRenderer } from '#kernel/pdf/pdf.ts';
import { Decimal } from '#lib/decimal.ts';
import { readAppConfig } from '../src/app-config.ts';
import { car } from './load/calculations.ts';
import { requireLinux, startServer } from './load/processes.ts';
import { rawRequest } from './load/raw-request.ts';
import { compareCpu } from './load/rounds.ts';
import type { Row } from './load/rows.ts';
import { openTestbed, type Testbed } from './load/testbed.ts';

const linesMax = 100;
const requestsMax = 4000;
const documentsMax = 60;
const documentsAtOnce = 4;

export default async function measureCustoms(): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const log = pino({ level: 'silent' });
  const { kernel, closing } = await openKernel(readAppConfig(testbed.env), log);
  try {
    return [
      measureEngine('vehicle', 1000, 0.3),
      measureEngine('goods', 50, 5),
      await compareCalls(testbed, kernel.database),
      ...(await measureDocuments(createCustoms(kernel))),
    ];
  } finally {
    for (const { run } of closing) await run();
    await testbed.close();
  }
}

const constantRate: FindRate = (from, to) => ({
  from,
  to,
  date: '2026-11-20',
  source: 'bench',
  rate: new Decimal('1.2345'),
});

function readInput({ facts: rawFacts, date }: RuleTest) {
  const { facts, items } = readConsignment(rawFacts);
  const many = Array.from({ length: linesMax }, (_, at) => items[at % items.length]!);
  return { facts, items: items.length > 0 ? many : [], date };
}

/** The slowest of all rule sets, each with its first example. */
function measureEngine(kind: RuleSet['kind'], runs: number, promise: number): Row {
  const costs = readRuleFiles()
    .filter((ruleSet) => ruleSet.kind === kind)
    .map((ruleSet) => ({ id: ruleSet.id, ms: timeOne(ruleSet, runs) }));
  const { id, ms } = costs.reduce((most, one) => (one.ms > most.ms ? one : most));
  const what = kind === 'vehicle' ? 'a vehicle' : `goods of ${linesMax} lines`;
  return {
    what: `${what} in the engine, by the slowest rules, ${id}`,
    unit: 'ms CPU',
    measured: ms,
    limit: promise,
  };
}

function timeOne(ruleSet: RuleSet, runs: number): number {
  const input = readInput(ruleSet.tests[0]!);
  const run = () => evaluate(ruleSet, input, constantRate);
  for (let at = 0; at < runs; at++) run();
  const before = process.cpuUsage();
  for (let at = 0; at < runs; at++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / runs;
}

async function compareCalls({ env, tokens }: Testbed, { pool }: Database): Promise<Row> {
  await pool.query(
    'create table bench_row (id int generated always as identity primary key, account_id int not null, inputs jsonb not null, result jsonb not null)',
  );
  const serverEnv = { ...env, LOG_LEVEL: 'warn' };
  const server = await startServer(
    'bench/programs/customs-calls.ts',
    serverEnv,
    '/apix/data_customs/rule-sets/',
  );
  const createLoad = (path: string) => ({
    requests: tokens.map((token) =>
      rawRequest('POST', path, [`Authorization: Bearer ${token}`], car),
    ),
    count: requestsMax,
    status: 200,
  });
  try {
    const cpu = await compareCpu({
      insert: { server, load: createLoad('/apix/bench/rows/') },
      calculate: { server, load: createLoad('/apix/data_customs/vehicle-calculation/calculate/') },
    });
    return {
      what: 'a vehicle calculated and kept by a call, beside a bare insert of such a row',
      unit: 'µs CPU',
      measured: cpu.calculate,
      baseline: cpu.insert,
      // Six evaluations: the result, its sensitivity to rates, and what other facts would change.
      limit: 3.5,
    };
  } finally {
    await server.stop();
  }
}

/** A few documents in parallel, while the event loop stays free. */
async function measureDocuments(customs: Customs): Promise<Row[]> {
  const pdf = openPdfRenderer(pino({ level: 'silent' }));
  const { inputs, ...result } = await previewCalculation(customs, { kind: 'vehicle', input: car });
  const render = (id: number) => {
    const row = { id, kind: 'vehicle', title: `Paper ${id}`, notes: '', inputs, result };
    return pdf.render(template, createPdfContent(row as never, 'https://weftline.example.com'));
  };
  const many = (count: number) =>
    Promise.all(
      Array.from({ length: documentsAtOnce }, async (_, worker) => {
        for (let at = worker; at < count; at += documentsAtOnce) await render(at);
      }),
    );
  try {
    await many(documentsAtOnce * 2);
    const lag = monitorEventLoopDelay({ resolution: 1 });
    lag.enable();
    // One thread renders, so its CPU time is the elapsed time.
    const before = process.cpuUsage();
    await many(documentsMax);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000 / documentsMax;
    lag.disable();
    return [
      { what: 'a paper of a calculation, warm', unit: 'ms CPU', measured: ms, limit: 40 },
      {
        what: '  the event loop waited, in 99 of 100 times at most',
        unit: 'ms',
        measured: lag.percentile(99) / 1e6,
        limit: 20,
      },
    ];
  } finally {
    await pdf.close();
  }
}

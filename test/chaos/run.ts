// One run: traffic, faults one after the other, and then the findings.
import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '#lib/durations.ts';
import { readResidentBytes } from '../../bench/load/processes.ts';
import { median } from '../../bench/load/rows.ts';
import { createRandom, type Random } from '../fuzz/random.ts';
import { scaledMs } from '../time-limits.ts';
import { createClient } from './client.ts';
import {
  createKillLog,
  type Fault,
  faults,
  type KillLog,
  killFaults,
  type Victim,
} from './faults.ts';
import { type Finding, findViolations } from './findings.ts';
import { settle } from './settle.ts';
import { openStack, type Stack } from './stack.ts';
import { startTraffic, type Traffic } from './traffic.ts';
import { waitUntil } from './wait-until.ts';
import { createWriteLog, type WriteLog } from './write-log.ts';

export type RunOptions = {
  seed: number;
  /** How long each fault lasts, unless it kills. */
  lastsMs: number;
  /** When to begin no further fault. */
  isOver: (progress: Progress) => boolean;
  /** The share of faults that kill a process, beyond those that come round. */
  killShare: number;
  /** Whether the run is long enough to judge its memory. */
  judgesMemory: boolean;
  print: (line: string) => void;
};

/** `rounds` are complete ones: in each, every fault happens once. */
export type Progress = { elapsedMs: number; kills: number; rounds: number };
export type FaultRow = { name: string; times: number; worstGapMs: number; result: string };
export type Report = {
  rows: FaultRow[];
  findings: Finding[];
  kills: Record<Victim, number>;
  acknowledged: number;
  minutes: number;
  logFolder: string;
};

/** While the database does not respond, up to three statements of a call wait 10 s each. */
const callTimeoutMs = scaledMs(30_000);
const recoverTimeoutMs = scaledMs(60_000);
/** Between two faults, once all works again: at least, and how much longer at most. */
const calm = { leastMs: 200, moreMs: 1800 };
/** A killed process holds the keys of its calls for a minute. */
const finishTimeoutMs = scaledMs(120_000);
const memoryEveryMs = 1000;
const memoryRatioMax = 1.25;

export async function runChaos(options: RunOptions): Promise<Report & { close(): Promise<void> }> {
  // Two sequences: how much traffic there is must not change the order of the faults.
  const random = createRandom(options.seed);
  const ofTraffic = createRandom(options.seed + 1);
  const stack = await openStack();
  try {
    const log = createWriteLog();
    const { killed, steady } = stack.proxies;
    const origins = [killed, steady].map(({ port }) => `http://127.0.0.1:${port}`);
    const client = createClient(origins, callTimeoutMs);
    const { customers, secret } = stack;
    const traffic = await startTraffic({ client, log, customers, random: ofTraffic, secret });
    const memory = watchMemory(stack);
    const startedMs = performance.now();
    const kills = createKillLog(stack);
    const rows = await inject(options, { stack, traffic, random, log, kills });
    await traffic.finish(finishTimeoutMs);
    const settled = await settle(stack);
    memory.stop();
    const known = {
      log,
      client,
      traffic,
      kills: { origin: origins[0]!, endedMs: kills.endedMs.app },
    };
    const findings = await findViolations(stack, known);
    const { app, worker, database } = kills.endedMs;
    return {
      rows,
      kills: { app: app.length, worker: worker.length, database: database.length },
      acknowledged: log.countWrites(),
      minutes: (performance.now() - startedMs) / minuteMs,
      logFolder: stack.logFolder,
      findings: [...findings, settled, judgeCrashes(stack), memory.judge(options.judgesMemory)],
      close: stack.close,
    };
  } catch (error) {
    await stack.close();
    throw error;
  }
}

type Ground = { stack: Stack; traffic: Traffic; random: Random; log: WriteLog; kills: KillLog };

async function inject(options: RunOptions, ground: Ground): Promise<FaultRow[]> {
  const { stack, random, log, kills } = ground;
  const rows = new Map<string, FaultRow>();
  const startedMs = performance.now();
  let rounds = 0;
  let round: Fault[] = [...faults];
  const progress = () => ({
    elapsedMs: performance.now() - startedMs,
    kills: kills.count(),
    rounds,
  });
  while (!options.isOver(progress())) {
    const fault = random.happens(options.killShare)
      ? random.pick(killFaults)
      : round.splice(random.below(round.length), 1)[0]!;
    if (round.length === 0) {
      rounds++;
      round = [...faults];
    }
    const row = rows.get(fault.name) ?? { name: fault.name, times: 0, worstGapMs: 0, result: 'ok' };
    rows.set(fault.name, row);
    const missing = fault.missing?.(stack);
    if (missing) {
      row.result = `skipped: ${missing}`;
      continue;
    }
    const fromMs = performance.now();
    await fault.happen({ ...ground, lastsMs: options.lastsMs });
    const isBack = await waitUntil(recoverTimeoutMs, () => isWorking(stack, log));
    if (!isBack) row.result = 'NOT RECOVERED';
    const toMs = performance.now();
    row.times++;
    row.worstGapMs = Math.max(row.worstGapMs, log.worstGapMs(fromMs, toMs));
    const seconds = ((toMs - fromMs) / 1000).toFixed(1);
    options.print(`${kills.count()} ${fault.name}: ${seconds} s until all works again`);
    await sleep(calm.leastMs + random.below(calm.moreMs));
  }
  return [...rows.values()];
}

function judgeCrashes({ killed, worker, steady }: Stack): Finding {
  const crashes = Object.entries({ killed, worker, steady }).flatMap(([name, process]) =>
    process.crashes().map((how) => `${name}: ${how}`),
  );
  return {
    what: 'no process ended by itself',
    figure: crashes.join(', '),
    isViolated: crashes.length > 0,
  };
}

/** All processes are ready, and a write is acknowledged after that. */
async function isWorking(stack: Stack, log: WriteLog): Promise<boolean> {
  if (!(await stack.isReady())) return false;
  const before = log.countWrites();
  return waitUntil(5000, async () => log.countWrites() > before);
}

/** Of the process that runs all the time. */
function watchMemory(stack: Stack) {
  const samples: number[] = [];
  const timer = setInterval(() => {
    const pid = stack.steady.pid();
    if (pid !== undefined) samples.push(readResidentBytes(pid));
  }, memoryEveryMs);
  return {
    stop: () => clearInterval(timer),
    judge(judges: boolean): Finding {
      const third = Math.max(1, Math.floor(samples.length / 3));
      const [first, last] = [samples.slice(0, third), samples.slice(-third)].map(median);
      const ratio = last! / first!;
      const [from, to] = [first!, last!].map((bytes) => (bytes / 1024 ** 2).toFixed(0));
      const short = judges ? '' : ' (too short to judge)';
      return {
        what: `memory of the last third at most ${memoryRatioMax} times that of the first`,
        figure: `${from} MB, then ${to} MB: ${ratio.toFixed(2)}${short}`,
        isViolated: judges && ratio > memoryRatioMax,
      };
    },
  };
}

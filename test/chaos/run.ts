// One run: traffic, faults one after the other, and then the findings.
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../bench/load/rows.ts';
import { createRandom, type Random } from '../fuzz/random.ts';
import { createClient } from './client.ts';
import { type Fault, faults, kills } from './faults.ts';
import { type Finding, findViolations } from './findings.ts';
import { settle, waitUntil } from './settle.ts';
import { openStack, type Stack } from './stack.ts';
import { startTraffic, type Traffic } from './traffic.ts';
import { createWriteLog, type WriteLog } from './write-log.ts';

export type RunOptions = {
  seed: number;
  /** How long each fault lasts. */
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
export type Report = { rows: FaultRow[]; findings: Finding[]; kills: number; logFolder: string };

/** While the database stands still, up to three statements of a call wait 10 s each. */
const callTimeoutMs = 30_000;
const recoverTimeoutMs = 60_000;
const calmMs = 700;
/** A killed process holds the keys of its calls for a minute. */
const finishTimeoutMs = 90_000;
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
    const injected = await inject(options, { stack, traffic, random, log });
    await traffic.finish(finishTimeoutMs);
    const settled = await settle(stack);
    memory.stop();
    const known = { log, client, traffic, kills: injected.appKills };
    const findings = await findViolations(stack, known);
    return {
      rows: injected.rows,
      kills: injected.kills,
      logFolder: stack.logFolder,
      findings: [...findings, settled, memory.judge(options.judgesMemory)],
      close: stack.close,
    };
  } catch (error) {
    await stack.close();
    throw error;
  }
}

type Ground = { stack: Stack; traffic: Traffic; random: Random; log: WriteLog };

async function inject(options: RunOptions, { stack, traffic, random, log }: Ground) {
  const rows = new Map<string, FaultRow>();
  const appKills: number[] = [];
  const startedMs = performance.now();
  let killCount = 0;
  let rounds = 0;
  let round: Fault[] = [...faults];
  const progress = () => ({ elapsedMs: performance.now() - startedMs, kills: killCount, rounds });
  while (!options.isOver(progress())) {
    const fault = random.happens(options.killShare)
      ? random.pick(kills)
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
    await fault.happen({ stack, traffic, random, lastsMs: options.lastsMs });
    if (fault.isKill) killCount++;
    // Of the app, at its end: what it had not stored by then is lost.
    if (fault.name === 'app killed') appKills.push(stack.killed.killedAtMs());
    const isBack = await waitUntil(recoverTimeoutMs, () => isWorking(stack, log));
    if (!isBack) row.result = 'NOT RECOVERED';
    const toMs = performance.now();
    row.times++;
    row.worstGapMs = Math.max(row.worstGapMs, log.worstGapMs(fromMs, toMs));
    options.print(`${fault.name}: ${((toMs - fromMs) / 1000).toFixed(1)} s until all works again`);
    await sleep(calmMs);
  }
  return { rows: [...rows.values()], kills: killCount, appKills };
}

/** Both processes are ready, and a write is acknowledged after that. */
async function isWorking(stack: Stack, log: WriteLog): Promise<boolean> {
  if (!(await stack.isReady())) return false;
  const before = log.countWrites();
  return waitUntil(5000, async () => log.countWrites() > before);
}

/** Of the process that runs all the time. */
function watchMemory(stack: Stack) {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(stack.steady.residentBytes()), memoryEveryMs);
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

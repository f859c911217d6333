// The time to start the app when it is built already.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#test/processes/ports.ts';
import { buildIfStale } from '../scripts/build/build-if-stale.ts';
import { root } from './load/processes.ts';
import { median, type Row } from './load/rows.ts';

const runsMax = 5;
const pollMs = 5;
const startTimeoutMs = 60_000;

export default async function measureStart(): Promise<Row[]> {
  await buildIfStale();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-bench-'));
  try {
    const first = await timeStart(dataDir);
    const starts: Times[] = [];
    for (let run = 0; run < runsMax; run++) starts.push(await timeStart(dataDir));
    const s = { unit: 's', limit: 1.5 };
    const readMedian = (what: keyof Times) => median(starts.map((times) => times[what]));
    return [
      { ...s, what: 'npm start to 200 on /healthz', measured: readMedian('health') },
      { ...s, what: 'npm start to 200 on /', measured: readMedian('page') },
      { ...s, what: 'npm start to 200 on /readyz', measured: readMedian('ready') },
      { unit: 's', what: '  the first time, on an empty DATA_DIR', measured: first.page },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Times = { health: number; page: number; ready: number };

async function timeStart(dataDir: string): Promise<Times> {
  const port = await findFreePort();
  const startedMs = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    // A separate process group: a signal to npm alone does not reach the children of its shell.
    detached: true,
  });
  const closed = once(child, 'close');
  const words: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => words.push(chunk));
  try {
    const secondsTo = async (url: string) => {
      while (!(await isResponding(`http://127.0.0.1:${port}${url}`))) {
        if (child.exitCode !== null || performance.now() - startedMs > startTimeoutMs)
          throw new Error(`npm start did not answer: ${Buffer.concat(words)}`);
        await sleep(pollMs);
      }
      return (performance.now() - startedMs) / 1000;
    };
    const [health, page, ready] = await Promise.all(['/healthz', '/', '/readyz'].map(secondsTo));
    return { health, page, ready } as Times;
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await closed;
  }
}

const isResponding = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    () => false,
  );

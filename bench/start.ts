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
  const [dataDir, bareDir] = [createFolder(), createFolder()];
  try {
    const first = await timeStart(ours, dataDir);
    await timeStart(bare, bareDir);
    const starts: Times[] = [];
    const bareStarts: Times[] = [];
    const through: number[] = [];
    const direct: number[] = [];
    for (let run = 0; run < runsMax; run++) {
      starts.push(await timeStart(ours, dataDir));
      bareStarts.push(await timeStart(bare, bareDir));
      const program = 'bench/programs/nothing.ts';
      through.push(await timeRun(['scripts/setup.mjs', path.join('..', program)]));
      direct.push(await timeRun([program]));
    }
    const s = { unit: 's', limit: 1.5 };
    const medianOf = (times: Times[], what: keyof Times) => median(times.map((t) => t[what]));
    const page = medianOf(starts, 'page');
    return [
      { ...s, what: 'npm start to 200 on /healthz', measured: medianOf(starts, 'health') },
      { ...s, what: 'npm start to 200 on /', measured: page },
      { ...s, what: 'npm start to 200 on /readyz', measured: medianOf(starts, 'ready') },
      {
        what: '  that of /, beside Fastify and PostgreSQL alone, started by node',
        measured: page,
        baseline: medianOf(bareStarts, 'page'),
        unit: 's',
      },
      { unit: 's', what: '  the first time, on an empty DATA_DIR', measured: first.page },
      {
        what: 'scripts/setup.mjs when nothing is stale',
        measured: median(through) - median(direct),
        unit: 's',
        limit: 0.3,
      },
    ];
  } finally {
    for (const folder of [dataDir, bareDir]) rmSync(folder, { recursive: true, force: true });
  }
}

type Times = { health: number; page: number; ready: number };
const ours = ['npm', 'start'];
const bare = [process.execPath, 'bench/programs/bare-start.ts'];

const createFolder = () => mkdtempSync(path.join(os.tmpdir(), 'weftline-bench-'));

async function timeStart([command = '', ...args]: string[], dataDir: string): Promise<Times> {
  const port = await findFreePort();
  const startedMs = performance.now();
  const child = spawn(command, args, {
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
          throw new Error(`${command} ${args.join(' ')} did not answer: ${Buffer.concat(words)}`);
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

function timeRun(args: string[]): Promise<number> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve((performance.now() - startedMs) / 1000);
      else reject(new Error(`${args.join(' ')} ended with ${code}.`));
    });
  });
}

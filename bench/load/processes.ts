// Runs servers as separate processes, and reads their cost from the Linux kernel.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#test/processes/ports.ts';
import { buildIfStale } from '../../scripts/build/build-if-stale.ts';
import { serverFlags } from '../../scripts/server-flags.mjs';

export const root = path.resolve(import.meta.dirname, '../..');
/** As images and `npm start` run it; `startServer` builds it when it is stale. */
export const product = 'build/server/main.js';

export type Server = {
  port: number;
  /** CPU time (user and system) of all threads since the start, with a resolution of 10 ms. */
  cpuSeconds(): number;
  residentBytes(): number;
  /** Sends SIGTERM. */
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
};

const readyTimeoutMs = 60_000;
const pollMs = 20;

type Program = {
  command: string;
  args: readonly string[];
  /** Added to PATH and PORT. */
  env: Record<string, string>;
  cwd?: string;
  readyPath?: string;
  /** A file descriptor for what it prints. */
  output?: number | undefined;
};

/** Starts a file of the repository with PORT set and waits until `readyPath` responds. */
export async function startServer(
  file: string,
  env: Record<string, string>,
  readyPath = '/',
  output?: number,
): Promise<Server> {
  if (file === product) await buildIfStale();
  const args = [...(file === product ? serverFlags : []), path.join(root, file)];
  return startProgram({ command: process.execPath, args, env, readyPath, output });
}

/** It must serve from the process itself: children are not counted. */
export async function startProgram(program: Program): Promise<Server> {
  const { command, args, env, cwd = root, readyPath = '/', output } = program;
  const port = env.PORT ? Number(env.PORT) : await findFreePort();
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', output ?? 'ignore', output ?? 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      PORT: String(port),
      ...env,
    },
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.prependOnceListener('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  await waitForResponse(`http://127.0.0.1:${port}${readyPath}`, child);
  const pid = child.pid!;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    port,
    cpuSeconds: () => readCpuSeconds(pid),
    residentBytes: () => readResidentBytes(pid),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Resolves at the first response below 500. Throws when the process exits before. */
async function waitForResponse(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}.`);
    const status = await fetch(url).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    if (status > 0 && status < 500) return;
    await sleep(pollMs);
  }
  throw new Error(`No answer from ${url}.`);
}

const ticksPerSecond = 100;

function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain spaces; fields are counted from the third, behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

export function readResidentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Throws when the counters are unavailable or have another resolution. */
export function requireLinux(): void {
  const ticks =
    process.platform === 'linux' && execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' });
  if (Number(ticks) !== ticksPerSecond)
    throw new Error('CPU time is read from /proc of Linux, with 100 ticks a second.');
}

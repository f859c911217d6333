// Runs a program as a service manager does: when it ended, it is started again.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export type Supervised = {
  /** Sends SIGKILL, also during a start. Resolves when it has ended. */
  kill(): Promise<void>;
  /** How long its latest start took until it was ready. */
  startMs(): number;
  /** Exit codes and signals with which it ended by itself after it had been ready. */
  crashes(): readonly string[];
  /** Undefined while it does not run. */
  pid(): number | undefined;
  end(): Promise<void>;
};

const restartAfterMs = 100;
const pollMs = 20;

/** `isReady` is about the program that runs at the moment. */
export function supervise(start: () => ChildProcess, isReady: () => Promise<boolean>): Supervised {
  let isOver = false;
  let child: ChildProcess;
  let startMs = 1000;
  let killed: ChildProcess | undefined;
  const crashes: string[] = [];

  async function watchStart(started: ChildProcess, startedMs: number): Promise<boolean> {
    while (!hasEnded(started)) {
      if ((await isReady()) && !hasEnded(started)) {
        startMs = performance.now() - startedMs;
        return true;
      }
      await sleep(pollMs);
    }
    return false;
  }
  async function run(): Promise<void> {
    while (!isOver) {
      child = start();
      const exited = once(child, 'exit');
      const starting = watchStart(child, performance.now());
      await exited;
      const wasReady = await starting;
      if (child === killed) continue;
      if (wasReady) crashes.push(String(child.exitCode ?? child.signalCode));
      await sleep(restartAfterMs);
    }
  }
  const end = async () => {
    if (hasEnded(child)) return;
    const exited = once(child, 'exit');
    killed = child;
    child.kill('SIGKILL');
    await exited;
  };
  const running = run();
  process.prependOnceListener('exit', () => child.kill('SIGKILL'));
  return {
    async kill() {
      // It may have ended by itself, and starts again.
      while (hasEnded(child)) await sleep(pollMs);
      await end();
    },
    startMs: () => startMs,
    crashes: () => crashes,
    pid: () => (hasEnded(child) ? undefined : child.pid),
    async end() {
      isOver = true;
      await end();
      await running;
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

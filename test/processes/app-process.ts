// The whole product as a real process: src/main.ts on a DATA_DIR and a free port.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export type AppProcess = {
  url: string;
  pid: number;
  /** The names of the migrations that this process applied. */
  migrated: readonly string[];
  call(method: string, path: string, options?: CallOptions): Promise<AppReply>;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Resolves when it logs this message. */
  logged(words: string): Promise<void>;
};

export type AppReply = { status: number; body: Record<string, unknown> };
type CallOptions = { body?: object; token?: string; from?: string };
type LogLine = { msg: string; applied?: string[] };

const projectRoot = path.resolve(import.meta.dirname, '../..');

/** On a real disk, and accessible to the user that runs PostgreSQL. The caller removes it. */
export function createDataDir(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'weftline-process-'));
  chmodSync(dir, 0o755);
  return dir;
}

/**
 * Resolves when the process is ready. Throws with its output when it exits instead. `root` is the
 * folder of the code.
 */
export async function startApp(
  dataDir: string,
  env: Record<string, string> = {},
  root = projectRoot,
): Promise<AppProcess> {
  const child = spawn(process.execPath, [path.join(root, 'src/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      PORT: '0',
      PROXY_PORT: 'off',
      DATA_DIR: dataDir,
      TRUST_PROXY: 'loopback',
      ...env,
    },
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const log = readLog(child);
  const listening = log.find((line) => line.msg.startsWith('Server listening at '));
  // Once it listens and its queues are open.
  const started = log.find((line) => line.msg === 'listening');
  await Promise.race([started, exited.then(() => fail(log.errors()))]);
  const { msg } = await listening;
  const url = msg.slice(msg.indexOf('http://'));
  const ready = await fetch(`${url}/readyz`);
  if (ready.status !== 200) fail(`not ready: ${await ready.text()}`);
  return {
    url,
    pid: child.pid!,
    migrated: log.lines.flatMap((line) => line.applied ?? []),
    call: (method, target, options) => call(url + target, method, options),
    logged: async (words) => {
      await log.find((line) => line.msg === words);
    },
    stop: async () => {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function fail(reason: string): never {
  throw new Error(`The app exited: ${reason}`);
}

function readLog(child: ChildProcess) {
  const lines: LogLine[] = [];
  let errors = '';
  const watchers = new Set<(line: LogLine) => void>();
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  createInterface(child.stdout!).on('line', (text) => {
    const line = JSON.parse(text) as LogLine;
    lines.push(line);
    for (const watch of watchers) watch(line);
  });
  return {
    lines,
    errors: () => errors.trim(),
    find: (fits: (line: LogLine) => boolean): Promise<LogLine> =>
      new Promise((resolve) => {
        const watch = (line: LogLine) => {
          if (!fits(line)) return;
          watchers.delete(watch);
          resolve(line);
        };
        watchers.add(watch);
        for (const line of lines) watch(line);
      }),
  };
}

let addresses = 0;

/** An unused IP address, so that no rate limit of an address is reached. */
export function uniqueAddress(): string {
  addresses++;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

async function call(
  url: string,
  method: string,
  { body, token, from = uniqueAddress() }: CallOptions = {},
): Promise<AppReply> {
  const answer = await fetch(url, {
    method,
    headers: {
      'x-forwarded-for': from,
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text ? (JSON.parse(text) as AppReply['body']) : {} };
}

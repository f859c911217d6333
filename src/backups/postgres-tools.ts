// PostgreSQL's client programs. The embedded server comes without them, so they are looked up on
// the machine. pg_dump reads servers of its own version and older ones.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { BackupError } from './problem.ts';

export type Tool = { file: string; major: number };

const run = promisify(execFile);
const errorLengthMax = 4000;
// Where Debian, Red Hat and Homebrew install them, beside PATH.
const folders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/{libpq,postgresql@*}/bin',
  '/usr/local/opt/{libpq,postgresql@*}/bin',
];

/** The oldest installed version that is not older than `majorMin`. */
export async function findTool(name: string, majorMin: number): Promise<Tool | undefined> {
  const inPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const places = [...inPath, ...folders.flatMap((pattern) => globSync(pattern))];
  const found = await Promise.all(
    [...new Set(places)].map((folder) => readVersion(path.join(folder, name))),
  );
  return found
    .filter((tool) => tool !== undefined)
    .filter(({ major }) => major >= majorMin)
    .sort((a, b) => a.major - b.major)[0];
}

async function readVersion(file: string): Promise<Tool | undefined> {
  try {
    const { stdout } = await run(file, ['--version']);
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
    return major > 0 ? { file, major } : undefined;
  } catch {
    return undefined;
  }
}

/** What the tool prints. Throws at the end when it failed. */
export async function* readTool(
  { file }: Tool,
  args: string[],
  connection: pg.ClientConfig,
): AsyncGenerator<Buffer> {
  const { url, env } = libpqConnection(connection);
  const child = spawn(file, [...args, '--dbname', url], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = waitForEnd(child, file);
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    await ended;
  } finally {
    child.kill();
    await ended.catch(() => {});
  }
}

/** Gives the tool `input` to read. Throws when it failed. */
export async function writeTool(
  { file }: Tool,
  args: string[],
  connection: pg.ClientConfig,
  input: AsyncIterable<Buffer>,
): Promise<void> {
  const { url, env } = libpqConnection(connection);
  const child = spawn(file, [...args, '--dbname', url], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = waitForEnd(child, file);
  const written = pipeline(Readable.from(input), child.stdin);
  const [end, write] = await Promise.allSettled([ended, written]);
  // A damaged backup is the cause when both fail; a tool that ended early breaks its input.
  const isPipe = (error: unknown) => (error as { code?: string }).code === 'EPIPE';
  if (write.status === 'rejected' && !isPipe(write.reason)) throw write.reason;
  if (end.status === 'rejected') throw end.reason;
}

async function waitForEnd(child: ChildProcess, file: string): Promise<void> {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = `${words}${chunk}`.slice(-errorLengthMax);
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0)
    throw new BackupError(`${path.basename(file)} failed (${signal ?? code}): ${words.trim()}`);
}

/**
 * The address without its password, which other users of the machine could read in the list of
 * processes, and without what only the `pg` package knows. Of several servers, the primary.
 */
export function libpqConnection(connection: pg.ClientConfig): {
  url: string;
  env: Record<string, string | undefined>;
} {
  const { connectionString, host = '', port = 5432, user = '', database = '' } = connection;
  const place = `${encodeURIComponent(user)}@${encodeURIComponent(host)}:${port}`;
  const address = connectionString ?? `postgres://${place}/${database}`;
  // Not by URL, which knows only one host.
  const [, start = '', encoded = '', rest = '', query = ''] =
    /^(\w+:\/\/[^:@/]*)(?::([^@/]*))?(@?[^?]*)\??(.*)$/.exec(address) ?? [];
  const options = new URLSearchParams(query);
  const password = options.get('password') ?? decodeURIComponent(encoded);
  for (const name of ['password', 'ssl', 'uselibpqcompat']) options.delete(name);
  if (options.get('sslmode') === 'no-verify') options.set('sslmode', 'require');
  if (rest.includes(',')) options.set('target_session_attrs', 'read-write');
  // The tools read a plus sign as one.
  const url = [start + rest, String(options).replaceAll('+', '%20')].filter(Boolean).join('?');
  const secret = password && { PGPASSWORD: password };
  return { url, env: { ...process.env, ...secret } };
}

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { type Program, startProgram } from '#test/processes/program.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';

type Answer = { rows?: Record<string, unknown>[]; error?: string };

const log = pino({ level: 'silent' });
const startTime = 'select pg_postmaster_start_time() as at';
const programs: Program[] = [];

afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.finish()));
});

function dataDir(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'weftline-embedded-'));
  chmodSync(dir, 0o755);
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 20 }));
  return dir;
}

async function open(dir: string): Promise<Program> {
  const program = startProgram('open-database.ts', [dir]);
  programs.push(program);
  await program.read();
  return program;
}

function readPid(data: string): string {
  const file = path.join(data, 'postmaster.pid');
  return existsSync(file) ? (readFileSync(file, 'utf8').split('\n')[0] ?? '') : '';
}

test('a second process joins the server of the first', async () => {
  const dir = dataDir();
  const first = await open(dir);
  await first.request('create table note as select 42 as number');
  const second = await open(dir);
  expect(await second.request('select number from note')).toEqual({ rows: [{ number: 42 }] });
  expect(await second.request(startTime)).toEqual(await first.request(startTime));
  expect(await second.finish()).toBe(0);
  expect(await first.request('select number from note')).toEqual({ rows: [{ number: 42 }] });
});

test('of three processes that start at the same time, one owns the server and all use it', async () => {
  const dir = dataDir();
  const all = await Promise.all([open(dir), open(dir), open(dir)]);
  const times = await Promise.all(all.map((program) => program.request<Answer>(startTime)));
  expect(times[1]).toEqual(times[0]);
  expect(times[2]).toEqual(times[0]);
  expect(await Promise.all(all.map((program) => program.finish()))).toEqual([0, 0, 0]);
  expect(readdirSync(path.join(dir, 'postgres'))).toEqual(['data']);
});

test('when the owner is killed another process starts the server again', async () => {
  const dir = dataDir();
  const owner = await open(dir);
  await owner.request('create table note as select 42 as number');
  const other = await open(dir);
  const before = await other.request(startTime);
  await owner.kill();
  await expect
    .poll(async () => (await other.request<Answer>(startTime)).rows)
    .toSatisfy((rows) => rows && JSON.stringify({ rows }) !== JSON.stringify(before));
  expect(await other.request('select number from note')).toEqual({ rows: [{ number: 42 }] });
  expect(await other.finish()).toBe(0);
});

test('a crashed server is restarted by its owner', async () => {
  const dir = dataDir();
  const server = await openEmbeddedPostgres(dir, log, { fsync: 'off' });
  const crashed = readPid(server.data);
  process.kill(Number(crashed), 'SIGKILL');
  await expect.poll(() => readPid(server.data)).toSatisfy((pid) => pid !== '' && pid !== crashed);
  await server.revive();
  expect(server.ownsServer()).toBe(true);
  await server.stop();
});

test('a killed process leaves no server behind', async () => {
  const dir = dataDir();
  const owner = await open(dir);
  await owner.kill();
  const file = path.join(dir, 'postgres/data/postmaster.pid');
  await expect.poll(() => existsSync(file)).toBe(false);
});

test('an empty lock file, left by a kill at the wrong moment, does not keep the server down', async () => {
  const dir = dataDir();
  const first = await openEmbeddedPostgres(dir, log);
  await first.stop();
  const lock = path.join(first.data, 'postmaster.pid');
  writeFileSync(lock, '');
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(lock, minuteAgo, minuteAgo);
  const second = await openEmbeddedPostgres(dir, log);
  expect(second.ownsServer()).toBe(true);
  await second.stop();
});

test('files of another major version are refused', async () => {
  const dir = dataDir();
  mkdirSync(path.join(dir, 'postgres/data'), { recursive: true });
  writeFileSync(path.join(dir, 'postgres/data/PG_VERSION'), '15\n');
  await expect(openEmbeddedPostgres(dir, log)).rejects.toThrow(/created by PostgreSQL 15/);
});

test('a pointer to a missing cluster is refused instead of creating an empty one', async () => {
  const dir = dataDir();
  writeFileSync(path.join(dir, 'postgres.location'), '/var/lib/weftline/missing\n');
  await expect(openEmbeddedPostgres(dir, log)).rejects.toThrow(/which is missing/);
});

test('a path that is too long for a socket works', async () => {
  const dir = path.join(dataDir(), 'a-folder-with-a-long-name/'.repeat(4));
  const server = await openEmbeddedPostgres(dir, log, { fsync: 'off' });
  expect(server.connection.host).toMatch(/^\/tmp\/weftline-/);
  await server.stop();
  expect(existsSync(server.connection.host)).toBe(false);
});

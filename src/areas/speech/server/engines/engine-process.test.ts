import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { EngineUnavailable } from './engine.ts';
import { createEngineProcess } from './engine-process.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-engine-'));
const file = path.join(folder, 'engine.mjs');
writeFileSync(
  file,
  `process.on('message', ({ id, job }) => {
     if (job.do === 'crash') process.abort();
     if (job.do === 'exit') process.exit(255);
     if (job.do === 'fail') process.send({ id, error: 'no such model' });
     const { pid, env } = process;
     if (job.do === 'echo') process.send({ id, result: { job, pid, env: Object.keys(env) } });
   });`,
);
const engine = createEngineProcess(pathToFileURL(file));
const signal = () => new AbortController().signal;
const ask = (what: string, timeoutMs = 5000) =>
  engine.run({ do: what }, { signal: signal(), timeoutMs }) as Promise<{
    pid: number;
    env: string[];
  }>;

afterEach(() => engine.close());
afterAll(() => rmSync(folder, { recursive: true }));

test('one process runs job after job, without our environment', async () => {
  const first = await ask('echo');
  expect((await ask('echo')).pid).toBe(first.pid);
  expect(first.env).not.toContain('HOME');
  await expect(ask('fail')).rejects.toThrow('no such model');
  expect((await ask('echo')).pid).toBe(first.pid);
});

test.each(['crash', 'exit'])(
  'a %s fails that job, and the next gets a new process',
  async (how) => {
    const { pid } = await ask('echo');
    await expect(ask(how)).rejects.toBeInstanceOf(EngineUnavailable);
    expect((await ask('echo')).pid).not.toBe(pid);
  },
);

test('kill -9 in the middle of a job', async () => {
  const { pid } = await ask('echo');
  const running = ask('hang');
  process.kill(pid, 'SIGKILL');
  await expect(running).rejects.toThrow('the engine exited');
  expect((await ask('echo')).pid).not.toBe(pid);
});

test('a process that crashed while idle fails one job', async () => {
  const { pid } = await ask('echo');
  process.kill(pid, 'SIGKILL');
  // Its pipe is closed by now, but the exit event was not emitted yet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  await expect(ask('echo')).rejects.toThrow('the engine exited');
  expect((await ask('echo')).pid).not.toBe(pid);
});

test('a job that hangs is stopped with its process', async () => {
  const { pid } = await ask('echo');
  await expect(ask('hang', 100)).rejects.toThrow('the engine timed out');
  expect((await ask('echo')).pid).not.toBe(pid);
});

test('an aborted job is stopped too', async () => {
  const leaving = new AbortController();
  const running = engine.run({ do: 'hang' }, { signal: leaving.signal, timeoutMs: 30_000 });
  leaving.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
  expect((await ask('echo')).pid).toBeGreaterThan(0);
});

test('stopping one job affects no other', async () => {
  const leaving = new AbortController();
  const running = engine.run({ do: 'hang' }, { signal: leaving.signal, timeoutMs: 30_000 });
  const waiting = ask('echo');
  leaving.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
  expect((await waiting).pid).toBeGreaterThan(0);
});

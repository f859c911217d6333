import { expect, test } from 'vitest';
import { canRun, type ProgramRun, runProgram } from './programs.ts';

const node = (code: string, change: Partial<ProgramRun> = {}) =>
  runProgram({
    command: process.execPath,
    args: ['-e', code],
    timeoutMs: 5000,
    outputBytesMax: 1000,
    ...change,
  });

test('input goes in, output comes out, and no secret of ours is seen', async () => {
  const echo = `process.stdin.on('data', (d) => process.stdout.write(d + Object.keys(process.env)))`;
  expect((await node(echo, { input: 'hi ' })).toString()).toBe('hi PATH,LANG,HOME');
});

test.each([
  ['process.exit(3)', {}, 'failed'],
  ['process.kill(process.pid, "SIGKILL")', {}, 'killed'],
  ['process.abort()', {}, 'failed'],
  ['setInterval(() => 0, 1000)', { timeoutMs: 200 }, 'timeout'],
  ['process.stdout.write("x".repeat(2000))', {}, 'overflow'],
  ['', { command: '/no/such/program' }, 'missing'],
])('%s is told as such', async (code, change, fault) => {
  await expect(node(code, change)).rejects.toMatchObject({ fault });
});

test('nobody waits: the program is killed', async () => {
  const leaving = new AbortController();
  const running = node('setInterval(() => 0, 1000)', { signal: leaving.signal });
  leaving.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
  await expect(node('', { signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late');
});

test('a program that leaves its input unread is judged by its end', async () => {
  const input = 'x'.repeat(1_000_000);
  expect((await node('process.stdin.destroy(); console.log(1)', { input })).toString()).toBe('1\n');
});

test('whether a program is there', async () => {
  expect(await canRun(process.execPath, ['--version'])).toBe(true);
  expect(await canRun('/no/such/program', [])).toBe(false);
});

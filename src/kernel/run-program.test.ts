import { expect, test } from 'vitest';
import { canRun, type ProgramRun, runProgram } from './run-program.ts';

const node = (code: string, change: Partial<ProgramRun> = {}) =>
  runProgram({
    command: process.execPath,
    args: ['-e', code],
    timeoutMs: 30_000,
    outputBytesMax: 1000,
    ...change,
  });

test('passes input and output, without our environment', async () => {
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
])('%s is reported', async (code, change, fault) => {
  await expect(node(code, change)).rejects.toMatchObject({ fault });
});

test('the program is killed on abort', async () => {
  const leaving = new AbortController();
  const running = node('setInterval(() => 0, 1000)', { signal: leaving.signal });
  leaving.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
  await expect(node('', { signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late');
});

test('a program may leave its input unread', async () => {
  const input = 'x'.repeat(1_000_000);
  expect((await node('process.stdin.destroy(); console.log(1)', { input })).toString()).toBe('1\n');
});

test('detects whether a program is installed', async () => {
  expect(await canRun(process.execPath, ['--version'])).toBe(true);
  expect(await canRun('/no/such/program', [])).toBe(false);
});

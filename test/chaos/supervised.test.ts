import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { scaledMs } from '../time-limits.ts';
import { supervise } from './supervised.ts';

const timeout = scaledMs(20_000);

function superviseNode(code: string) {
  let starts = 0;
  const supervised = supervise(
    () => {
      starts++;
      return spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
    },
    async () => true,
  );
  onTestFinished(() => supervised.end());
  return { supervised, starts: () => starts };
}

test('a killed process starts again, and a kill is no crash', async () => {
  const { supervised, starts } = superviseNode('setInterval(() => {}, 1000)');
  await supervised.kill();
  await expect.poll(starts, { timeout }).toBe(2);
  await supervised.kill();
  await expect.poll(starts, { timeout }).toBe(3);
  expect(supervised.crashes()).toEqual([]);
});

test('a process that ends by itself starts again, and has crashed', async () => {
  const { supervised, starts } = superviseNode('process.exit(1)');
  await expect.poll(starts, { timeout }).toBeGreaterThan(1);
  expect(supervised.crashes()[0]).toBe('1');
});

test('a signal from elsewhere is no kill of ours', async () => {
  const { supervised, starts } = superviseNode('setInterval(() => {}, 1000)');
  await expect.poll(() => supervised.startMs(), { timeout }).not.toBe(1000);
  process.kill(supervised.pid()!, 'SIGKILL');
  await expect.poll(starts, { timeout }).toBe(2);
  expect(supervised.crashes()).toEqual(['SIGKILL']);
});

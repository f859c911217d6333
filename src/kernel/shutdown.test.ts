import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const moduleUrl = pathToFileURL(path.join(import.meta.dirname, 'shutdown.ts')).href;
const hangs = 'new Promise(() => undefined)';

/** A process that writes each step it runs; it says `ready` when signals are listened for. */
async function startProcess(steps: string, deadlineMs = 10_000): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '--eval',
      `import { closeOnSignals } from '${moduleUrl}';
       const say = (word) => process.stdout.write(word + ' ');
       const log = { info() {}, error: ({ step }, words) => say('[' + words + ': ' + step + ']') };
       const steps = [${steps}];
       closeOnSignals({ steps, deadlineMs: ${deadlineMs}, log });
       setInterval(() => undefined, 1000);
       process.send('ready');`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  await once(child, 'message');
  return child;
}

async function waitForEnd(child: ChildProcess) {
  const [written, [exitCode]] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
  return { steps: written.trim(), exitCode };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s runs the steps in order and exits 0',
  async (signal) => {
    const child = await startProcess(
      `{ name: 'server', run: async () => { await 0; say('server'); } },
     { name: 'pool', run: () => say('pool') }`,
    );
    child.kill(signal);
    expect(await waitForEnd(child)).toEqual({ steps: 'server pool', exitCode: 0 });
  },
);

test('a second signal is ignored', async () => {
  const child = await startProcess(
    `{ name: 'server', run: () => new Promise((resolve) => {
         say('server');
         process.on('SIGINT', resolve);
         process.send('closing');
       }) },
     { name: 'pool', run: () => say('pool') }`,
  );
  child.kill('SIGTERM');
  await once(child, 'message');
  child.kill('SIGINT');
  expect(await waitForEnd(child)).toEqual({ steps: 'server pool', exitCode: 0 });
});

test('a step that fails is logged, the others still run, and the process exits 1', async () => {
  const child = await startProcess(
    `{ name: 'server', run: () => { throw new Error('no'); } },
     { name: 'pool', run: () => say('pool') }`,
  );
  child.kill('SIGTERM');
  const steps = '[a closing step failed: server] pool';
  expect(await waitForEnd(child)).toEqual({ steps, exitCode: 1 });
});

test('a hanging step ends with 1 at the deadline, and is named', async () => {
  const child = await startProcess(
    `{ name: 'quick', run: () => undefined }, { name: 'server', run: () => ${hangs} }`,
    50,
  );
  child.kill('SIGTERM');
  expect(await waitForEnd(child)).toEqual({
    steps: '[closing took too long: server]',
    exitCode: 1,
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openHealthPort } from './health-port.ts';

const config = { HOST: '127.0.0.1', isProduction: true };
const log = pino({ level: 'silent' });

async function open(stalledMs?: number) {
  const health = await openHealthPort({ config, port: 0, log, ...(stalledMs && { stalledMs }) });
  onTestFinished(async () => void (await health.close()));
  return `http://127.0.0.1:${health.port}`;
}

test('only /healthz is answered, as at the port of the calls', async () => {
  const address = await open();
  const reply = await fetch(`${address}/healthz`);
  expect([reply.status, await reply.json()]).toEqual([200, { status: 'ok' }]);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  const head = await fetch(`${address}/healthz`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await fetch(`${address}/readyz`)).status).toBe(404);
});

/** The first other status than `before` that a thread gets while this one is blocked. */
function statusInStandstill(address: string, before = 0): number {
  const status = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const program = `
    const { workerData: { address, before, status } } = require('node:worker_threads');
    (async () => {
      for (;;) {
        const answer = await fetch(address + '/healthz');
        await answer.text();
        if (answer.status === before) continue;
        Atomics.store(status, 0, answer.status);
        Atomics.notify(status, 0);
        return;
      }
    })();`;
  const thread = new Worker(program, { eval: true, workerData: { address, before, status } });
  onTestFinished(async () => void (await thread.terminate()));
  Atomics.wait(status, 0, 0, 10_000);
  return Atomics.load(status, 0);
}

test('it is answered while the event loop stands still', async () => {
  expect(statusInStandstill(await open())).toBe(200);
});

test('it says that the event loop stands still for long, and that it goes on', async () => {
  const address = await open(200);
  expect(statusInStandstill(address, 200)).toBe(503);
  await expect.poll(async () => (await fetch(`${address}/healthz`)).status).toBe(200);
});

test('a port that is taken is refused', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(openHealthPort({ config, port, log })).rejects.toThrow('EADDRINUSE');
});

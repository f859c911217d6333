import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { runLoad } from '../bench/load/requests.ts';
import { takeTurns } from '../bench/load/rounds.ts';

async function countAnswers(respond: RequestListener, count: number): Promise<number> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls++;
    respond(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const requests = ['GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'];
  await runLoad({ port, requests, count, status: 200 }, 2).finally(() => server.close());
  return calls;
}

test('a load waits for the whole of each response, of a known length or in chunks', async () => {
  expect(await countAnswers((_, response) => response.end('a body'), 20)).toBe(20);
  const inChunks: RequestListener = (_, response) => {
    response.write('a body ');
    setImmediate(() => {
      response.write('with 0\r\n\r\n within');
      setImmediate(() => response.end('and an end'));
    });
  };
  expect(await countAnswers(inChunks, 20)).toBe(20);
});

test('a load ends at the first response with another status', async () => {
  const refuse: RequestListener = (_, response) => response.writeHead(503).end();
  await expect(countAnswers(refuse, 4)).rejects.toThrow('Expected 200');
});

test('rivals are compared as if the machine had been equally fast in all rounds', async () => {
  const slowness = [100, 1, 4, 1, 2, 8];
  let calls = 0;
  const costs = { ours: 3, bare: 2 };
  const measured = await takeTurns(['ours', 'bare'], { count: 5, warmUp: 1 }, async (name) => {
    const round = Math.floor(calls++ / 2);
    return costs[name] * slowness[round]!;
  });
  expect(calls).toBe(12);
  expect(measured).toEqual({ ours: 6, bare: 4 });
});

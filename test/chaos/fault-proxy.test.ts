import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** Answers each piece with the same piece. */
const echo = net.createServer((socket) => socket.on('error', () => undefined).pipe(socket));
let proxy: FaultProxy;
const clients: Socket[] = [];

beforeAll(async () => {
  await once(echo.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(async () => {
  proxy = await startFaultProxy({ host: '127.0.0.1', port: (echo.address() as AddressInfo).port });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await proxy.stop();
});
afterAll(() => void echo.close());

async function connect(): Promise<Socket> {
  const client = net.connect(proxy.port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => undefined);
  await once(client, 'connect');
  return client;
}

async function exchange(client: Socket, text: string): Promise<string> {
  client.write(text);
  let received = '';
  while (received.length < text.length) received += (await once(client, 'data'))[0];
  return received;
}

test('it forwards', async () => {
  expect(await exchange(await connect(), 'hello')).toBe('hello');
});

test('while it refuses, connections end and new ones fail; after it, new ones work', async () => {
  const client = await connect();
  await exchange(client, 'before');
  const closed = once(client, 'close');
  await proxy.set('refuse');
  await closed;
  await expect(connect()).rejects.toThrow('ECONNREFUSED');
  await proxy.set('pass');
  expect(await exchange(await connect(), 'after')).toBe('after');
});

test('while it hangs, nothing arrives; after it, all of it does, in order', async () => {
  const client = await connect();
  await exchange(client, 'before');
  await proxy.set('hang');
  let received = '';
  client.on('data', (piece) => {
    received += piece;
  });
  client.write('first ');
  client.write('second');
  const other = await connect();
  const answered = exchange(other, 'other');
  expect(received).toBe('');
  await proxy.set('pass');
  await expect.poll(() => received).toBe('first second');
  expect(await answered).toBe('other');
});

test('it delays each piece, and keeps the order', async () => {
  await proxy.set(20);
  const client = await connect();
  expect(await exchange(client, 'one')).toBe('one');
  client.write('two ');
  expect(await exchange(client, 'three')).toMatch(/^two three$|^two thr/);
});

test('a cut ends the connections of the moment only', async () => {
  const client = await connect();
  await exchange(client, 'before');
  const closed = once(client, 'close');
  proxy.cut();
  await closed;
  expect(await exchange(await connect(), 'after')).toBe('after');
});

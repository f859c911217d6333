import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callInProcess, type InProcessCall } from './call-in-process.ts';
import { whileConnected } from './while-connected.ts';

const app = Fastify();

beforeAll(async () => {
  app.post('/echo', async ({ headers, body, ip }, reply) => {
    reply.code(201).header('X-Own', 'yes');
    return { body, ip, given: headers['x-given'] };
  });
  app.get('/nothing', (_request, reply) => reply.code(204).send());
  app.get('/bytes', (_request, reply) => reply.send(Buffer.from([0, 255])));
  app.get('/stream', (_request, reply) => reply.send(Readable.from(['a', 'ü'])));
  app.get('/broken', (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'a';
          throw new Error('the engine ended');
        })(),
      ),
    ),
  );
  app.get('/long', (request) =>
    whileConnected(
      request,
      (signal) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
    ),
  );
  await app.ready();
});
afterAll(() => app.close());

const call = (change: Partial<InProcessCall> & { url: string }) =>
  callInProcess(app, { method: 'GET', headers: {}, socket: new Socket(), ...change });

test('a call gives headers and body, and gets status, headers and text', async () => {
  const response = await call({
    method: 'POST',
    url: '/echo',
    headers: { 'content-type': 'application/json', 'x-given': 'this' },
    body: '{"name":"Zoë"}',
  });

  expect(response).toMatchObject({
    status: 201,
    headers: { 'x-own': 'yes', 'content-type': 'application/json; charset=utf-8' },
  });
  expect(JSON.parse(response.body as string)).toEqual({ body: { name: 'Zoë' }, given: 'this' });
});

test('it has the address of its client', async () => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '192.0.2.7' });
  const response = await call({ method: 'POST', url: '/echo', socket });

  expect(response.body).toContain('192.0.2.7');
});

test('an error of the router or of the body is a response', async () => {
  const headers = { 'content-type': 'application/json' };

  expect(await call({ url: '/unknown' })).toMatchObject({ status: 404 });
  expect(await call({ method: 'POST', url: '/echo', headers, body: '{' })).toMatchObject({
    status: 400,
  });
});

test('a body may be empty, bytes or a stream', async () => {
  expect(await call({ url: '/nothing' })).toMatchObject({ status: 204, body: '' });
  expect((await call({ url: '/bytes' })).body).toEqual(Buffer.from([0, 255]));
  expect(String((await call({ url: '/stream' })).body)).toBe('aü');
});

test('it fails when the response ends before it is complete', async () => {
  await expect(call({ url: '/broken' })).rejects.toThrow('ended before it was complete');
});

test('work ends when the client leaves', async () => {
  const socket = new Socket();
  const response = call({ url: '/long', socket });
  setImmediate(() => socket.destroy());

  expect(await response).toMatchObject({ status: 499 });
});

test('many calls for one connection are no leak of listeners', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const socket = new Socket();
  const responses = Array.from({ length: 20 }, () => call({ url: '/long', socket }));
  await new Promise(setImmediate);
  socket.destroy();
  await Promise.all(responses);
  process.off('warning', note);

  expect(warnings).toEqual([]);
  expect(socket.listenerCount('close')).toBe(0);
});

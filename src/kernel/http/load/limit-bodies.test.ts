import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toErrorResponse } from '../errors.ts';
import { limitBodies } from './limit-bodies.ts';

const mebibyte = 1_048_576;
/** Whose bodies were accepted. */
const accepted: unknown[] = [];
const app = Fastify({ bodyLimit: 64 * mebibyte });
beforeAll(async () => {
  app.decorateRequest('actor', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const accountId = Number(request.headers['x-account'] ?? 0);
    if (accountId > 0) Object.assign(request, { actor: { accountId } });
    done();
  });
  limitBodies(app);
  app.addHook('preParsing', (request, _reply, payload, done) => {
    accepted.push(request.headers['x-account'] ?? 'stranger');
    done(null, payload);
  });
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = toErrorResponse(error)!;
    return reply.code(status).send(body);
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/', async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** A request whose body has not ended; without an account it is of a stranger. */
function begin(bytes: number, account?: string) {
  const { port } = app.server.address() as AddressInfo;
  const headers = {
    ...(account && { 'x-account': account }),
    'content-type': 'application/octet-stream',
    'content-length': bytes,
  };
  const request = http.request({ port, method: 'POST', headers, agent: false });
  request.on('error', () => undefined);
  request.write('x');
  return {
    status: async () => {
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      response.resume();
      return response.statusCode;
    },
    end: () => request.end(Buffer.alloc(bytes - 1)),
    leave: () => request.destroy(),
  };
}
async function beginAccepted(bytes: number, account?: string) {
  const begun = begin(bytes, account);
  await expect.poll(() => accepted).toContain(account ?? 'stranger');
  return begun;
}
function sendWhole(bytes: number, account?: string) {
  const begun = begin(bytes, account);
  begun.end();
  return begun.status();
}

test('an account has half of the room, others the rest, and all of it when bodies have ended', async () => {
  const first = await beginAccepted(40 * mebibyte, '1');
  expect(await begin(10 * mebibyte, '1').status()).toBe(503);
  const second = await beginAccepted(48 * mebibyte, '2');
  expect(await begin(16 * mebibyte, '3').status()).toBe(503);
  expect(await sendWhole(200_000, '1')).toBe(200);
  first.end();
  expect(await first.status()).toBe(200);
  second.leave();
  await expect.poll(() => sendWhole(50 * mebibyte, '3')).toBe(200);
});

test('strangers take nothing of what accounts need', async () => {
  const stranger = await beginAccepted(40 * mebibyte);
  expect(await begin(10 * mebibyte).status()).toBe(503);
  expect(await sendWhole(40 * mebibyte, '4')).toBe(200);
  stranger.leave();
  await expect.poll(() => sendWhole(10 * mebibyte)).toBe(200);
});

test('one body may be larger than the half of an account', async () => {
  expect(await sendWhole(60 * mebibyte, '5')).toBe(200);
});

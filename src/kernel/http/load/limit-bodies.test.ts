import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toErrorResponse } from '../errors.ts';
import { limitBodies } from './limit-bodies.ts';

const mebibyte = 1_048_576;
/** From where bodies were accepted. */
const accepted: unknown[] = [];
const app = Fastify({ trustProxy: 'loopback', bodyLimit: 64 * mebibyte });
beforeAll(async () => {
  app.decorateRequest('actor', null);
  limitBodies(app);
  app.addHook('preParsing', (request, _reply, payload, done) => {
    accepted.push(request.headers['x-forwarded-for']);
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

/** A request whose body has not ended. */
function begin(from: string, bytes: number) {
  const { port } = app.server.address() as AddressInfo;
  const headers = {
    'x-forwarded-for': from,
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
async function beginAccepted(from: string, bytes: number) {
  const begun = begin(from, bytes);
  await expect.poll(() => accepted).toContain(from);
  return begun;
}

test('a caller has half of the room, others the rest, and all of it when bodies have ended', async () => {
  const first = await beginAccepted('192.0.2.1', 40 * mebibyte);
  expect(await begin('192.0.2.1', 10 * mebibyte).status()).toBe(503);
  const second = await beginAccepted('192.0.2.2', 48 * mebibyte);
  expect(await begin('192.0.2.3', 16 * mebibyte).status()).toBe(503);
  const small = begin('192.0.2.1', 200_000);
  small.end();
  expect(await small.status()).toBe(200);
  first.end();
  expect(await first.status()).toBe(200);
  second.leave();
  const tryLate = async () => {
    const late = begin('192.0.2.3', 50 * mebibyte);
    late.end();
    return late.status();
  };
  await expect.poll(tryLate).toBe(200);
});

test('one body may be larger than the half of a caller', async () => {
  const only = begin('192.0.2.4', 60 * mebibyte);
  only.end();
  expect(await only.status()).toBe(200);
});

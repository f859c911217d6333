import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readTrustedProxies } from '../trusted-proxies.ts';
import { createClientReader } from './client-of.ts';

const connections = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', 'fd00::1', '203.0.113.9'];
const forwarded = [
  undefined,
  '198.51.100.7',
  '198.51.100.7, 10.0.0.5',
  '6.6.6.6, 198.51.100.7, 10.0.0.5, 127.0.0.1',
  '10.0.0.5, 192.168.1.1',
  '2001:db8::1, fe80::1, 172.31.0.1',
  'unknown, 10.0.0.5',
];

test.each([
  'false',
  'true',
  'loopback',
  'loopback, uniquelocal, linklocal',
  '10.0.0.0/8, 127.0.0.1',
  '203.0.113.9, ::1, fd00::/8',
])('with TRUST_PROXY=%s it finds the address that Fastify finds', async (text) => {
  const trustProxy = readTrustedProxies(text) ?? false;
  const readClient = createClientReader(trustProxy);
  const app = Fastify({ trustProxy });
  app.get('/', (request) => [request.ip, readClient(request.raw).ip]);
  for (const remoteAddress of connections)
    for (const list of forwarded) {
      const headers = list === undefined ? {} : { 'x-forwarded-for': list };
      const [ofFastify, ours] = (await app.inject({ url: '/', remoteAddress, headers })).json();
      expect([remoteAddress, list, ours]).toEqual([remoteAddress, list, ofFastify]);
    }
  await app.close();
});

import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { readCredential } from './guard.ts';
import { createServer } from './server.ts';

const readCode = (headers: Record<string, string>): string => {
  try {
    return readCredential(headers).kind;
  } catch (error) {
    return (error as { declaration: { code: string } }).declaration.code;
  }
};

test.each([
  ['Bearer a.b-c_d', { kind: 'token', value: 'a.b-c_d' }],
  ['bearer   a.b-c_d  ', { kind: 'token', value: 'a.b-c_d' }],
  ['Bearer sk_live_1', { kind: 'key', value: 'sk_live_1' }],
  ['ApiKey sk_live_1', { kind: 'key', value: 'sk_live_1' }],
  ['Api-Key sk_live_1', { kind: 'key', value: 'sk_live_1' }],
  ['Basic dXNlcjpwYXNz', { kind: 'none' }],
  ['Bearers x', { kind: 'none' }],
  ['', { kind: 'none' }],
])('%o is read', (authorization, credential) => {
  expect(readCredential({ authorization })).toEqual(credential);
});

test.each([
  ['Bearer', 'token_not_valid'],
  ['Bearer ', 'token_not_valid'],
  ['Bearer token x', 'token_not_valid'],
  ['Bearer token, Bearer token', 'token_not_valid'],
  ['Bearer, token', 'token_not_valid'],
  ['Bearer token,x', 'token_not_valid'],
  ['Bearer token\u00a0x', 'token_not_valid'],
  ['Bearer sk_live_1 x', 'api_key_invalid'],
  ['ApiKey', 'api_key_invalid'],
  ['Api-Key sk_live_1 sk_live_1', 'api_key_invalid'],
])('%o is refused', (authorization, code) => {
  expect(readCode({ authorization })).toBe(code);
});

test.each(['', ' ', 'sk_live_1, sk_live_1', 'sk_live_1 x'])('X-API-Key: %o is refused', (key) => {
  expect(readCode({ 'x-api-key': key })).toBe('api_key_invalid');
});

test('the same credential may be sent twice, two different ones may not', () => {
  const twice = { 'x-api-key': 'sk_live_1', authorization: 'ApiKey sk_live_1' };
  expect(readCredential(twice)).toEqual({ kind: 'key', value: 'sk_live_1' });
  expect(readCode({ ...twice, authorization: 'Bearer token' })).toBe('ambiguous_credentials');
});

test('a second Authorization header is not ignored', async () => {
  const app = await createServer({ config: readConfig({}), log: pino({ level: 'silent' }) });
  app.get('/', ({ headers }) => readCode(headers as Record<string, string>));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const lines = ['Authorization: Bearer one', 'Authorization: Bearer two', 'Connection: close'];
  socket.end(`GET / HTTP/1.1\r\nHost: x\r\n${lines.join('\r\n')}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('token_not_valid');
  await app.close();
});

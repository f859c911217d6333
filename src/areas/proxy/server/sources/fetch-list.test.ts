import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { ProxyError } from '../forwarding/proxy-error.ts';
import { fetchList, type ListRequest, listBytesMax } from './fetch-list.ts';
import { ListError } from './list-error.ts';

let provider: TestHttpServer;
let other: TestHttpServer;
beforeAll(async () => {
  provider = await startHttpServer();
  other = await startHttpServer();
});
afterEach(() => {
  provider.reset();
  other.reset();
});
afterAll(() => Promise.all([provider.stop(), other.stop()]));

/** `inside.test` is in a private network, and all other names are on this machine. */
const guard = {
  resolveHost: async (host: string) => {
    if (host === 'inside.test') throw new ProxyError('address_refused');
    if (host === 'nowhere.test') throw new ProxyError('name_not_found');
    return '127.0.0.1';
  },
};
const load = (
  path: string,
  change: Partial<ListRequest> = {},
  signal = new AbortController().signal,
) =>
  fetchList(
    { url: new URL(`http://list.test:${provider.port}${path}`), authorization: null, ...change },
    { guard, signal },
  );
const readReason = (loading: Promise<unknown>) =>
  loading.then(
    () => 'no error',
    (error: unknown) => (error instanceof ListError ? error.reason : String(error)),
  );

test('returns the text, and asks for changes only', async () => {
  const headers = { etag: '"one"', 'last-modified': 'Mon, 23 Nov 2026 06:00:00 GMT' };
  provider.on('GET /list', { status: 200, body: '\ufeff203.0.113.1:80', headers }, { status: 304 });
  const authorization = 'Token s3cr3t';
  const first = await load('/list?mode=direct', { authorization });
  expect(first).toEqual({
    isChanged: true,
    text: '203.0.113.1:80',
    etag: '"one"',
    lastModified: headers['last-modified'],
  });
  const known = { etag: '"one"', lastModified: headers['last-modified'] };
  expect(await load('/list', known)).toEqual({ isChanged: false });
  expect(provider.calls[0]).toMatchObject({
    path: '/list?mode=direct',
    headers: { authorization, host: `list.test:${provider.port}` },
  });
  expect(provider.calls[1]?.headers).toMatchObject({
    'if-none-match': '"one"',
    'if-modified-since': headers['last-modified'],
  });
});

test('follows redirects, and shows the Authorization header to its own origin only', async () => {
  const there = `http://other.test:${other.port}/file`;
  provider.on('GET /list', { status: 302, headers: { location: '/moved' } });
  provider.on('GET /moved', { status: 307, headers: { location: there } });
  other.on('GET /file', { status: 200, body: '203.0.113.1:80' });
  const authorization = 'Token s3cr3t';
  expect(await load('/list', { authorization })).toMatchObject({ text: '203.0.113.1:80' });
  expect(provider.calls.map(({ headers }) => headers.authorization)).toEqual([
    authorization,
    authorization,
  ]);
  expect(other.calls[0]?.headers).not.toHaveProperty('authorization');
});

test('a redirect to a private network is refused without a connection', async () => {
  const location = `http://inside.test:${other.port}/`;
  provider.on('GET /list', { status: 302, headers: { location } });
  expect(await readReason(load('/list'))).toBe('private_address');
  expect(other.calls).toEqual([]);
});

test.each([
  ['file:///etc/passwd', 'refused'],
  ['http://[', 'refused'],
  ['/list', 'too_many_redirects'],
])('a redirect to %s fails', async (location, reason) => {
  provider.on('GET /list', { status: 301, headers: { location } });
  expect(await readReason(load('/list'))).toBe(reason);
});

test.each([
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'not_found'],
  [429, 'throttled'],
  [302, 'refused'],
  [500, 'refused'],
])('status %i fails with a reason', async (status, reason) => {
  provider.on('GET /list', { status, body: '203.0.113.1:80' });
  expect(await readReason(load('/list'))).toBe(reason);
});

test('connections that fail have a reason', async () => {
  provider.on('GET /drop', 'drop');
  expect(await readReason(load('/drop'))).toBe('unreachable');
  const nowhere = new URL('http://nowhere.test/');
  expect(await readReason(load('/', { url: nowhere }))).toBe('name_not_found');
  const noTls = new URL(`https://list.test:${provider.port}/`);
  expect(await readReason(load('/', { url: noTls }))).toBe('tls_failed');
});

test('a list that does not arrive in time, or is too large, is given up', async () => {
  const controller = new AbortController();
  provider.on('GET /hang', () => {
    controller.abort();
    return 'hang';
  });
  expect(await readReason(load('/hang', {}, controller.signal))).toBe('timeout');
  provider.on('GET /large', { status: 200, body: 'x'.repeat(listBytesMax + 1) });
  expect(await readReason(load('/large'))).toBe('too_large');
});

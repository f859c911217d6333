import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAddressGuard } from '#kernel/outbound/address-guard.ts';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import type { ListFormat } from '../../wire/proxy-sources.constants.ts';
import { ListError } from './list-error.ts';
import { loadList } from './load-list.ts';

let provider: TestHttpServer;
beforeAll(async () => {
  provider = await startHttpServer();
});
afterEach(() => provider.reset());
afterAll(() => provider.stop());

const guard = createAddressGuard({ allowPrivate: true });
const load = (format: ListFormat = 'auto') =>
  loadList({ url: new URL(`${provider.url}/list`), authorization: 'Token s3cr3t' }, format, {
    guard,
    signal: new AbortController().signal,
  });
const readReason = (loading: Promise<unknown>) =>
  loading.then(
    () => 'no error',
    (error: unknown) => (error instanceof ListError ? error.reason : String(error)),
  );
const entry = (host: number) => ({ proxy_address: `203.0.113.${host}`, port: 80 });

test('follows the pages of a provider', async () => {
  const next = `${provider.url}/list?page=2`;
  const headers = { etag: '"first page"' };
  provider.on('GET /list', { status: 200, headers, body: { results: [entry(1), {}], next } });
  provider.on('GET /list?page=2', { status: 200, body: { results: [entry(2)], next: null } });
  const list = await load();
  expect(list).toMatchObject({
    isChanged: true,
    etag: null,
    parsed: {
      proxies: [
        { line: 1, host: '203.0.113.1' },
        { line: 3, host: '203.0.113.2' },
      ],
      rejected: [{ line: 2 }],
    },
  });
  expect(provider.calls.map(({ headers: sent }) => sent.authorization)).toEqual([
    'Token s3cr3t',
    'Token s3cr3t',
  ]);
});

test('a next page elsewhere is not requested', async () => {
  const next = 'http://203.0.113.9/list?page=2';
  provider.on('GET /list', { status: 200, body: { results: [entry(1)], next } });
  expect(await readReason(load())).toBe('not_a_list');
});

test('pages without an end are given up', async () => {
  const next = `${provider.url}/list?page=2`;
  provider.on('GET /list', { status: 200, body: { results: [entry(1)], next } });
  expect(await readReason(load())).toBe('too_large');
});

const manyLines = (count: number) => '203.0.113.1:80\n'.repeat(count);
test.each([
  ['', 'empty'],
  ['\n# nothing today\n', 'empty'],
  ['{"results": []}', 'empty'],
  ['<html>\n<p>Sign in</p>\n203.0.113.1:80', 'not_a_list'],
  ['{"results": [', 'not_a_list'],
  [manyLines(10_001), 'too_large'],
  [manyLines(20_002), 'too_large'],
  [JSON.stringify(Array.from({ length: 10_001 }, () => 'a:1')), 'too_large'],
])('an unusable answer has a reason: %#', async (body, reason) => {
  provider.on('GET /list', { status: 200, body });
  expect(await readReason(load())).toBe(reason);
});

test('a stated format is used', async () => {
  provider.on('GET /list', { status: 200, body: 'ip,port\n203.0.113.1,80' });
  expect(await readReason(load('json'))).toBe('not_a_list');
  expect(await load('csv')).toMatchObject({ parsed: { proxies: [{ line: 2 }] } });
});

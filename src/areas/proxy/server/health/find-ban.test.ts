import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findBanInBody, findBanInHead, isSearched, searchedBytesMax } from './find-ban.ts';

const rules = { ban_status_codes: [403], ban_headers: ['X-Wall', 'server: Shield'], ban_texts: [] };

test.each([
  [403, {}, { kind: 'ban_status', detail: '403' }],
  [200, { 'x-wall': '' }, { kind: 'ban_header', detail: 'x-wall' }],
  [200, { server: 'the SHIELD 2' }, { kind: 'ban_header', detail: 'server' }],
  [200, { server: 'nginx' }, undefined],
  [404, {}, undefined],
])('status %d with %j: %j', (status, headers, ban) => {
  expect(findBanInHead(rules, { status, headers })).toEqual(ban);
});

test('a colon may be part of the text', () => {
  const times = { ...rules, ban_headers: ['retry-at: 12:30'] };
  const found = findBanInHead(times, { status: 200, headers: { 'retry-at': 'at 12:30:01' } });
  expect(found?.detail).toBe('retry-at');
});

test.each([
  ['text/html; charset=utf-8', true],
  ['application/json', true],
  [undefined, true],
  ['text/event-stream', false],
  ['image/png', false],
])('content type %s is searched: %s', (contentType, isFit) => {
  expect(isSearched({ ban_texts: ['x'] }, contentType)).toBe(isFit);
  expect(isSearched({ ban_texts: [] }, contentType)).toBe(false);
});

const page = Buffer.from(`<p>${'a'.repeat(1000)} Access Denied</p>`);
const texts = { ban_texts: ['access denied'] };
test.each([
  ['identity', page],
  ['gzip', gzipSync(page)],
  ['GZIP', gzipSync(page)],
  ['deflate', deflateSync(page)],
  ['br', brotliCompressSync(page)],
  ['unknown', page],
])('a text is found in a body with the encoding %s', async (encoding, body) => {
  const ban = await findBanInBody(texts, body, { 'content-encoding': encoding });
  expect(ban).toEqual({ kind: 'ban_text', detail: 'access denied' });
});

test('a compressed body that is cut off is searched as far as it goes', async () => {
  const long = gzipSync(Buffer.concat([page, crypto.getRandomValues(Buffer.alloc(60_000))]));
  const start = long.subarray(0, 30_000);
  expect(await findBanInBody(texts, start, { 'content-encoding': 'gzip' })).toBeDefined();
});

test('only the first 64 KB are searched, also of a body that grows without end', async () => {
  const late = Buffer.concat([Buffer.alloc(searchedBytesMax, 'a'), page]);
  expect(await findBanInBody(texts, late, {})).toBeUndefined();
  const bomb = gzipSync(Buffer.concat([Buffer.alloc(20_000_000, 'a'), page]));
  expect(await findBanInBody(texts, bomb, { 'content-encoding': 'gzip' })).toBeUndefined();
});

test('invalid data and unknown character sets are no error', async () => {
  const headers = { 'content-encoding': 'br', 'content-type': 'text/html; charset=nonsense' };
  expect(await findBanInBody(texts, page, headers)).toBeUndefined();
  expect(
    await findBanInBody(texts, page, { 'content-type': headers['content-type'] }),
  ).toBeDefined();
});

test('the character set of the response is used', async () => {
  const russian = Buffer.from([0xc4, 0xee, 0xf1, 0xf2, 0xf3, 0xef]);
  const headers = { 'content-type': 'text/html; charset=windows-1251' };
  expect(await findBanInBody({ ban_texts: ['доступ'] }, russian, headers)).toBeDefined();
});

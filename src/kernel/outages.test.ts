import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commonErrors, declareError } from '#lib/endpoint.ts';
import { BusyError } from './fair-queue.ts';
import { apiError, InvalidInput, toErrorResponse, toRefusal } from './http/errors.ts';
import { UnavailableError } from './outages.ts';
import { createStorage } from './storage/storage.ts';

const ofDatabase = (code: string) => Object.assign(new Error('no'), { code });
const readCode = (error: unknown) => toRefusal(error)?.declaration.code ?? null;

test.each([
  ['the connection broke', ['08000', '08001', '08003', '08004', '08006', '08007', '08P01']],
  ['disk, memory or connections ran out', ['53000', '53100', '53200', '53300', '53400']],
  ['the server stops, starts or ended the session', ['57P01', '57P02', '57P03', '57P04', '57P05']],
  ['the operating system failed', ['58000', '58030', '58P01', '58P02']],
  ['the primary became read-only', ['25006']],
])('%s: the service is unavailable', (_, codes) => {
  for (const code of codes) expect([code, readCode(ofDatabase(code))]).toEqual([code, unavailable]);
});
const { code: unavailable } = commonErrors.unavailable;

test.each(['55P03', '57014'])('%s is too much work, not an outage', (code) => {
  expect(readCode(ofDatabase(code))).toBe('busy');
  expect(readCode(new BusyError('no connection', 1))).toBe('busy');
});

test.each(['23505', '42P01', '22001', '25P02', '40001', 'ENOENT', 'EACCES'])(
  '%s is an error of the software',
  (code) => expect(readCode(ofDatabase(code))).toBeNull(),
);

test.each([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])('"%s" of node-postgres is an outage', (message) => {
  expect(readCode(new Error(message))).toBe(unavailable);
});

test('a refused connection is an outage, also of several addresses', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const error = await new Promise<Error>((resolve) =>
    net.connect(port, '127.0.0.1').on('error', resolve),
  );
  expect(readCode(error)).toBe(unavailable);
  expect(readCode(new AggregateError([error]))).toBe(unavailable);
  expect(readCode(new Error('no database', { cause: error }))).toBe(unavailable);
});

test('a client that hangs up is none', () => {
  expect(readCode(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))).toBeNull();
});

test('a disk without space is an outage of the file storage', async () => {
  const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'weftline-full-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  mkdirSync(path.join(DATA_DIR, 'files'));
  // Linux refuses every write to it for want of space.
  symlinkSync('/dev/full', path.join(DATA_DIR, 'files/full'));
  const storage = createStorage({ DATA_DIR, STORAGE_URL: undefined });
  const put = storage.put('full', Buffer.alloc(10), { contentType: 'text/plain' });
  expect(readCode(await put.catch((error: Error) => error))).toBe(unavailable);
});

test('a bucket that responds 5xx is an outage', () => {
  const cause = Object.assign(new Error('slow down'), { $fault: 'server' });
  expect(readCode(new Error('E_CANNOT_WRITE_FILE', { cause }))).toBe(unavailable);
});

test('errors that a contract declares stay what they are', () => {
  const full = declareError('full', 409, 'Full.');
  expect(toRefusal(apiError(full))).toBeNull();
  expect(toRefusal(new InvalidInput({ name: ['Required.'] }))).toBeNull();
  for (const nothing of [null, undefined, 'text', 5]) expect(toRefusal(nothing)).toBeNull();
});

test('the response says when to come back', () => {
  const reply = toErrorResponse(new UnavailableError('away', { retryAfterSeconds: 7 }));
  expect(reply).toEqual({
    status: 503,
    headers: { 'retry-after': '7' },
    body: {
      detail: 'The service is unavailable at the moment. Try again in a moment.',
      code: 'service_unavailable',
      retry_after: 7,
    },
  });
});

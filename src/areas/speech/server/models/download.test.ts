import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DownloadProgress, download } from './download.ts';
import { ModelError } from './model-error.ts';

const content = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7 + (at >> 8)) % 256));
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;
let handlers: Handler[] = [];
let breakOff: { bytes: number; response: http.ServerResponse } | null = null;
const ranges: (string | undefined)[] = [];
const server = http.createServer((request, response) => {
  ranges.push(request.headers.range);
  const handle = handlers.length > 1 ? handlers.shift()! : handlers[0]!;
  handle(request, response);
});
let url = '';
const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-download-'));
let files = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.tar.bz2`;
});
beforeEach(() => {
  ranges.length = 0;
  breakOff = null;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** Sends the requested part, and breaks off after `bytesMax`. */
const serve =
  ({ bytesMax = content.length, etag = '"one"' } = {}): Handler =>
  ({ headers }, response) => {
    const isSame = headers['if-range'] === etag;
    const from = isSame ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0;
    const last = content.length - 1;
    const range = { 'content-range': `bytes ${from}-${last}/${content.length}` };
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      'content-length': content.length - from,
      ...(from > 0 && range),
    });
    const part = content.subarray(from, from + bytesMax);
    if (from + bytesMax >= content.length) response.end(part);
    // Once the client has stored the part: a broken connection may lose what is on its way.
    else {
      breakOff = { bytes: from + bytesMax, response };
      response.write(part);
    }
  };
const respond =
  (status: number, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(status, headers).end();
  };

function start(change: Partial<Parameters<typeof download>[0]> = {}) {
  const file = path.join(folder, String(++files), 'model.part');
  const progress: DownloadProgress[] = [];
  const onProgress = (step: DownloadProgress) => {
    progress.push(step);
    if (breakOff && step.receivedBytes >= breakOff.bytes) breakOff.response.destroy();
  };
  const job = { url, file, bytes: content.length, onProgress, retryWaitMs: 0, ...change };
  return { file: job.file, progress, done: download(job) };
}

test('a file is received, with its progress', async () => {
  handlers = [serve()];
  const { file, progress, done } = start();
  await done;
  expect(digest(readFileSync(file))).toBe(digest(content));
  expect(progress.at(-1)).toEqual({ receivedBytes: 200_000, totalBytes: 200_000 });
  expect(progress.map(({ receivedBytes }) => receivedBytes)).toEqual(
    progress.map(({ receivedBytes }) => receivedBytes).toSorted((a, b) => a - b),
  );
  expect(ranges).toEqual([undefined]);
});

test('after a broken connection the rest is requested', async () => {
  handlers = [serve({ bytesMax: 70_000 }), serve({ bytesMax: 80_000 }), serve()];
  const { file, done } = start();
  await done;
  expect(digest(readFileSync(file))).toBe(digest(content));
  expect(ranges).toEqual([undefined, 'bytes=70000-', 'bytes=150000-']);
});

test('the next run continues what an earlier one left', async () => {
  handlers = [serve({ bytesMax: 70_000 }), respond(503)];
  const first = start();
  await expect(first.done).rejects.toThrow(/broke off: the server responded with 503\. .* again/);
  expect(readFileSync(first.file)).toHaveLength(70_000);
  handlers = [serve()];
  ranges.length = 0;
  await start({ file: first.file }).done;
  expect(ranges).toEqual(['bytes=70000-']);
  expect(digest(readFileSync(first.file))).toBe(digest(content));
  ranges.length = 0;
  await start({ file: first.file }).done;
  expect(ranges).toEqual([]);
});

test('a file that changed meanwhile is received anew', async () => {
  handlers = [serve({ bytesMax: 70_000, etag: '"old"' }), serve({ etag: '"new"' })];
  const { file, done } = start();
  await done;
  expect(digest(readFileSync(file))).toBe(digest(content));
});

test.each([
  ['a range of another place', respond(206, { 'content-range': 'bytes 0-9/200000' })],
  ['no such range', respond(416)],
])('%s begins again', async (_, wrong) => {
  handlers = [serve({ bytesMax: 70_000 }), wrong, serve()];
  const { file, done } = start();
  await done;
  expect(digest(readFileSync(file))).toBe(digest(content));
  expect(ranges.at(-1)).toBeUndefined();
});

test('without an ETag nothing is continued', async () => {
  const file = path.join(folder, 'bare', 'model.part');
  mkdirSync(path.dirname(file));
  writeFileSync(file, 'the beginning of another file');
  handlers = [serve()];
  await start({ file }).done;
  expect(ranges).toEqual([undefined]);
  expect(digest(readFileSync(file))).toBe(digest(content));
});

test('a server that sends nothing counts as lost', async () => {
  handlers = [() => undefined];
  await expect(start({ idleMs: 200 }).done).rejects.toThrow(
    /Could not download from .*: no data\. .*SPEECH_MODELS_URL/,
  );
  expect(ranges).toHaveLength(5);
});

test.each([
  [respond(404), /There is no file .*SPEECH_MODELS_URL/],
  [respond(403), /responded with 403/],
  [respond(200, { 'content-length': '17' }), /has 17 bytes and not 200000/],
])('a permanent failure is not repeated: %#', async (handle, message) => {
  handlers = [handle];
  const { done } = start();
  await expect(done).rejects.toBeInstanceOf(ModelError);
  await expect(done).rejects.toThrow(message);
  expect(ranges).toHaveLength(1);
});

test('more than the expected bytes are not stored', async () => {
  handlers = [
    (_, response) => {
      response.writeHead(200);
      response.end(Buffer.concat([content, content]));
    },
  ];
  await expect(start().done).rejects.toThrow(/is larger than the 200000 bytes/);
});

test('no network names the host', async () => {
  const closed = http.createServer();
  await new Promise<void>((resolve) => {
    closed.listen(0, '127.0.0.1', resolve);
  });
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => {
    closed.close(resolve);
  });
  const { done } = start({ url: `http://127.0.0.1:${port}/model` });
  await expect(done).rejects.toThrow(
    new RegExp(`Could not download from 127\\.0\\.0\\.1:${port}: .*ECONNREFUSED`),
  );
});

test('a folder that cannot be written is named', async () => {
  handlers = [serve()];
  const file = path.join(folder, 'taken');
  mkdirSync(file);
  await expect(start({ file }).done).rejects.toThrow(`Could not write to ${folder}`);
});

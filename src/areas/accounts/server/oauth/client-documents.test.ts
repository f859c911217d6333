import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createAddressGuard } from '#kernel/outbound/address-guard.ts';
import { minuteMs } from '#lib/durations.ts';
import { isUuid } from '#lib/uuid.ts';
import { localhostCertificate, localhostKey } from '#test/fixtures/localhost-certificate.ts';
import { createClientDocuments, isDocumentAddress, parseClientKey } from './client-documents.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const redirect_uris = ['https://loom.example/cb', 'http://127.0.0.1/cb'];
type Reply = { body?: object | string; status?: number; headers?: Record<string, string> };

/** A site with one document, and what reads it. `document` is added to a valid one. */
async function publish({ document = {}, ...reply }: Reply & { document?: object } = {}) {
  let address = '';
  let requestCount = 0;
  let nowMs = 0;
  const listener: RequestListener = (_request, response) => {
    requestCount += 1;
    const { status = 200, headers = { 'content-type': 'application/json' } } = reply;
    const body = reply.body ?? { client_id: address, client_name: 'Loom', redirect_uris };
    const text = typeof body === 'string' ? body : JSON.stringify({ ...body, ...document });
    response.writeHead(status, headers).end(text);
  };
  const server = createServer({ key: localhostKey, cert: localhostCertificate }, listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  address = `https://127.0.0.1:${port}/app.json`;
  const guard = createAddressGuard({ allowPrivate: true });
  const read = createClientDocuments(guard, { ca: localhostCertificate, now: () => nowMs });
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { address, read: () => read(address), requestCount: () => requestCount, advance };
}

describe('the address of a document', () => {
  it.each(['https://loom.example/app.json', 'https://loom.example:8443/a?b=1'])('is %s', (text) =>
    expect(isDocumentAddress(text)).toBe(true),
  );

  it.each([
    'http://loom.example/app.json',
    'https://loom.example/',
    'https://loom.example',
    'https://loom.example/a#b',
    'https://loom.example/a#',
    'https://u:p@loom.example/a',
    'https://loom.example/a/../b',
    'https://LOOM.example/a',
    'https://loom.example:443/a',
    'loom',
    '',
  ])('is not "%s"', (text) => expect(isDocumentAddress(text)).toBe(false));
});

describe('the key of a client', () => {
  it('is made of the address, and is that of no registered client', () => {
    const key = parseClientKey('https://loom.example/app.json')!;
    expect(isUuid(key)).toBe(true);
    expect(key).toBe(parseClientKey('https://loom.example/app.json'));
    expect(key).not.toBe(parseClientKey('https://loom.example/other.json'));
    expect(parseClientKey(key)).toBeUndefined();
  });

  it('of a registered client is its id', () => {
    const id = crypto.randomUUID();
    expect(parseClientKey(id)).toBe(id);
    expect(parseClientKey('loom')).toBeUndefined();
  });
});

describe('a document', () => {
  it('describes the app, and is read once in five minutes', async () => {
    const { read, requestCount, advance } = await publish();
    const client = { name: 'Loom', uri: '', redirect_uris };
    expect(await read()).toEqual(client);
    advance(4 * minuteMs);
    expect(await read()).toEqual(client);
    expect(requestCount()).toBe(1);
    advance(2 * minuteMs);
    await read();
    expect(requestCount()).toBe(2);
  });

  it.each(['', 'Weftline', '\u202E'])('with the name "%s" has that of its host', async (name) => {
    const { read } = await publish({ document: { client_name: name } });
    expect(await read()).toMatchObject({ name: '127.0.0.1' });
  });

  it.each([
    ['is of another address', { document: { client_id: 'https://other.example/app.json' } }],
    ['has a secret', { document: { client_secret: 'x' } }],
    [
      'wants to sign in with a secret',
      { document: { token_endpoint_auth_method: 'client_secret_basic' } },
    ],
    ['returns to an open network', { document: { redirect_uris: ['http://loom.example/cb'] } }],
    ['returns nowhere', { document: { redirect_uris: [] } }],
    ['is too long', { document: { logo_uri: `https://loom.example/${'x'.repeat(6000)}` } }],
    ['is not JSON', { body: 'hello' }],
    ['is a page', { headers: { 'content-type': 'text/html' } }],
    ['is elsewhere', { status: 302, headers: { location: '/other.json' } }],
    ['is missing', { status: 404 }],
  ] as const)('that %s describes no app, for a minute', async (_, reply) => {
    const { read, requestCount, advance } = await publish(reply as Reply);
    expect(await read()).toBeNull();
    expect(await read()).toBeNull();
    expect(requestCount()).toBe(1);
    advance(minuteMs);
    expect(await read()).toBeNull();
    expect(requestCount()).toBe(2);
  });

  it('is not read from a private network', async () => {
    const { address, requestCount } = await publish();
    const guard = createAddressGuard({ allowPrivate: false });
    const options = { ca: localhostCertificate };
    expect(await createClientDocuments(guard, options)(address)).toBeNull();
    const named = createAddressGuard({ allowPrivate: false, resolve: async () => ['127.0.0.1'] });
    const byName = address.replace('127.0.0.1', 'loom.example');
    expect(await createClientDocuments(named, options)(byName)).toBeNull();
    expect(requestCount()).toBe(0);
  });
});

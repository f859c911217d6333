// What sites and clients send that is not by the letter: sites are read as browsers and curl read
// them, clients get a reason, and no proxy is charged for either.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { requestThrough } from '#test/gateway-requests.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { oddResponses } from '#test/odd-responses.ts';
import { hasOptional, isProgram } from '#test/optional-programs.ts';
import { addProxies, createResource, listProxies } from '#test/proxy-resources.ts';
import { useGateway } from '#test/use-gateway.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const gateway = useGateway(t);
const farm = useProxyServers();
const hasCurl = hasOptional(() => isProgram('curl', ['--version']));
let ada: SignedIn;
let shop: string;
let login: string;
let origin: string;
/** Of the last request that the site got. */
let received = '';

const names = Object.keys(oddResponses);
const site = net.createServer((socket) => {
  socket
    .on('error', () => undefined)
    .once('data', (data: Buffer) => {
      received = data.toString('latin1');
      const [, at] = /^\S+ \/(\d+)/.exec(received) ?? [];
      const odd = at && oddResponses[names[Number(at)]!];
      socket.end(odd ? odd.bytes : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 'latin1');
    });
});

beforeAll(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  ada = await t.signIn('ada@example.com');
  const { key } = await createApiKey(t, ada, { name: 'gateway', scopes: ['proxy'] });
  shop = await createResource(t, ada, { max_failures: 1 });
  const proxies = [await farm.startProxy(), await farm.startProxy(), await farm.startProxy()];
  await addProxies(
    t,
    ada,
    shop,
    proxies.map(({ line }) => line),
  );
  login = `${shop}:${key}`;
});
afterAll(() => void site.close());

async function expectAllAvailable() {
  await t.areas.proxy.usage.flush();
  const states = (await listProxies(t, ada, shop)).map(({ status }) => status);
  expect(states).toEqual(['available', 'available', 'available']);
}

describe.each(names)('a response with %s', (name) => {
  const { reads, curl } = oddResponses[name]!;
  const path = `/${names.indexOf(name)}`;

  test('is read, or fails for the site', async () => {
    const reply = await requestThrough(gateway.port, login, `${origin}${path}`).then(
      ({ status, body, code }) =>
        code === 'target_bad_response' ? 'invalid' : `${status} ${body}`,
      () => 'cut',
    );
    expect(reply).toBe(reads);
    await expectAllAvailable();
  });

  test.runIf(hasCurl && !curl)('is read so by curl', async () => {
    const read = await promisify(execFile)('curl', [
      '--silent',
      '--max-time',
      '20',
      '--write-out',
      '\n%{http_code}',
      `${origin}${path}`,
    ]).then(
      ({ stdout }) => stdout.split('\n').reverse().join(' '),
      () => 'failed',
    );
    expect(read).toBe(reads === 'invalid' || reads === 'cut' ? 'failed' : reads);
  });
});

/** The raw response. `LOGIN` in the request is the header of the login. */
async function sendRaw(text: string): Promise<string> {
  const socket = net.connect(gateway.port, '127.0.0.1');
  const token = Buffer.from(login).toString('base64');
  const request = text
    .replaceAll('ORIGIN', origin.slice('http://'.length))
    .replace('LOGIN', `Proxy-Authorization: Basic ${token}\r\n`);
  socket.write(request, 'latin1');
  return (await buffer(socket)).toString('latin1');
}

describe('a request', () => {
  const close = 'Connection: close\r\n';
  test.each([
    ['does not exist', 400, 'CONNECT ORIGIN0000 HTTP/1.1\r\nHost: x\r\nLOGIN\r\n'],
    ['Port 0 does not exist', 400, 'CONNECT 127.0.0.1:0 HTTP/1.1\r\nHost: x\r\nLOGIN\r\n'],
    ['a host and a port', 400, 'CONNECT 127.0.0.1 HTTP/1.1\r\nHost: x\r\nLOGIN\r\n'],
    ['Port 70000 does not exist', 400, `GET http://127.0.0.1:70000/ HTTP/1.1\r\n${close}LOGIN\r\n`],
    ['Port 0 does not exist', 400, `GET http://127.0.0.1:0/ HTTP/1.1\r\n${close}LOGIN\r\n`],
    ['The host or the port', 400, `GET http:/// HTTP/1.1\r\n${close}LOGIN\r\n`],
    ['ftp:// cannot be forwarded', 400, `GET ftp://ORIGIN/ HTTP/1.1\r\n${close}LOGIN\r\n`],
    ['by CONNECT', 400, `GET https://ORIGIN/ HTTP/1.1\r\n${close}LOGIN\r\n`],
    ['Authorization instead', 400, `GET http://ada:secret@ORIGIN/ HTTP/1.1\r\n${close}LOGIN\r\n`],
    ['This is a proxy', 400, `GET / HTTP/1.1\r\nHost: ORIGIN\r\n${close}LOGIN\r\n`],
    ['percent-encoded', 400, `GET http://ORIGIN/caf\xc3\xa9 HTTP/1.1\r\n${close}LOGIN\r\n`],
    ['not a valid HTTP request', 400, `GET http://ORIGIN/a b HTTP/1.1\r\n${close}LOGIN\r\n`],
    ['characters', 414, `GET http://ORIGIN/${'a'.repeat(70_000)} HTTP/1.1\r\n${close}LOGIN\r\n`],
    ['headers', 431, `GET http://ORIGIN/ HTTP/1.1\r\nX: ${'a'.repeat(140_000)}\r\n\r\n`],
    ['one Host', 400, `GET http://ORIGIN/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n${close}LOGIN\r\n`],
    [
      'Transfer-Encoding',
      400,
      `POST http://ORIGIN/ HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'Content-Length',
      400,
      `POST http://ORIGIN/ HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok`,
    ],
    ['header', 400, `GET http://ORIGIN/ HTTP/1.1\r\nX A: 1\r\n\r\n`],
    ['begin its address with http://', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['socks5h://', 400, '\x04\x01\x00\x50\x7f\x00\x00\x01\x00'],
    ['not a valid HTTP request', 400, 'HELO mail.example.com\r\n\r\n'],
  ])('refused: %s (%d)', async (reason, status, text) => {
    received = '';
    const reply = await sendRaw(text);
    const body = reply.slice(reply.indexOf('\r\n\r\n') + 4);
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body).detail).toContain(reason);
    expect(reply).toMatch(/x-proxy-attempts: 0\r\n/);
    expect(received).toBe('');
    await expectAllAvailable();
  });

  test.each([
    ['GET', '', ''],
    ['PROPFIND', '', ''],
    ['POST', '', ''],
    ['REPORT', 'content-LENGTH: 2\r\n', 'ok'],
    ['POST', 'transfer-encoding: Chunked\r\n', '2\r\nok\r\n0\r\n\r\n'],
  ])('of %s reaches the site byte for byte (%j)', async (method, framing, body) => {
    const headers = `X-b: 1\r\nHOST: ORIGIN\r\nuser-AGENT: x\r\nCookie: a=1\r\nx-B: 2\r\nCookie: b=\xe9\r\n${framing}`;
    const path = '/%7Ea/../b|c?q=%20\'"';
    const end = 'Connection: close\r\n\r\n';
    const reply = await sendRaw(
      `${method} http://ORIGIN${path} HTTP/1.1\r\nLOGINProxy-Connection: x\r\n${headers}${end}${body}`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    const host = origin.slice('http://'.length);
    const sent = `${method} ${path} HTTP/1.1\r\n${headers.replace('ORIGIN', host)}${end}`;
    expect(received.slice(0, sent.length)).toBe(sent);
  });

  test('without a Host gets that of its address, and no Connection', async () => {
    const reply = await sendRaw('GET http://ORIGIN HTTP/1.0\r\nLOGIN\r\n');
    expect(reply).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Length: 2\r\nx-proxy-id/);
    expect(received).toBe(`GET / HTTP/1.1\r\nHost: ${origin.slice('http://'.length)}\r\n\r\n`);
  });

  test('for a WebSocket by its address becomes a tunnel', async () => {
    const handshake = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n';
    const reply = await sendRaw(
      `GET ws://ORIGIN/chat HTTP/1.1\r\nHost: ORIGIN\r\nLOGIN${handshake}\r\n`,
    );
    expect(reply).toBe('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    const host = origin.slice('http://'.length);
    expect(received).toBe(`GET /chat HTTP/1.1\r\nHost: ${host}\r\n${handshake}\r\n`);
    const refused = await sendRaw(`GET wss://ORIGIN/ HTTP/1.1\r\n${handshake}LOGIN\r\n`);
    expect(refused).toContain('wss:// cannot be forwarded');
  });
});

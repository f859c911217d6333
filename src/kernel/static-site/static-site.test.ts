import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { loadSite } from './static-site.ts';

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

const home = '<!doctype html><h1>Home</h1>';
const pages = {
  'index.html': home,
  'company/contact/index.html': '<!doctype html><h1>Contact</h1>',
  '404/index.html': '<!doctype html><h1>This page does not exist</h1>',
  'docs/api/index.html': '<!doctype html><h1>API reference</h1>',
  'docs/api/404/index.html': '<!doctype html><h1>This call is not in the reference</h1>',
  '__spa-fallback.html': '<!doctype html><p>Loading</p>',
  'assets/app-1a2b.js': 'export{}',
  'captures/usage-dark.avif': 'not really a picture',
  'docs/keys.md': '# Keys\n',
  'logo.png': 'not really a picture',
};
let server: http.Server;
let port = 0;

function makeBuild(): string {
  const build = mkdtempSync(path.join(os.tmpdir(), 'site-'));
  for (const [file, text] of Object.entries(pages)) {
    const place = path.join(build, 'client', file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
    if (/\.(png|avif)$/.test(file)) continue;
    writeFileSync(`${place}.br`, brotliCompressSync(text));
  }
  writeFileSync(path.join(build, 'csp.json'), JSON.stringify({ 'index.html': ['aGFzaA=='] }));
  return path.join(build, 'client');
}

function ask(url: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET') {
  return new Promise<Answer>((resolve, reject) => {
    const request = http.request({ port, path: url, method, headers }, async (response) => {
      const chunks = await response.toArray();
      const { statusCode: status = 0 } = response;
      resolve({ status, headers: response.headers, body: Buffer.concat(chunks) });
    });
    request.on('error', reject).end();
  });
}

beforeAll(async () => {
  const config = readConfig({ DATA_DIR: mkdtempSync(path.join(os.tmpdir(), 'data-')) });
  const { handleStatic } = loadSite(makeBuild(), { config });
  server = http.createServer((request, response) => {
    if (!handleStatic(request, response)) response.writeHead(418).end('the app');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

describe('pages and files', () => {
  it('answer with every header that the app would have set', async () => {
    const { status, headers, body } = await ask('/?from=mail');
    expect([status, body.toString()]).toEqual([200, home]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(home.length),
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-security-policy': expect.stringContaining("script-src 'self' 'sha256-aGFzaA=='"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      vary: 'accept-encoding',
    });
  });

  it('are cached for ever below /assets, where names change with the content', async () => {
    const { headers } = await ask('/assets/app-1a2b.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('have a type for pictures of the product', async () => {
    const { headers } = await ask('/captures/usage-dark.avif');
    expect(headers['content-type']).toBe('image/avif');
  });

  it('answer HEAD like GET without the body', async () => {
    const [get, head] = [await ask('/'), await ask('/', {}, 'HEAD')];
    expect(head.body).toHaveLength(0);
    expect(head.status).toBe(200);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });

  it('leave other methods to the app', async () => {
    expect((await ask('/', {}, 'POST')).status).toBe(418);
  });
});

describe('encodings', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['deflate', undefined],
    ['gzip;q=0', undefined],
    ['identity', undefined],
  ])('of "%s" is %s', async (accepted, encoding) => {
    const { headers, body } = await ask('/', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
    expect((unpack ? unpack(body) : body).toString()).toBe(home);
    expect(headers.vary).toBe('accept-encoding');
    expect(headers['content-security-policy']).toBeDefined();
  });

  it('fall back to the file itself without a compressed copy', async () => {
    const { headers } = await ask('/logo.png', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

describe('If-None-Match', () => {
  const readEtag = async (headers?: http.OutgoingHttpHeaders) =>
    (await ask('/', headers)).headers.etag ?? '';

  it.each([
    ['the tag', (tag: string) => tag],
    ['the weak tag', (tag: string) => `W/${tag}`],
    ['a list', (tag: string) => `"other", W/${tag}`],
    ['any', () => '*'],
  ])('with %s gives 304 with the headers of the page', async (_, write) => {
    const answer = await ask('/', { 'if-none-match': write(await readEtag()) });
    expect([answer.status, answer.body.length]).toEqual([304, 0]);
    for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy'])
      expect(answer.headers).toHaveProperty(name);
    expect(answer.headers).not.toHaveProperty('content-length');
  });

  it('redirects a URL in upper case to its page, with the query', async () => {
    const { status, headers } = await ask('/Company/CONTACT?x=Y');
    expect([status, headers.location]).toEqual([308, '/company/contact?x=Y']);
    expect((await ask('/Company/Nowhere')).status).toBe(404);
  });

  it('sends the page for another ETag, or one of another encoding', async () => {
    const br = await readEtag({ 'accept-encoding': 'br' });
    expect((await ask('/', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await ask('/', { 'if-none-match': br })).status).toBe(200);
  });
});

describe('addresses', () => {
  it.each([
    ['/company/contact/', '/company/contact'],
    ['/company/contact/?a=1', '/company/contact?a=1'],
    ['/auth/', '/auth'],
    ['/dashboard//', '/dashboard'],
    ['/docs/api/errors', '/docs/errors'],
    ['/login', '/auth'],
    ['/signin?email=a%40example.com', '/auth?email=a%40example.com'],
    ['/Sign-In/', '/auth'],
    ['/signup', '/auth'],
    ['/register', '/auth'],
  ])('%s leads to %s', async (url, location) => {
    const { status, headers } = await ask(url);
    expect([status, headers.location]).toEqual([308, location]);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    '/auth',
    '/c/a-Token_1',
    '/dashboard',
    '/dashboard/profile',
    '/dashboard/unknown',
    '/admin/leads/7',
  ])('%s is a screen of the browser', async (url) => {
    const { status, body } = await ask(url);
    expect([status, body.toString()]).toEqual([200, pages['__spa-fallback.html']]);
  });

  it.each([
    '/nothing',
    '/nothing/',
    '/404',
    '/404/',
    '/company',
    '/authors',
    '/__spa-fallback.html',
    '/index.html.br',
    '/assets/gone.js',
    '//evil.example/',
    '/../../etc/passwd',
    '/%E0%A4%A',
  ])('%s is unknown: the page for that, with status 404', async (url) => {
    const { status, headers, body } = await ask(url);
    expect([status, body.toString()]).toEqual([404, pages['404/index.html']]);
    expect(headers['content-security-policy']).toBeDefined();
  });

  it.each(['/docs/api/nothing', '/docs/api/customs/nothing', '/docs/api/404'])(
    '%s is unknown to the reference, which has a page for that',
    async (url) => {
      const { status, body } = await ask(url);
      expect([status, body.toString()]).toEqual([404, pages['docs/api/404/index.html']]);
    },
  );

  it('serves the reference, and leads to it from other spellings', async () => {
    expect((await ask('/docs/api')).body.toString()).toBe(pages['docs/api/index.html']);
    expect((await ask('/docs/api/')).headers.location).toBe('/docs/api');
  });

  it('serves pages as Markdown, which is not for search engines', async () => {
    const { headers, body } = await ask('/docs/keys.md');
    expect(headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'x-robots-tag': 'noindex',
    });
    expect(body.toString()).toBe('# Keys\n');
  });

  it('responds 404 even when the client has cached the 404 page', async () => {
    expect((await ask('/nothing', { 'if-none-match': '*' })).status).toBe(404);
  });

  it('leaves requests that do not accept HTML to the app', async () => {
    expect((await ask('/nothing', { accept: 'application/json' })).status).toBe(418);
  });

  it.each([
    '/apix/accounts/profile/',
    '/apix/',
    '/media/a.png',
    '/files/b',
    '/test/pay/sandbox/b',
    '/dev/mail',
    '/healthz',
    '/readyz',
    '/metrics',
    '/.well-known/security.txt',
  ])('%s belongs to the app', async (url) => {
    expect((await ask(url)).status).toBe(418);
  });
});

describe('without a build', () => {
  it('handles no request', () => {
    const config = readConfig({ DATA_DIR: mkdtempSync(path.join(os.tmpdir(), 'data-')) });
    const site = loadSite(path.join(os.tmpdir(), 'no-such-build'), { config });
    expect(site.paths).toEqual([]);
  });
});

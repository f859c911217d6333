import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import { settingPlaceholders, unfilledSuffix } from '#lib/setting-placeholders.ts';
import { readConfig } from '../config.ts';
import { toSiteSettings } from './site-settings.ts';
import { loadSite } from './static-site.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'settings-'));
const servers: http.Server[] = [];
afterAll(() => servers.map((server) => server.close()));

const { siteUrl } = settingPlaceholders;
const page = `<!doctype html><link rel="canonical" href="${siteUrl}/">
<script id="site-settings" type="application/json">${JSON.stringify(settingPlaceholders)}</script>
${readFileSync('docs/ARCHITECTURE.md', 'utf8')}`;
const build = mkdtempSync(path.join(os.tmpdir(), 'build-'));
const root = path.join(build, 'client');
mkdirSync(path.join(root, 'blog'), { recursive: true });
const write = (file: string, text: string | Buffer) => writeFileSync(path.join(root, file), text);
/** As the build does. */
function writeUnfilled(file: string, text: string): void {
  write(file, text);
  write(file + unfilledSuffix, brotliCompressSync(text));
}
writeUnfilled('index.html', page);
writeUnfilled('blog/feed.xml', `<link>${siteUrl}/blog</link>`);
write('plain.txt', 'Nothing to fill in.');

/** A site of this configuration; returns a function that asks it. */
async function serve(env: Record<string, string>) {
  const { handleStatic } = loadSite(root, { config: readConfig({ DATA_DIR, ...env }) });
  const server = http.createServer((request, response) => handleStatic(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return (url: string, headers: http.OutgoingHttpHeaders = {}) =>
    new Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      http
        .get({ port, path: url, headers }, async (response) => {
          resolve({ headers: response.headers, body: Buffer.concat(await response.toArray()) });
        })
        .on('error', reject);
    });
}

test('one build serves two domains', async () => {
  const [one, other] = await Promise.all([
    serve({ SITE_URL: 'https://one.example' }),
    serve({ SITE_URL: 'https://other.example/', TERMS_URL: 'https://law.example/terms' }),
  ]);
  const [first, second] = [await one('/'), await other('/')];
  expect(`${first.body}`).toContain('<link rel="canonical" href="https://one.example/">');
  expect(`${second.body}`).toContain('<link rel="canonical" href="https://other.example/">');
  expect(`${second.body}`).toContain('"termsUrl":"https://law.example/terms"');
  expect(`${first.body}${second.body}`).not.toContain('placeholder');
  expect(`${(await other('/blog/feed.xml')).body}`).toBe('<link>https://other.example/blog</link>');
});

test('domains have different ETags, except for files without settings', async () => {
  const [one, other] = await Promise.all(
    ['https://one.example', 'https://other.example'].map((SITE_URL) => serve({ SITE_URL })),
  );
  const readTags = async (url: string) => [
    (await one!(url)).headers.etag,
    (await other!(url)).headers.etag,
  ];
  const [first, second] = await readTags('/');
  expect(first).not.toBe(second);
  const [plain, same] = await readTags('/plain.txt');
  expect(plain).toBe(same);
});

test('a page is compressed after it was filled in, and better once it was asked for', async () => {
  const ask = await serve({ SITE_URL: 'https://one.example' });
  const compressed = async (encoding: string) => ask('/', { 'accept-encoding': encoding });
  const text = `${(await ask('/')).body}`;
  const first = await compressed('br');
  expect(`${brotliDecompressSync(first.body)}`).toBe(text);
  expect(`${gunzipSync((await compressed('gzip')).body)}`).toBe(text);
  let later = first;
  await expect
    .poll(async () => {
      later = await compressed('br');
      return later.body.length;
    })
    .toBeLessThan(first.body.length);
  expect(`${brotliDecompressSync(later.body)}`).toBe(text);
  expect(later.headers.etag).toBe(first.headers.etag);
  expect(later.headers['content-length']).toBe(String(later.body.length));
});

test('addresses that the operator leaves out are those of the site’s texts', () => {
  expect(toSiteSettings(readConfig({ DATA_DIR, PORT: '4000', SUPPORT_URL: '/help' }))).toEqual({
    siteUrl: 'http://localhost:4000',
    supportUrl: '/help',
    termsUrl: site.legal.terms,
    privacyUrl: site.legal.privacy,
    analyticsTagId: '',
    testMode: 'on',
  });
});

test('pages offer test mode where there is a database for it', () => {
  const DATABASE_URL = 'postgres://app@db.example/app';
  const readTestMode = (env: Record<string, string>) =>
    toSiteSettings(readConfig({ DATA_DIR, DATABASE_URL, ...env })).testMode;
  expect(readTestMode({})).toBe('');
  const TEST_MODE_DATABASE_URL = 'postgres://app@db.example/test';
  expect(readTestMode({ TEST_MODE_DATABASE_URL })).toBe('on');
});

test('visits are counted in production alone', () => {
  const config = readConfig({ DATA_DIR, ANALYTICS_TAG_ID: 'G-1' });
  expect(toSiteSettings(config).analyticsTagId).toBe('');
  expect(toSiteSettings({ ...config, isProduction: true }).analyticsTagId).toBe('G-1');
});

// Runs the recipes of the customers' documentation as they are printed there. A client that is
// neither a package of ours nor installed is skipped; CONTRIBUTING.md says how to install them.
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchOptions } from '#test/browser/chromium.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { localhostCertificate, localhostKey } from '#test/fixtures/localhost-certificate.ts';
import { useApp } from '#test/harness.ts';
import { hasOptional, isProgram, skippedUnless } from '#test/optional-programs.ts';
import { createResource, listProxies, resourcesPath } from '#test/proxy-resources.ts';
import type { TestProxy } from '#test/proxy-servers.ts';
import { send } from '#test/requests.ts';
import { scaledMs } from '#test/time-limits.ts';
import { useGateway } from '#test/use-gateway.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const page = readFileSync(path.join(root, 'content/pages/docs/proxy-recipes.mdx'), 'utf8');
const run = promisify(execFile);
const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-recipes-'));
const certificate = path.join(folder, 'certificate.pem');
writeFileSync(certificate, localhostCertificate);

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const gateway = useGateway(t);
const farm = useProxyServers();
/** Responds with the address that the request came from. */
const showAddress: http.RequestListener = (request, response) =>
  response.end(request.socket.remoteAddress);
const sites = {
  https: https.createServer({ key: localhostKey, cert: localhostCertificate }, showAddress),
  http: http.createServer(showAddress),
};
type Scheme = keyof typeof sites;
const readHost = (scheme: Scheme) => `127.0.0.1:${(sites[scheme].address() as AddressInfo).port}`;
let german: TestProxy;
let germanId: string;
let key: string;

beforeAll(async () => {
  for (const site of Object.values(sites)) await once(site.listen(0, '127.0.0.1'), 'listening');
  const french = await farm.startProxy();
  german = await farm.startProxy();
  const ada = await t.signIn('ada@example.com');
  ({ key } = await createApiKey(t, ada, { name: 'recipes', scopes: ['proxy'] }));
  await createResource(t, ada, { name: 'shop-a' });
  const csv = [french, german].map(({ port }, at) => `127.0.0.1,${port},${at ? 'DE' : 'FR'}`);
  const list = { text: ['host,port,country', ...csv].join('\n') };
  await send(t, 'POST', `${resourcesPath}shop-a/proxies/`, list, { headers: ada.headers });
  const proxies = await listProxies(t, ada, 'shop-a');
  germanId = proxies.find(({ port }) => port === german.port)!.id;
});
afterAll(() => {
  for (const site of Object.values(sites)) {
    site.close();
    site.closeAllConnections();
  }
  rmSync(folder, { recursive: true, force: true });
});

type RecipeOptions = { at?: number; scheme?: Scheme };

/** The first code below a heading, or the second, for the servers of this test. */
function readRecipe(heading: string, { at = 0, scheme = 'https' }: RecipeOptions = {}): string {
  const section = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  const code = [...(section ?? '').matchAll(/^```\w+\n(.*?)^```$/gms)][at]?.[1];
  if (!code) throw new Error(`The page has no code below “${heading}”.`);
  return code
    .replaceAll('https://example.com/', `${scheme}://${readHost(scheme)}/`)
    .replaceAll('example.com:443', readHost('https'))
    .replaceAll('GATEWAY', `127.0.0.1:${gateway.port}`);
}

/** What the program prints; of Scrapy its log, where the recipe writes. */
async function runProgram(program: string, args: string[], cwd = root): Promise<string> {
  const certificates = {
    NODE_EXTRA_CA_CERTS: certificate,
    CURL_CA_BUNDLE: certificate,
    SSL_CERT_FILE: certificate,
  };
  const env = { ...process.env, ...launchOptions.env, ...certificates, KEY: key };
  const { stdout, stderr } = await run(program, args, { cwd, env });
  return program === 'scrapy' ? stderr : stdout;
}

const runNode = (code: string, cwd?: string) =>
  runProgram(process.execPath, ['--input-type=module', '--eval', code], cwd);

function writeProgram(name: string, code: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, code);
  return file;
}

/** 2.13 is 2013; 0 when the program is not installed. */
function readVersion(program: string): number {
  const { stdout } = spawnSync(program, ['version'], { encoding: 'utf8' });
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(major ?? 0) * 1000 + Number(minor ?? 0);
}

const hasCurl = hasOptional(() => isProgram('curl', ['--version']));
/** With `node_modules/axios`. */
const axiosFolder = process.env.RECIPES_FOLDER ?? root;
const hasAxios = hasOptional(() =>
  ['axios', 'https-proxy-agent'].every((name) =>
    existsSync(path.join(axiosFolder, 'node_modules', name)),
  ),
);
const hasScrapy = hasOptional(() => readVersion('scrapy') > 0);
const hasGo = hasOptional(() => readVersion('go') >= 1020);
const minutes = { timeout: scaledMs(120_000) };

test.skipIf(!hasCurl)(`curl${skippedUnless('curl', hasCurl)}`, async () => {
  const output = await runProgram('sh', ['-c', readRecipe('curl')]);
  expect(output.toLowerCase()).toContain(`\r\nx-proxy-id: ${germanId}\r\n`);
  expect(output.split('\n').at(-1)).toBe(german.exit);
});

test.each(['Node without a library', 'undici'])('%s', async (heading) => {
  expect(await runNode(readRecipe(heading))).toBe(`${germanId}\n${german.exit}\n`);
});

test('Playwright, and the API for the proxy of its session', {
  timeout: scaledMs(30_000),
}, async () => {
  const { executablePath, args } = launchOptions;
  const options = JSON.stringify({
    executablePath,
    args: [...args, '--ignore-certificate-errors'],
  });
  const code = readRecipe('Playwright').replace('launch()', `launch(${options})`);
  expect(await runNode(code)).toBe(`${german.exit}\n`);
  const [, call] = /"https:\/\/HOST(\S+)"/.exec(readRecipe('Playwright', { at: 1 })) ?? [];
  const { body } = await send(t, 'GET', call!, undefined, { headers: { 'x-api-key': key } });
  expect(body.results).toEqual([expect.objectContaining({ id: germanId })]);
});

describe.each(['https', 'http'] as const)('for %s://,', (scheme) => {
  test.skipIf(!hasAxios)(`axios${skippedUnless('axios', hasAxios)}`, minutes, async () => {
    const output = await runNode(readRecipe('axios', { scheme }), axiosFolder);
    expect(output).toBe(`${germanId}\n${german.exit}\n`);
  });

  test.skipIf(!hasScrapy)(`Scrapy${skippedUnless('Scrapy', hasScrapy)}`, minutes, async () => {
    const code = readRecipe('Scrapy', { scheme });
    // What the page says for versions before 2.13.
    const old = code.replace('async def start(self)', 'def start_requests(self)');
    expect(old).not.toBe(code);
    // Python takes the file's folder first: one called `http.py` would hide the module of that name.
    const spider = writeProgram(`${scheme}_spider.py`, readVersion('scrapy') < 2013 ? old : code);
    const log = await runProgram('scrapy', ['runspider', spider], folder);
    expect(log).toContain(`INFO: ${german.exit}\n`);
    expect(log).toContain(`INFO: ${scheme === 'http' ? `b'${germanId}'` : 'None'}\n`);
  });

  test.skipIf(!hasGo)(`Go${skippedUnless('Go 1.20 or later', hasGo)}`, minutes, async () => {
    const program = writeProgram(`${scheme}.go`, readRecipe('Go', { scheme }));
    const output = await runProgram('go', ['run', program], folder);
    // Without TLS there is no CONNECT.
    expect(output).toBe(scheme === 'https' ? `${germanId}\n${german.exit}\n` : `${german.exit}\n`);
  });
});

// Runs the recipes of the customers' documentation as they are printed there. Those whose client is
// not a package of ours (axios, Scrapy, Go) are not run.
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noopMeter, unlimitedQuota } from '#kernel/ports.ts';
import { launchOptions } from '#test/browser/chromium.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { localhostCertificate, localhostKey } from '#test/fixtures/localhost-certificate.ts';
import { useApp } from '#test/harness.ts';
import { createResource, listProxies, resourcesPath } from '#test/proxy-resources.ts';
import type { TestProxy } from '#test/proxy-servers.ts';
import { send } from '#test/requests.ts';
import { scaledMs } from '#test/time-limits.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';
import { createGateway, type Gateway } from './gateway.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const page = readFileSync(path.join(root, 'content/pages/docs/proxy-recipes.mdx'), 'utf8');
const run = promisify(execFile);
const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-recipes-'));
const certificate = path.join(folder, 'certificate.pem');
writeFileSync(certificate, localhostCertificate);

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const farm = useProxyServers();
/** Responds with the address that the request came from. */
const site = https.createServer(
  { key: localhostKey, cert: localhostCertificate },
  (request, response) => response.end(request.socket.remoteAddress),
);
let gateway: Gateway;
let gatewayPort: number;
let german: TestProxy;
let germanId: string;
let key: string;

beforeAll(async () => {
  const { proxy, keys } = t.areas;
  gateway = createGateway({
    proxies: proxy,
    apiKeys: keys.checker,
    quota: unlimitedQuota,
    meter: noopMeter,
  });
  gatewayPort = await gateway.listen({ host: '127.0.0.1', port: 0 });
  await once(site.listen(0, '127.0.0.1'), 'listening');
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
afterAll(async () => {
  await gateway.close(0);
  site.close();
  site.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/** The first code below a heading, or the second, for the servers of this test. */
function readRecipe(heading: string, at = 0): string {
  const section = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  const code = [...(section ?? '').matchAll(/^```\w+\n(.*?)^```$/gms)][at]?.[1];
  if (!code) throw new Error(`The page has no code below “${heading}”.`);
  const address = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  return code
    .replaceAll('https://example.com/', `https://${address}/`)
    .replaceAll('example.com:443', address)
    .replaceAll('GATEWAY', `127.0.0.1:${gatewayPort}`);
}

async function runProgram(program: string, args: string[]): Promise<string> {
  const certificates = { NODE_EXTRA_CA_CERTS: certificate, CURL_CA_BUNDLE: certificate };
  const env = { ...process.env, ...launchOptions.env, ...certificates, KEY: key };
  return (await run(program, args, { cwd: root, env })).stdout;
}

const runNode = (code: string) =>
  runProgram(process.execPath, ['--input-type=module', '--eval', code]);

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)('curl (skipped on a machine without it)', async () => {
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
  const [, call] = /"https:\/\/HOST(\S+)"/.exec(readRecipe('Playwright', 1)) ?? [];
  const { body } = await send(t, 'GET', call!, undefined, { headers: { 'x-api-key': key } });
  expect(body.results).toEqual([expect.objectContaining({ id: germanId })]);
});

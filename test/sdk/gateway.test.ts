// Agents that the SDK makes for the gateway, with a real gateway, proxies and sites.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { localhostCertificate, localhostKey } from '#test/fixtures/localhost-certificate.ts';
import { useApp } from '#test/harness.ts';
import { addProxies, createResource, listProxies } from '#test/proxy-resources.ts';
import { useGateway } from '#test/use-gateway.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-gateway-'));
const certificate = path.join(folder, 'certificate.pem');
writeFileSync(certificate, localhostCertificate);

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const gateway = useGateway(t);
const farm = useProxyServers();
const site = https.createServer({ key: localhostKey, cert: localhostCertificate }, (_, response) =>
  response.end('the site'),
);
let key = '';
let proxyId = '';

beforeAll(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const { port } = await farm.startProxy();
  const ada = await t.signIn('ada@example.com');
  ({ key } = await createApiKey(t, ada, { name: 'agents', scopes: ['proxy'] }));
  await createResource(t, ada, { name: 'shop-a' });
  await addProxies(t, ada, 'shop-a', [`127.0.0.1:${port}`]);
  [{ id: proxyId = '' } = {}] = await listProxies(t, ada, 'shop-a');
});
afterAll(() => {
  site.close();
  site.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

test('undici reaches a site through the gateway, and says which proxy it was', async () => {
  const { port } = site.address() as AddressInfo;
  const options = { gateway: `127.0.0.1:${gateway.port}`, resource: 'shop-a', password: key };
  const code = `
    import * as undici from 'undici';
    import { Gateway } from '${path.join(root, 'sdk/src/proxy.ts')}';
    const gateway = new Gateway(${JSON.stringify(options)});
    const dispatcher = gateway.undici(undici, { session: 'a91' }, (id) => console.log(id));
    const response = await undici.fetch('https://127.0.0.1:${port}/', { dispatcher });
    console.log(await response.text());
    await dispatcher.close();`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', code],
    { cwd: root, env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate } },
  );
  expect(stdout).toBe(`${proxyId}\nthe site\n`);
});

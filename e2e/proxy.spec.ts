import { execFile } from 'node:child_process';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { startProxy, startSite } from '../test/proxy-servers.ts';
import { createKey } from './factories.ts';
import { expect, signIn, test } from './person.ts';
import { proxyPort } from './ports.ts';

/** Like any HTTP client that uses a proxy. */
async function fetchThroughGateway(login: string, url: string) {
  const token = Buffer.from(login).toString('base64');
  const headers = { host: new URL(url).host, 'proxy-authorization': `Basic ${token}` };
  const request = http.request({ host: '127.0.0.1', port: proxyPort, path: url, headers });
  request.end();
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
  });
  return { status: response.statusCode, body: await text(response) };
}

const programs = {
  curl: ['sh', '-c'],
  TypeScript: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
};

/** The output of the example when pasted into a shell; null when the program is not installed. */
async function runExample(page: Page, language: keyof typeof programs, key: string, url: string) {
  await page.getByRole('tab', { name: language }).click();
  const code = await page.getByRole('tabpanel', { name: language }).locator('code').textContent();
  // The example uses HTTPS, for which a local site has no certificate.
  const own = (code ?? '').replace('YOUR_API_KEY', key).replace('https://127.0.0.1/', url);
  const [command, ...args] = programs[language] as [string, ...string[]];
  try {
    return (await promisify(execFile)(command, [...args, own])).stdout;
  } catch (error) {
    // A shell exits with 127 when the program is not installed.
    if (['ENOENT', 127].includes((error as { code: string | number }).code)) return null;
    throw error;
  }
}

test('a resource is made, its proxies are checked, one is banned, replaced and released', async ({
  page,
}) => {
  const site = await startSite();
  const first = await startProxy('127.0.0.21');
  const second = await startProxy('127.0.0.22', { login: 'user:secret' });
  try {
    const customer = await signIn(page);
    const key = await createKey(customer, 'gateway');
    await page.goto('/dashboard/proxy');
    await page.getByRole('button', { name: 'Create resource' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create a resource' });
    await form.getByRole('textbox', { name: 'Name' }).fill('shop');
    await form.getByRole('textbox', { name: 'Target hosts' }).fill('127.0.0.1');
    await form.getByRole('button', { name: 'Create resource' }).click();
    await expect(page.getByRole('heading', { name: 'shop', exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Add proxies' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add proxies to shop' });
    await dialog.getByRole('textbox', { name: 'Proxies' }).fill(`${first.line}\n${second.line}`);
    await dialog.getByRole('button', { name: 'Add proxies' }).click();
    await expect(dialog.getByText('2 added, 0 updated')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = (port: number) => page.getByRole('row', { name: new RegExp(`127.0.0.1:${port}`) });
    const readProxies = async () =>
      JSON.stringify(await customer.call('GET', 'data_proxy/resources/shop/proxies'));
    for (const { exit } of [first, second])
      await expect.poll(readProxies).toContain(`"exit_address":"${exit}"`);
    await page.reload();
    await expect(row(first.port).getByText(first.exit)).toBeVisible();

    await page.getByRole('textbox', { name: 'Address' }).fill(`${site.url}/echo`);
    await page.getByRole('button', { name: 'Fetch' }).click();
    await expect(page.getByText('HTTP 200')).toBeVisible();
    expect((await fetchThroughGateway(`shop:${key}`, `${site.url}/echo`)).status).toBe(200);

    const exits = new Set<string | undefined>();
    for (const language of ['TypeScript', 'curl', 'Python'] as const) {
      const printed = await runExample(page, language, key, `${site.url}/echo`);
      if (language !== 'TypeScript' && printed === null) continue;
      const [, exit] = /"address":"([\d.]+)"/.exec(printed ?? '') ?? [];
      // They name a session, so all leave through the same proxy.
      expect({ language, printed, exit }).toMatchObject({ exit: site.visitors.at(-1) });
      exits.add(exit);
    }
    expect(exits.size).toBe(1);

    site.banned.add(first.exit);
    // Three different addresses that are banned through the same proxy block it.
    for (let time = 0; time < 5; time++)
      expect(await fetchThroughGateway(`shop:${key}`, `${site.url}/echo?${time}`)).toEqual({
        status: 200,
        body: `{"address":"${second.exit}"}`,
      });
    await page.reload();
    await expect(row(first.port).getByText('Blocked', { exact: true })).toBeVisible();
    await expect(row(first.port).getByText(/Banned by the site, ends/)).toBeVisible();

    await row(first.port)
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Release' }).click();
    await expect(row(first.port).getByText('Available', { exact: true })).toBeVisible();
  } finally {
    await Promise.all([site.stop(), first.stop(), second.stop()]);
  }
});

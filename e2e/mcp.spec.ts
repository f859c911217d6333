import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkAppearance } from './check-appearance.ts';
import { expect, signIn, test } from './person.ts';

/** Waits for the browser, as an assistant on the person's computer does. */
async function listenForCode() {
  let resolve: (url: URL) => void = () => undefined;
  const returned = new Promise<URL>((done) => {
    resolve = done;
  });
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('content-type', 'text/html').end('<title>Loom</title>Connected.');
    if (url.pathname === '/callback') resolve(url);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/callback`, returned, close: () => server.close() };
}

test('a person connects an assistant, which reads for them until they disconnect it', async ({
  page,
  quiet,
}) => {
  // The program's own page asks for an icon that it does not have.
  quiet.allow(/127\.0\.0\.1/);
  const program = await listenForCode();
  const registered = await page.request.post('/oauth/register', {
    data: { client_name: 'Loom', redirect_uris: ['http://127.0.0.1/callback'] },
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const parameters = new URLSearchParams({
    client_id,
    redirect_uri: program.address,
    response_type: 'code',
    state: 'x',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const { address } = await signIn(page);
  await page.goto(`/oauth/authorize?${parameters}`);
  await expect(page.getByRole('heading', { name: 'Connect Loom?' })).toBeVisible();
  await expect(page.getByText('an app on this computer (127.0.0.1)')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Read Look/ })).toBeChecked();
  await checkAppearance(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  const code = (await program.returned).searchParams.get('code') ?? '';
  program.close();

  const form = { grant_type: 'authorization_code', client_id, code, code_verifier: verifier };
  const issued = await page.request.post('/oauth/token', { form });
  const { access_token } = (await issued.json()) as { access_token: string };
  const callTool = (name: string) =>
    page.request.post('/mcp', {
      headers: {
        authorization: `Bearer ${access_token}`,
        accept: 'application/json, text/event-stream',
      },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
    });
  expect(await (await callTool('readProfile')).text()).toContain(address);
  expect(await (await callTool('createTicket')).text()).toContain('may only read');

  await page.goto('/dashboard/sessions');
  await expect(page.getByText('Reads only')).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect Loom' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('No connected apps')).toBeVisible();
  expect((await callTool('readProfile')).status()).toBe(401);
});

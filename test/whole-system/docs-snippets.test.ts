// Every snippet of the documentation runs against a server, in the order of its page.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopes } from '#lib/scopes.ts';
import { listContentPages, readBody } from '#site/pages/content-pages.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCustomer, createSubscription } from '#test/factories/subscriptions.ts';
import {
  createFakeSpeaker,
  createFakeTranscriber,
  installSpeaker,
  installTranscriber,
} from '#test/fakes/speech-engines.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { hasFfmpeg, voicedWav } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import {
  hasTools,
  prepareFolder,
  readSnippets,
  runSnippet,
  type Snippet,
} from '../docs-snippets.ts';
import { useApp } from '../harness.ts';
import { installSdk } from '../sdk/install-sdk.ts';
import { pythonFolder } from '../sdk/python.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-snippets-'));
let origin = '';

/** What no server of a test can answer, each with the test that makes the calls. */
const elsewhere: readonly [RegExp, string][] = [
  [/GATEWAY/, 'src/areas/proxy/server/gateway/recipes.test.ts'],
  [/from openai import|from 'openai'/, 'src/areas/speech/server/openai/openai-client.test.ts'],
  [/test\/clock/, 'src/test-mode/clock/test-clock.test.ts'],
  [/document\.querySelector/, 'e2e: a page of another site'],
];
const isHere = ({ code }: Snippet) => !elsewhere.some(([pattern]) => pattern.test(code));

const pages = listContentPages()
  .filter(({ url }) => url === '/docs' || url.startsWith('/docs/'))
  .map(({ url, file }) => ({ url, file }))
  .concat({ url: '/sdk/readme', file: '../sdk/README.md' })
  .concat({ url: '/sdk/python/readme', file: '../sdk/python/README.md' })
  .map((page) => ({ ...page, snippets: readSnippets(page.file).filter(isHere) }))
  .filter(({ snippets }) => snippets.length > 0);

const vehicle = {
  destination_country: 'DE',
  origin_country: 'JP',
  price: { amount: '18600', currency: 'EUR' },
  powertrain: 'petrol',
  engine_capacity_cc: 1998,
  production_date: '2021-05',
};

beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  prepareFolder(folder, { 'meeting.mp3': voicedWav(3), 'part-1.wav': voicedWav(2) });
  const program = path.join(await installSdk(folder), 'dist/cli/main.js');
  symlinkSync(program, path.join(folder, 'bin/weftline'));
  installTranscriber(t, createFakeTranscriber());
  installSpeaker(t, createFakeSpeaker());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a reader of the page has before: an account with its keys, and objects of its own. */
async function prepareReader(url: string, snippets: readonly Snippet[]) {
  const who = await createCustomer(t, `${url.replaceAll('/', '-').slice(1)}@example.com`, '500');
  if (url === '/docs/guides/webhooks') await createSubscription(t, who, 'starter');
  const post = (address: string, body: object) =>
    send(t, 'POST', `/apix/${address}`, body, { headers: who.headers });
  const { key } = await createApiKey(t, who, { scopes });
  const other = await createApiKey(t, who, { scopes: ['customs'] });
  const saved = await post('data_customs/vehicle-calculation/', { title: 'A car', ...vehicle });
  if (url === '/docs/proxy-recipes' || snippets.some(({ code }) => code.includes('ProxyLease')))
    await post('data_proxy/resources/', { name: 'shop-a', target_hosts: ['example.com'] });
  const variables: Record<string, string> = {
    KEY: key,
    WEFTLINE_API_KEY: key,
    WEFTLINE_BASE_URL: origin,
    WEFTLINE_CONFIG: path.join(folder, 'profiles.json'),
    ID: other.id,
    PYTHONPATH: pythonFolder,
    PYTHONDONTWRITEBYTECODE: '1',
    ACCESS: who.headers.authorization.replace('Bearer ', ''),
  };
  return { post, variables, calculationId: String(saved.body.id) };
}

/** The last code that was sent to the address of the page. */
async function readCode(email: string): Promise<string | undefined> {
  const mail = (await t.mails(email)).at(-1);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
}

async function runPage({ url, snippets }: (typeof pages)[number]): Promise<void> {
  const { post, variables, calculationId } = await prepareReader(url, snippets);
  // An address gets one code a minute.
  const email = `you${url.replaceAll('/', '-')}@example.com`;
  for (const snippet of snippets) {
    if (/proxy\/block|ProxyLease/.test(snippet.code))
      await post('data_proxy/resources/shop-a/proxies/', { text: '203.0.113.10:8080' });
    const code = snippet.code
      .replaceAll('https://HOST', origin)
      .replaceAll('you@example.com', email)
      .replaceAll(/(otp"?(?:: |=))["']123456["']/g, `$1"${await readCode(email)}"`)
      .replaceAll('"id": 12}', `"id": ${calculationId}}`);
    const question = { subject: 'A question', message: 'Which rate applies?' };
    const asking =
      snippet.mark === 'stream'
        ? setInterval(() => void post('support/tickets/', question), 500)
        : undefined;
    const printed = await runSnippet({ ...snippet, code }, folder, variables);
    clearInterval(asking);
    if (snippet.mark === 'stream') expect(printed).toMatch(/: open|tickets/);
    const refresh = /"refresh":"([^"]+)"/.exec(printed)?.[1];
    if (refresh) variables.REFRESH = refresh;
  }
}

/** The shortened response of the page. */
function readResponse(file: string): object {
  const [, text = ''] = /^```json\n(.*?)^```$/ms.exec(readBody(file)) ?? [];
  return JSON.parse(text) as object;
}

const isReady = hasTools && hasFfmpeg;
describe.skipIf(!isReady)(`snippets${skippedUnless('curl, jq, requests, ffmpeg', isReady)}`, () => {
  test.each(pages)('of $url run', runPage);

  test('of the quickstart return what it shows', async () => {
    const quickstart = pages.find(({ url }) => url === '/docs/quickstart')!;
    const { variables } = await prepareReader('/docs/quickstart/response', []);
    const [first] = quickstart.snippets;
    const code = first!.code.replaceAll('https://HOST', origin);
    const printed = await runSnippet({ ...first!, code }, folder, variables);
    expect(JSON.parse(printed)).toMatchObject(readResponse(quickstart.file));
  });
});

test('what is not run here is run by another test', () => {
  const all = listContentPages()
    .filter(({ url }) => url.startsWith('/docs/'))
    .flatMap(({ file }) => readSnippets(file));
  for (const [pattern] of elsewhere) expect(all.some(({ code }) => pattern.test(code))).toBe(true);
});

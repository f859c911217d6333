import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

let answer = { status: 200, text: '' };
const bank = createServer((_, response) => response.writeHead(answer.status).end(answer.text));
await new Promise<void>((done) => bank.listen(0, '127.0.0.1', done));
const { port } = bank.address() as AddressInfo;

const t = useApp({ RATES_URL: `http://127.0.0.1:${port}/` });
const path = '/apix/admin/rates/';
let boss: SignedIn;

beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  return () => void bank.close();
});
const ask = (method: 'GET' | 'POST', url = '', as: SignedIn = boss) =>
  send(t, method, path + url, undefined, { headers: as.headers });

test('fetched rates are stored as a day and recorded in the audit log', async () => {
  const today = t.clock.now().toISOString().slice(0, 10);
  answer = {
    status: 200,
    text: `<Cube time='${today}'><Cube currency='USD' rate='1.1'/><Cube currency='PLN' rate='4.3'/></Cube>`,
  };
  expect((await ask('POST', 'refresh/')).body).toEqual({
    kept: 2,
    refused: [],
    failed: [],
  });
  expect((await ask('GET')).body).toMatchObject({
    fetched_from: `127.0.0.1:${port}`,
    is_stale: false,
    sources: [{ id: 'ecb', is_enabled: true, last_day: today, age_days: 0, last_error: null }],
    days: [{ date: today, currencies: 2 }],
  });
  const log = await send(t, 'GET', '/apix/admin/audit/?subject_type=rates', undefined, {
    headers: boss.headers,
  });
  expect(log.body.results).toMatchObject([{ after: { kept: 2, refused: [] }, status: 200 }]);
});

test('a source without rates is reported', async () => {
  answer = { status: 500, text: '' };
  expect((await ask('POST', 'refresh/')).body).toMatchObject({ code: 'rates_unavailable' });
  const [source] = (await ask('GET')).body.sources as { last_error: string }[];
  expect(source!.last_error).toContain('The request failed with status 500.');
});

test.each([
  ['GET', ''],
  ['POST', 'refresh/'],
] as const)('%s %s is for admins alone', async (method, url) => {
  const finance = await t.signIn('finance@example.com', { roles: ['finance'] });
  expect((await ask(method, url, finance)).body).toMatchObject({ code: 'permission_denied' });
  expect((await send(t, method, path + url)).status).toBe(401);
});

// A secret is replaced while customers are signed in: first both are listed, then the older one is
// removed. Each step is another process on the same database.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSecrets } from '#areas/proxy/server/sources/source-secrets.ts';
import {
  createReplyAddress,
  parseReplyAddress,
} from '#areas/support/server/inbound/reply-addresses.ts';
import { createId } from '#kernel/ids.ts';
import { createUrlSigner } from '#kernel/storage/signed-urls.ts';
import { useDatabase } from '../database.ts';
import { inboundSecret } from '../factories/inbound-mail.ts';
import {
  applySandboxAction,
  createSandboxPayment,
  sendWebhook,
  signWebhook,
} from '../factories/payments.ts';
import { petrolCar } from '../factories/petrol-car.ts';
import { createEndpoint, createPaidCustomer } from '../factories/webhooks.ts';
import { createWithdrawal } from '../factories/withdrawals.ts';
import { closeTestApp, openTestApp, type TestApp } from '../harness.ts';
import { send } from '../requests.ts';

const older = 'the secret of last year has 32 characters';
const newer = 'the secret of this year has 32 characters';
const database = useDatabase();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-test-'));
const apps: TestApp[] = [];
let before: TestApp;
let during: TestApp;
let after: TestApp;

const open = async (secrets: string) => {
  const env = { DATA_DIR: dataDir, APP_SECRET: secrets, INBOUND_MAIL_SECRET: inboundSecret };
  const app = await openTestApp(database, { ...env, PROXY_ALLOW_PRIVATE: '1' });
  apps.push(app);
  return app;
};
beforeAll(async () => {
  before = await open(older);
  during = await open(`${newer},${older}`);
  after = await open(newer);
});
afterAll(async () => {
  for (const app of apps) await closeTestApp(app);
  rmSync(dataDir, { recursive: true, force: true });
});

const profileStatus = async (t: TestApp, headers: Record<string, string>) =>
  (await send(t, 'GET', '/apix/accounts/profile/', undefined, { headers })).status;

describe('what the older secret signed is valid until it is removed', () => {
  test('sessions, their renewal, and codes under way', async () => {
    const email = 'ada@example.com';
    const readCode = async () => {
      const mails = await before.mails(email);
      return mails.flatMap(({ subject }) => /^(\d{6}) is your/.exec(subject)?.[1] ?? []).at(-1);
    };
    await send(before, 'POST', '/apix/accounts/otp/request/', { email });
    const path = '/apix/accounts/otp/verify/';
    const signedIn = await send(during, 'POST', path, { email, otp: await readCode() });
    expect(signedIn.status).toBe(200);
    const { accountId, headers } = await before.signIn('bob@example.com');
    expect(await profileStatus(during, headers)).toBe(200);
    expect(await profileStatus(after, headers)).toBe(401);

    const [session] = await database.write
      .selectFrom('session')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute();
    const { id: sessionId, expires_at } = session!;
    const refresh = before.areas.accounts.tokens.signRefresh({ accountId, sessionId }, expires_at);
    const renew = (t: TestApp) => send(t, 'POST', '/apix/accounts/token/refresh/', { refresh });
    const renewed = await renew(during);
    const authorization = `Bearer ${renewed.body.access}`;
    expect(await profileStatus(after, { authorization })).toBe(200);
    expect((await renew(after)).status).toBe(401);
  });

  test('links of files', async () => {
    const key = 'tickets/7/notes.txt';
    await before.kernel.storage.put(key, Buffer.from('notes'), { contentType: 'text/plain' });
    const signed = createUrlSigner(before.kernel).signStoredFile({ key, fileName: 'notes.txt' });
    const statusAt = async ({ app }: TestApp) => (await app.inject(signed)).statusCode;
    expect(await statusAt(during)).toBe(200);
    expect(await statusAt(after)).not.toBe(200);
  });

  test('reply addresses of tickets', () => {
    const target = { number: 1001, accountId: 7 };
    const address = createReplyAddress(before.areas.support, target)!;
    expect(parseReplyAddress(during.areas.support, address)).toEqual(target);
    expect(parseReplyAddress(after.areas.support, address)).toBeNull();
    const current = createReplyAddress(during.areas.support, target)!;
    expect(parseReplyAddress(after.areas.support, current)).toEqual(target);
  });

  test('envelope senders, which bounces lead back to', async () => {
    const mailId = createId();
    const sender = before.kernel.mail.bounces.createAddress({ mailId, attempt: 1 })!;
    const receive = (t: TestApp) =>
      t.kernel.mail.bounces.receive({ recipients: [sender], report: null });
    expect(await receive(during)).toBe('no_report');
    expect(await receive(after)).toBe('unknown_address');
  });

  test('webhooks of the sandbox', async () => {
    const bob = await before.signIn('payer@example.com');
    const { uuid } = await createSandboxPayment(before, bob);
    const body = await applySandboxAction(before, uuid, 'pay');
    const headers = signWebhook(before, body);
    expect((await sendWebhook(after, body, headers)).status).not.toBe(200);
    expect((await sendWebhook(during, body, headers)).status).toBe(200);
  });
});

test('calculators of other sites do not depend on the secret', async () => {
  const { headers } = await before.signIn('shop@example.com');
  const origin = 'https://shop.example';
  const { body } = await send(
    before,
    'POST',
    '/apix/data_customs/embed-keys/',
    { name: 'Shop', origins: [origin], daily_quota: 10 },
    { headers },
  );
  const query = new URLSearchParams({
    key: String(body.public_key),
    facts: JSON.stringify(petrolCar),
  });
  const url = `/apix/data_customs/embed/calculation/?${query}`;
  const reply = await send(after, 'GET', url, undefined, { headers: { origin } });
  expect(reply.status).toBe(200);
});

test('proxies keep their logins and stay the same ones when the older secret is removed', async () => {
  const { headers } = await before.signIn('admin@example.com', { roles: ['admin'] });
  const rows = ['host,port,username,password', '203.0.113.1,80,user,s3cr3t', '203.0.113.2,80,,'];
  const add = (t: TestApp, as: Record<string, string>, lines = rows) =>
    send(t, 'POST', '/apix/admin/proxies/', { text: lines.join('\n') }, { headers: as });
  expect((await add(before, headers)).body).toMatchObject({ added: 2 });
  const lists = '/apix/admin/proxy-sources/';
  const url = 'https://lists.example.com/t0ken/';
  const created = await send(before, 'POST', lists, { name: 'Daily', url }, { headers });
  expect(created.status).toBe(201);

  const logins = async (t: TestApp) => {
    const stored = await database.write.selectFrom('proxy').selectAll().orderBy('host').execute();
    return stored.map(({ id, credentials }) => t.areas.proxy.vault.open(id, credentials));
  };
  const login = { username: 'user', password: 's3cr3t' };
  const counts = async (t: TestApp) =>
    Promise.all(t.kernel.sealed.list().map((values) => values.count()));
  expect(await logins(during)).toEqual([login, null]);
  expect((await add(during, headers, rows.slice(0, 2))).body).toMatchObject({ updated: 1 });
  expect((await add(before, headers, rows.slice(0, 2))).body).toMatchObject({ added: 1 });
  await database.write.deleteFrom('proxy').where('host', '=', '203.0.113.1').execute();
  expect((await add(before, headers, rows.slice(0, 2))).body).toMatchObject({ added: 1 });

  const customer = await createPaidCustomer(before, 'customer@example.com');
  await createEndpoint(before, customer, { url: 'https://93.184.216.34/hooks' });
  await createWithdrawal(before, customer);

  const kinds = during.kernel.sealed.list().length;
  expect(await counts(during)).toEqual(Array(kinds).fill({ current: 0, older: 1, lost: 0 }));
  expect(await counts(after)).toEqual(Array(kinds).fill({ current: 0, older: 0, lost: 1 }));
  await during.jobs.runSchedule('kernel.reseal');
  const resealed = Array(kinds).fill({ current: 1, older: 0, lost: 0 });
  expect(await counts(during)).toEqual(resealed);
  expect(await counts(after)).toEqual(resealed);

  expect(await logins(after)).toEqual([login, null]);
  const admin = await after.signIn('admin2@example.com', { roles: ['admin'] });
  expect((await add(after, admin.headers)).body).toMatchObject({ added: 0, updated: 2 });
  const [source] = await database.write.selectFrom('proxy_source').selectAll().execute();
  expect(openSecrets(after.areas.proxy.vault, source!.id, source!.secrets)?.url).toBe(url);
});

// What test mode takes over from the live database, and when.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeAll, expect, test, vi } from 'vitest';
import type { SignedIn } from '#test/harness.ts';
import { inTestMode, useTestMode } from '#test/use-test-mode.ts';
import { copyReferenceData } from './copy-reference-data.ts';
import type { TestEnvironment } from './open-test-environment.ts';
import { syncAccounts } from './sync-accounts.ts';
import { createTestMode, type TestMode } from './test-mode.ts';

const t = useTestMode();
let environment: TestEnvironment;
beforeAll(async () => {
  environment = await t.testMode.open();
});

const tariffsPath = '/apix/billing/tariffs/';
const copy = () => copyReferenceData(t.live.kernel.database, environment.kernel.database);
const sync = () => syncAccounts(t.live.kernel, environment.areas.accounts);

async function createKey(who: SignedIn): Promise<Record<string, string>> {
  const body = { name: 'program', scopes: ['customs'] };
  const headers = inTestMode(who);
  const created = await t.send('POST', '/apix/billing/api-keys/', { headers, body });
  expect(created.status).toBe(201);
  return { 'x-api-key': String(created.body.key) };
}
const callBy = async (headers: Record<string, string>) => {
  const { status, body } = await t.send('GET', '/apix/data_customs/currencies/', { headers });
  return [status, body.code];
};

test('a tariff that staff have changed has the same price in test mode', async () => {
  const who = await t.live.signIn('price@example.com');
  const readPrice = async (headers: Record<string, string>) => {
    const { body } = await t.send('GET', tariffsPath, { headers });
    const all = body.results as { slug: string; monthly_price: string }[];
    return all.find(({ slug }) => slug === 'starter')!.monthly_price;
  };
  const before = await readPrice(who.headers);
  expect(await readPrice(inTestMode(who))).toBe(before);
  await t.live.kernel.database.write
    .updateTable('tariff')
    .set({ monthly_price: '33' })
    .where('slug', '=', 'starter')
    .execute();
  await copy();
  expect(await readPrice(inTestMode(who))).toBe('33.00');
});

test('what a member of staff has published is copied, without the person', async () => {
  const { write } = t.live.kernel.database;
  const staff = await t.live.signIn('publisher@example.com', { roles: ['admin'] });
  const [rules] = await t.live.areas.customs.ruleSets.all();
  const draft = await write
    .selectFrom('customs_rule_set')
    .selectAll()
    .where('id', '=', rules!.id)
    .executeTakeFirstOrThrow();
  const { id: _, ...values } = draft;
  const added = await write
    .insertInto('customs_rule_set')
    .values({
      ...values,
      body: JSON.stringify(values.body),
      version: values.version + 1,
      status: 'draft',
      drafted_by: staff.accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await copy();
  const copied = await environment.kernel.database.write
    .selectFrom('customs_rule_set')
    .innerJoin('account', 'account.id', 'drafted_by')
    .select('email')
    .where('customs_rule_set.id', '=', added.id)
    .executeTakeFirstOrThrow();
  expect(copied.email).toBe(`staff:${staff.accountId}`);
  // Should the person come to test mode later, the account becomes theirs.
  await createKey(staff);
});

test('an account that is suspended or deleted live is so in test mode', async () => {
  const who = await t.live.signIn('leaving@example.com');
  const headers = await createKey(who);
  const setStatus = (status: string) =>
    t.live.kernel.database.write
      .updateTable('account')
      .set({ status })
      .where('id', '=', who.accountId)
      .execute();
  const expectAnswer = (answer: unknown[]) =>
    expect.poll(() => callBy(headers), { interval: 250 }).toEqual(answer);
  expect(await callBy(headers)).toEqual([200, undefined]);
  await setStatus('suspended');
  await sync();
  await expectAnswer([403, 'account_suspended']);
  await setStatus('active');
  await sync();
  await expectAnswer([200, undefined]);
  await setStatus('deleted');
  await sync();
  await expectAnswer([401, 'api_key_invalid']);
  const { email } = await environment.kernel.database.write
    .selectFrom('account')
    .select('email')
    .where('id', '=', who.accountId)
    .executeTakeFirstOrThrow();
  expect(email).toBe(`deleted:${who.accountId}`);
});

test('an address that went to another account belongs to it in test mode, too', async () => {
  const visit = async (who: SignedIn) => {
    const keys = await t.send('GET', '/apix/billing/api-keys/', { headers: inTestMode(who) });
    expect(keys.status).toBe(200);
  };
  const address = 'passed-on@example.com';
  const first = await t.live.signIn(address);
  await visit(first);
  const { kernel, areas } = t.live;
  await kernel.work.write(async (tx) => {
    const moved = { email: 'moved@example.com' };
    await tx.updateTable('account').set(moved).where('id', '=', first.accountId).execute();
    await areas.accounts.sessionCache.invalidate(tx, first.accountId);
  });
  const second = await t.live.signIn(address);
  expect(second.accountId).not.toBe(first.accountId);
  await visit(second);
  const readAddress = async ({ accountId }: SignedIn) => {
    const { write } = environment.kernel.database;
    const row = write.selectFrom('account').select('email').where('id', '=', accountId);
    return (await row.executeTakeFirstOrThrow()).email;
  };
  expect(await readAddress(first)).toBe(`renamed:${first.accountId}`);
  expect(await readAddress(second)).toBe(address);
  await visit(first);
  expect(await readAddress(first)).toBe('moved@example.com');
});

test('no mail leaves test mode', async () => {
  const who = await t.live.signIn('mail@example.com');
  await createKey(who);
  expect(await t.live.mails(who.email)).toEqual([]);
});

/** What `testMode` responds with to a request that is no more than its headers. */
function respondTo(testMode: TestMode, headers: Record<string, string>) {
  const { promise, resolve } = Promise.withResolvers<[status: number, code: unknown]>();
  let status = 0;
  const response = {
    writeHead: (code: number) => {
      status = code;
    },
    end: (body: string) => resolve([status, JSON.parse(body).code]),
  } as unknown as ServerResponse;
  const request = { url: tariffsPath, headers } as unknown as IncomingMessage;
  expect(testMode.handle(request, response)).toBe(true);
  return promise;
}

test('a server without a database for it says so', async () => {
  const { kernel, areas } = t.live;
  const config = { ...kernel.config, hasTestMode: false };
  const off = createTestMode({ kernel: { ...kernel, config }, areas });
  expect(await respondTo(off, { 'x-api-key': 'sk_test_x' })).toEqual([404, 'test_mode_off']);
});

test.each<[string, Record<string, string>]>([
  ['a key that does not exist', { 'x-api-key': 'sk_test_x' }],
  ['no credential', { 'x-test-mode': 'true' }],
  ['an invalid token', { 'x-test-mode': 'true', authorization: 'Bearer x.y.z' }],
])('with %s nobody makes a database', async (_, headers) => {
  const { kernel, areas } = t.live;
  const query = vi.fn(async () => ({ rowCount: 0 }));
  const directClient = async () => ({ query, end: async () => undefined }) as never;
  const database = { ...kernel.database, directClient };
  const config = { ...kernel.config, hasTestMode: true };
  const closed = createTestMode({ kernel: { ...kernel, config, database }, areas });
  expect(await respondTo(closed, headers)).toEqual([401, 'not_authenticated']);
  expect(query.mock.calls.flat()).not.toContainEqual(expect.stringContaining('create database'));
});

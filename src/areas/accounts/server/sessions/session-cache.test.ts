import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { closeTestApp, openTestApp, type SignedIn, type TestApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { addStaff, removeStaff } from '../staff-accounts/staff-roles.ts';

const database = useDatabase();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-test-'));
/** Two processes on one database. */
let here: TestApp;
let there: TestApp;
let person = 0;
let ada: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  here = await openTestApp(database, { DATA_DIR: dataDir, APP_SECRET: 's'.repeat(32) });
  there = await openTestApp(database, { DATA_DIR: dataDir, APP_SECRET: 's'.repeat(32) });
});
afterAll(async () => {
  for (const app of [here, there]) await closeTestApp(app);
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  person++;
  ada = await here.signIn(`ada${person}@example.com`);
  admin = await here.signIn(`admin${person}@example.com`, { roles: ['admin'] });
  for (const app of [here, there]) await expectCached(app);
});

/** After a test that broke the connections, processes ask for each call until they listen again. */
async function expectCached(app: TestApp): Promise<void> {
  await expect.poll(() => countChecks(app, () => profileIn(app))).toBe(0);
}

const profileIn = async (app: TestApp, { headers } = ada) =>
  (await send(app, 'GET', '/apix/accounts/profile/', undefined, { headers })) as {
    status: number;
    body: Record<string, unknown>;
  };
const manage = (action: string, body: object) =>
  send(here, 'POST', `/apix/admin/users/${ada.accountId}/${action}/`, body, admin);
/** Statements that read a session. */
async function countChecks(app: TestApp, act: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(app.kernel.database.work, 'query');
  await act();
  const checks = query.mock.calls.filter(([text]) => text.includes('from session s'));
  query.mockRestore();
  return checks.length;
}

describe('queries', () => {
  test('a session is read once in 5 s', async () => {
    const calls = () => countChecks(here, () => profileIn(here));
    here.clock.advance(4999);
    expect(await calls()).toBe(0);
    here.clock.advance(1);
    expect([await calls(), await calls()]).toEqual([1, 0]);
  });

  test('its last use is saved once a minute', async () => {
    here.clock.advance(60_001);
    await profileIn(here);
    await profileIn(here);
    const { body } = await send(here, 'GET', '/apix/accounts/sessions/', undefined, ada);
    expect(body.results).toMatchObject([{ last_used_at: here.clock.now().toISOString() }]);
  });

  test('a session that expires is refused to the second', async () => {
    const input = { user: ada.accountId, reason: 'Ticket 12' };
    const started = await send(here, 'POST', '/apix/admin/impersonations/', input, admin);
    const headers = { authorization: `Bearer ${String(started.body.access)}` };
    const expiresAt = new Date(here.clock.now().getTime() + 3000);
    await database.write
      .updateTable('session')
      .set({ expires_at: expiresAt })
      .where('impersonated_by', '=', admin.accountId)
      .execute();
    here.clock.advance(2999);
    expect((await profileIn(here, { ...ada, headers })).status).toBe(200);
    here.clock.advance(1);
    expect((await profileIn(here, { ...ada, headers })).status).toBe(401);
  });
});

/** Immediately in the process of the change, and in the other one with the notification. */
async function expectEverywhere(expected: object, as = ada): Promise<void> {
  expect(await profileIn(here, as)).toMatchObject(expected);
  await expect.poll(() => profileIn(there, as)).toMatchObject(expected);
}

describe('every process drops a session after', () => {
  test('it signed out', async () => {
    await send(here, 'DELETE', '/apix/accounts/sessions/', undefined, await here.signIn(ada.email));
    await expectEverywhere({ status: 401 });
  });

  test('staff signed the account out', async () => {
    const url = `/apix/admin/users/${ada.accountId}/sessions/`;
    expect((await send(here, 'DELETE', url, undefined, admin)).status).toBe(204);
    await expectEverywhere({ status: 401 });
  });

  test('the account was suspended, and reinstated', async () => {
    await manage('suspend', { reason: 'Abuse' });
    await expectEverywhere({ body: { status: 'suspended' } });
    await manage('reinstate', { reason: 'A mistake' });
    await expectEverywhere({ body: { status: 'active' } });
  });

  test('its roles changed, in the console or by the operator', async () => {
    await send(
      here,
      'PUT',
      `/apix/admin/users/${ada.accountId}/roles/`,
      { roles: ['sales'] },
      admin,
    );
    await expectEverywhere({ body: { roles: ['sales'] } });
    await removeStaff(here.areas.accounts, ada.email, ['sales']);
    await expectEverywhere({ body: { roles: [] } });
    await addStaff(here.areas.accounts, ada.email, ['support']);
    await expectEverywhere({ body: { roles: ['support'] } });
  });

  test('its profile changed', async () => {
    const changes = { first_name: 'Ada' };
    await send(here, 'PATCH', '/apix/accounts/profile/partial/', changes, ada);
    await expectEverywhere({ body: { first_name: 'Ada' } });
  });

  test('a member of staff who views it was signed out', async () => {
    const input = { user: ada.accountId, reason: 'Ticket 12' };
    const { body } = await send(here, 'POST', '/apix/admin/impersonations/', input, admin);
    const viewing = { ...ada, headers: { authorization: `Bearer ${String(body.access)}` } };
    await expectEverywhere({ status: 200 }, viewing);
    await removeStaff(here.areas.accounts, admin.email, ['admin']);
    await expectEverywhere({ status: 401 }, viewing);
  });
});

test('a process that has lost its listening connection asks for each call', async () => {
  const revoke = () =>
    database.write
      .updateTable('session')
      .set({ revoked_at: here.clock.now() })
      .where('account_id', '=', ada.accountId)
      .execute();
  const connection = vi.spyOn(there.kernel.live, 'connection').mockReturnValue(null);
  await profileIn(there);
  await revoke();
  expect((await profileIn(there)).status).toBe(401);
  connection.mockRestore();
  // What was read before the loss is not trusted after it either.
  const again = await there.signIn(ada.email);
  await profileIn(there, again);
  const before = there.kernel.live.connection();
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen %'`,
  );
  await expect.poll(() => there.kernel.live.connection()).not.toBe(before);
  await revoke();
  expect((await profileIn(there, again)).status).toBe(401);
});

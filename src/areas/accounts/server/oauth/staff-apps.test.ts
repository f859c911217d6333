import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { answerAs, appsPath, connectApp } from '#test/app-provider.ts';
import { createGrant, createOauthClient } from '#test/factories/apps.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { useMcp } from '#test/mcp-client.ts';
import { send } from '#test/requests.ts';
import { purgeOldData } from '../jobs.ts';

const t = useApp();
const mcp = useMcp(t);
const staffPath = '/apix/admin/apps/';
let people = 0;
let ada: SignedIn;
let support: SignedIn;
beforeEach(async () => {
  // All tests register from one network.
  await t.kernel.database.pool.query('delete from rate_limit');
  ada = await createCustomer(t, `ada${++people}@example.com`);
  support = await t.signIn(`support${people}@example.com`, { roles: ['support'] });
});

const listApps = async (query = '') =>
  (await send(t, 'GET', `${staffPath}${query}`, undefined, support)).body;
const turn = (id: string, how: 'enable' | 'disable', reason = 'It pretends to be a bank.') =>
  send(t, 'POST', `${staffPath}${id}/${how}/`, { reason }, support);
const profile = (token: string) =>
  send(t, 'GET', '/apix/accounts/profile/', undefined, {
    headers: { authorization: `Bearer ${token}` },
  });
async function exchange(form: Record<string, string>) {
  const reply = await t.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: reply.statusCode, body: reply.json() };
}

describe('an app that staff disable', () => {
  test('is refused at once with all its tokens, and works again once it is enabled', async () => {
    const app = await connectApp(t, mcp, ada);
    const id = app.client!.client_id;
    const { access_token: access, refresh_token: refresh } = app.saved!;
    const renew = () =>
      exchange({ grant_type: 'refresh_token', client_id: id, refresh_token: refresh! });
    expect((await profile(access)).status).toBe(200);

    const { status, body } = await turn(id, 'disable');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      connections: 1,
      disabled_reason: 'It pretends to be a bank.',
      disabled_at: t.clock.now().toISOString(),
    });
    expect((await profile(access)).status).toBe(401);
    expect(await renew()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const { body: mine } = await send(t, 'GET', appsPath, undefined, ada);
    expect(mine.results).toMatchObject([{ name: 'Loom', is_disabled: true }]);

    expect((await turn(id, 'enable')).body).toMatchObject({ disabled_at: null });
    expect((await profile(access)).status).toBe(200);
    expect((await renew()).status).toBe(200);
  });

  test('can not be connected, neither by the consent screen nor by a code it has', async () => {
    const app = await connectApp(t, mcp, ada);
    const id = app.client!.client_id;
    const allowed = await answerAs(t, ada, app.sentTo!);
    const code = new URL(String(allowed.body.redirect_to)).searchParams.get('code')!;
    await turn(id, 'disable');
    const query = app.sentTo!.search;
    const response = await send(t, 'GET', `${appsPath}request/${query}`, undefined, ada);
    expect(response).toMatchObject({ status: 403, body: { code: 'app_disabled' } });
    const refused = await answerAs(t, ada, app.sentTo!);
    expect(refused).toMatchObject({ status: 403, body: { code: 'app_disabled' } });
    const form = { grant_type: 'authorization_code', client_id: id, code };
    const exchanged = await exchange({ ...form, code_verifier: app.verifier });
    expect(exchanged.body.error).toBe('invalid_grant');
    expect(exchanged.body.error_description).toContain('disabled the app');
  });

  test('is not forgotten, as one that nobody connected is', async () => {
    const [id, other] = [await createOauthClient(t), await createOauthClient(t)];
    await turn(id, 'disable');
    t.clock.advance(40 * dayMs);
    await purgeOldData(t.areas.accounts);
    support = await t.signIn(`support${people}@example.com`, { roles: ['support'] });
    const read = (one: string) => send(t, 'GET', `${staffPath}${one}/`, undefined, support);
    expect((await read(id)).status).toBe(200);
    expect((await read(other)).status).toBe(404);
  });

  test('is in the audit log with the reason', async () => {
    const id = await createOauthClient(t);
    await turn(id, 'disable');
    const admin = await t.signIn(`admin${people}@example.com`, { roles: ['admin'] });
    const path = `/apix/admin/audit/?subject_type=app&subject_id=${id}`;
    const { body } = await send(t, 'GET', path, undefined, admin);
    expect(body.results).toMatchObject([
      {
        subject: { type: 'app', id, name: 'Loom' },
        before: { is_disabled: false },
        after: { is_disabled: true, reason: 'It pretends to be a bank.' },
      },
    ]);
  });

  test('needs a reason and has to exist', async () => {
    const id = await createOauthClient(t);
    for (const how of ['enable', 'disable'] as const) {
      expect((await turn(id, how, ' ')).body).toHaveProperty('reason');
      expect((await turn(crypto.randomUUID(), how)).status).toBe(404);
      expect((await turn('x', how)).status).toBe(400);
    }
  });
});

describe('staff', () => {
  test('find apps by name, address, id and state', async () => {
    const [one, other] = [await createOauthClient(t), await createOauthClient(t)];
    await t.kernel.database.pool.query(
      `update oauth_client set name = 'Spindle 100%', document_url = 'https://doc.example/app.json'
       where id = $1`,
      [one],
    );
    await turn(other, 'disable');
    const ids = async (query: string) =>
      ((await listApps(query)).results as { id: string }[]).map(({ id }) => id);
    expect(await ids('?search=spindle')).toEqual([one]);
    expect(await ids('?search=0%25')).toEqual([one]);
    expect(await ids('?search=DOC.example')).toEqual([one]);
    expect(await ids(`?search=${other}`)).toEqual([other]);
    expect(await ids('?state=disabled')).toContain(other);
    expect(await ids('?state=disabled')).not.toContain(one);
    expect(await ids('?search=loom.example/cb')).toEqual(expect.arrayContaining([one, other]));
    expect((await send(t, 'GET', `${staffPath}?page=9`, undefined, support)).status).toBe(404);
  });

  test('see who connected an app, and which connections have ended', async () => {
    const grant = await createGrant(t, ada.accountId);
    const [{ client_id: id }] = (
      await t.kernel.database.pool.query('select client_id from oauth_grant where id = $1', [grant])
    ).rows;
    const connections = async (query: string) =>
      (await send(t, 'GET', `${staffPath}${id}/connections/${query}`, undefined, support)).body;
    expect((await connections('?state=live')).results).toMatchObject([
      {
        id: grant,
        user: { id: ada.accountId, email: ada.email },
        scopes: ['customs'],
        may_change: false,
        ended_at: null,
      },
    ]);
    expect((await connections('?state=ended')).count).toBe(0);
    await send(t, 'DELETE', `${appsPath}${grant}/`, undefined, ada);
    expect((await connections('?state=live')).count).toBe(0);
    expect((await connections('?state=ended')).results).toMatchObject([
      { ended_at: t.clock.now().toISOString() },
    ]);
    const unknown = `${staffPath}${crypto.randomUUID()}/connections/`;
    expect((await send(t, 'GET', unknown, undefined, support)).status).toBe(404);
  });

  test('are the only ones who may do this', async () => {
    const one = `${staffPath}${await createOauthClient(t)}/`;
    const calls = [
      ['GET', staffPath],
      ['GET', one],
      ['GET', `${one}connections/`],
      ['POST', `${one}disable/`],
      ['POST', `${one}enable/`],
    ] as const;
    for (const [method, url] of calls) {
      const body = method === 'POST' ? { reason: 'Why not' } : undefined;
      expect((await send(t, method, url, body)).status).toBe(401);
      expect((await send(t, method, url, body, ada)).status).toBe(403);
    }
  });
});

import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { dayMs, minuteMs, secondMs } from '#lib/durations.ts';
import {
  answerAs,
  appsPath,
  connectApp,
  type Decision,
  TestAppProvider,
} from '#test/app-provider.ts';
import { createGrant, createOauthClient } from '#test/factories/apps.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { createTicket } from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readError, readText, useMcp } from '#test/mcp-client.ts';
import { send } from '#test/requests.ts';
import type { ConnectedAppWire } from '../../wire/apps.ts';
import { findAccount } from '../account-store.ts';
import { purgeOldData } from '../jobs.ts';
import { clearAccount } from '../profile/delete-account.ts';

const t = useApp();
const mcp = useMcp(t);
let people = 0;
let ada: SignedIn;
beforeEach(async () => {
  // All tests register from one network.
  await t.kernel.database.pool.query('delete from rate_limit');
  ada = await createCustomer(t, `ada${++people}@example.com`);
});

const connect = (decision?: Decision, who = ada) => connectApp(t, mcp, who, decision);
const listApps = async (who = ada) =>
  (await send(t, 'GET', appsPath, undefined, who)).body.results as ConnectedAppWire[];
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const profile = (token: string, method: 'GET' | 'DELETE' = 'GET') =>
  send(t, method, '/apix/accounts/profile/', undefined, { headers: bearer(token) });

/** The protocol's own addresses take forms. */
async function post(path: string, form: Record<string, string> | string, ip = '192.0.2.1') {
  const reply = await t.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: ip,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: reply.statusCode, body: reply.body ? reply.json() : {} };
}
const refresh = ({ client, saved }: Awaited<ReturnType<typeof connect>>, token?: string) =>
  post('/oauth/token', {
    grant_type: 'refresh_token',
    client_id: client!.client_id,
    refresh_token: token ?? saved!.refresh_token!,
  });

describe('an app that a person connects', () => {
  test('reads for them, and changes nothing by default', async () => {
    const app = await connect();
    expect(app.saved).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(app.saved!.scope!.split(' ')).not.toContain('write');
    const client = await mcp.connect({ authProvider: app });
    expect(readText(await client.callTool({ name: 'readProfile' }))).toContain(ada.email);
    const refused = await client.callTool({ name: 'createTicket', arguments: { subject: 'No' } });
    expect(readError(refused)).toMatchObject({ code: 'scope_missing' });
    const ticket = { subject: 'No', message: 'No' };
    const direct = await send(t, 'POST', '/apix/support/tickets/', ticket, {
      headers: bearer(app.saved!.access_token),
    });
    expect(direct).toMatchObject({ status: 403, body: { required: 'write' } });
  });

  test('changes what they allowed', async () => {
    const app = await connect({ may_change: true, scopes: ['support:write'] });
    expect(app.saved!.scope).toBe('support:write write');
    const client = await mcp.connect({ authProvider: app });
    const ticket = { subject: 'From an app', message: 'Hello' };
    const created = await client.callTool({ name: 'createTicket', arguments: ticket });
    expect(readText(created)).toContain(ticket.subject);
    const narrow = await mcp.connect({ authProvider: app, query: '?access=read' });
    expect((await narrow.callTool({ name: 'createTicket', arguments: ticket })).isError).toBe(true);
    expect(readError(await client.callTool({ name: 'readBalance' })).code).toBe('scope_missing');
  });

  test('reaches no objects of other accounts, and no call of sessions', async () => {
    const { uuid } = await createTicket(t, await createCustomer(t, `eve${people}@example.com`));
    const app = await connect({ may_change: true });
    const client = await mcp.connect({ authProvider: app });
    const read = await client.callTool({ name: 'readTicket', arguments: { uuid } });
    expect(readError(read).status).toBe(404);
    const headers = bearer(app.saved!.access_token);
    for (const path of ['/apix/accounts/sessions/', '/apix/billing/api-keys/', appsPath])
      expect((await send(t, 'GET', path, undefined, { headers })).body.code).toBe('jwt_required');
  });

  test('is in the request log and in the list of apps, and its owner got a mail', async () => {
    const app = await connect({ scopes: ['profile:read'] });
    t.clock.advance(2 * minuteMs);
    await profile(app.saved!.access_token);
    await t.areas.usage.flush();
    const log = await send(t, 'GET', '/apix/billing/usage/', undefined, ada);
    expect(log.body.results).toMatchObject([{ endpoint: '/apix/accounts/profile/' }]);
    expect(await listApps()).toMatchObject([
      {
        name: 'Loom',
        redirect_host: 'localhost',
        scopes: ['profile:read'],
        may_change: false,
        last_used_at: t.clock.now().toISOString(),
      },
    ]);
    const [mail] = (await t.mails(ada.email)).filter(({ kind }) => kind.endsWith('app_connected'));
    expect(mail?.subject).toContain('Loom');
    const { body } = await send(t, 'GET', '/apix/accounts/activity/', undefined, ada);
    expect(body.results).toMatchObject([{ kind: 'app_connected' }]);
  });

  test('is disconnected by its owner at once, and by nobody else', async () => {
    const app = await connect();
    const [{ id }] = (await listApps()) as [ConnectedAppWire];
    const path = `${appsPath}${id}/`;
    const eve = await createCustomer(t, `eve${people}@example.com`);
    expect((await send(t, 'DELETE', path, undefined, eve)).status).toBe(404);
    expect((await profile(app.saved!.access_token)).status).toBe(200);
    expect((await send(t, 'DELETE', path, undefined, ada)).status).toBe(204);
    expect((await send(t, 'DELETE', path, undefined, ada)).status).toBe(404);
    expect((await send(t, 'DELETE', `${appsPath}x/`, undefined, ada)).status).toBe(404);
    expect((await profile(app.saved!.access_token)).status).toBe(401);
    expect((await refresh(app)).body.error).toBe('invalid_grant');
    expect(await listApps()).toEqual([]);
  });

  test('ends with the account', async () => {
    const app = await connect();
    await t.kernel.work.write(async (tx) => {
      const account = (await findAccount(tx, ada.accountId))!;
      await clearAccount(t.areas.accounts, tx, account, { ip: null, userAgent: '' });
    });
    expect((await profile(app.saved!.access_token)).status).toBe(401);
    expect((await refresh(app)).status).toBe(400);
  });

  test('has a token for an hour, and is forgotten when it is not used for 90 days', async () => {
    const app = await connect();
    t.clock.advance(61 * minuteMs);
    expect((await profile(app.saved!.access_token)).status).toBe(401);
    t.clock.advance(91 * dayMs);
    expect((await refresh(app)).status).toBe(400);
  });
});

describe('a refresh token', () => {
  test('is exchanged for a new pair', async () => {
    const app = await connect();
    const { status, body } = await refresh(app);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(app.saved!.refresh_token);
    expect((await profile(body.access_token)).status).toBe(200);
  });

  test('may be repeated for a moment, because its response may have been lost', async () => {
    const app = await connect();
    const replies = await Promise.all([refresh(app), refresh(app)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const tokens = replies.map(({ body }) => body.access_token as string);
    expect(new Set(tokens).size).toBe(2);
  });

  test('that is used again later ends everything that came from it', async () => {
    const app = await connect();
    const { body } = await refresh(app);
    t.clock.advance(31 * secondMs);
    expect((await refresh(app)).body.error).toBe('invalid_grant');
    expect((await profile(body.access_token)).status).toBe(401);
    expect((await refresh(app, body.refresh_token)).body.error).toBe('invalid_grant');
    expect(await listApps()).toEqual([]);
  });

  test('is of one app', async () => {
    const [app, other] = [await connect(), await connect()];
    expect((await refresh(other, app.saved!.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(app)).status).toBe(200);
    expect((await refresh(app, app.saved!.access_token)).body.error).toBe('invalid_grant');
  });

  test('ends with its revocation, which says nothing about other tokens', async () => {
    const app = await connect();
    const { client_id } = app.client!;
    expect((await post('/oauth/revoke', { token: 'ort_unknown', client_id })).status).toBe(200);
    const token = app.saved!.refresh_token!;
    await post('/oauth/revoke', { token, client_id: crypto.randomUUID() });
    expect((await profile(app.saved!.access_token)).status).toBe(200);
    expect((await post('/oauth/revoke', { token, client_id })).status).toBe(200);
    expect((await profile(app.saved!.access_token)).status).toBe(401);
  });
});

describe('a code', () => {
  const verifier = 'a verifier that nobody else knows, of 43 letters';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const register = async (redirect_uris = ['https://loom.example/cb']) =>
    (await send(t, 'POST', '/oauth/register', { client_name: 'Loom', redirect_uris })).body;
  const ask = (clientId: unknown, change: Record<string, string> = {}) => {
    const url = new URL('https://ours.example/oauth/authorize');
    const all = {
      client_id: String(clientId),
      redirect_uri: 'https://loom.example/cb',
      response_type: 'code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 'x',
      ...change,
    };
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
    return url;
  };
  const codeFor = async (clientId: unknown) => {
    const { body } = await answerAs(t, ada, ask(clientId));
    return new URL(String(body.redirect_to)).searchParams.get('code')!;
  };
  const exchange = (client_id: unknown, code: string, change: Record<string, string> = {}) =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: String(client_id),
      code,
      redirect_uri: 'https://loom.example/cb',
      code_verifier: verifier,
      ...change,
    });

  test('needs its verifier, its app and its address', async () => {
    const { client_id } = await register();
    const other = await register();
    const wrong: [unknown, Record<string, string>][] = [
      [client_id, { code_verifier: `${verifier}!` }],
      [client_id, { code_verifier: '' }],
      [client_id, { redirect_uri: 'https://loom.example/other' }],
      [other.client_id, {}],
    ];
    const code = await codeFor(client_id);
    for (const [id, change] of wrong)
      expect((await exchange(id, code, change)).body.error).toBe('invalid_grant');
    expect((await exchange(client_id, code)).status).toBe(200);
  });

  test('is valid for two minutes, for our resource', async () => {
    const { client_id } = await register();
    const code = await codeFor(client_id);
    const elsewhere = { resource: 'https://elsewhere.example/mcp' };
    expect((await exchange(client_id, code, elsewhere)).body.error).toBe('invalid_target');
    t.clock.advance(2 * minuteMs);
    expect((await exchange(client_id, code)).body.error).toBe('invalid_grant');
  });

  test('that is used twice ends what came of it', async () => {
    const { client_id } = await register();
    const code = await codeFor(client_id);
    const { body } = await exchange(client_id, code);
    expect((await exchange(client_id, code)).body.error).toBe('invalid_grant');
    expect((await profile(body.access_token)).status).toBe(401);
  });

  test('is not given when the person declines', async () => {
    const { client_id } = await register();
    const refusal = { error: 'access_denied', state: 'x', iss: t.config.SITE_URL };
    for (const decision of [{ is_allowed: false }, { scopes: [] }]) {
      const { body } = await answerAs(t, ada, ask(client_id), decision);
      const { searchParams } = new URL(String(body.redirect_to));
      expect(Object.fromEntries(searchParams)).toEqual(refusal);
    }
  });

  test('is never sent to an address that the app has not registered', async () => {
    const { client_id } = await register();
    const evil = ask(client_id, { redirect_uri: 'https://evil.example/cb' });
    for (const url of [evil, ask(crypto.randomUUID()), ask('x')]) {
      const read = await send(t, 'GET', `${appsPath}request/${url.search}`, undefined, ada);
      expect(read.body).toMatchObject({ code: 'app_unknown' });
      expect((await answerAs(t, ada, url)).body).toMatchObject({ code: 'app_unknown' });
    }
  });

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ])('is refused at the address of the app for %o', async (change, error) => {
    const { client_id } = await register();
    const url = ask(client_id, change as unknown as Record<string, string>);
    const read = await send(t, 'GET', `${appsPath}request/${url.search}`, undefined, ada);
    expect(read).toMatchObject({ status: 400, body: { code: 'app_request_invalid' } });
    const sent = new URL(String(read.body.redirect_to));
    expect(sent.origin + sent.pathname).toBe('https://loom.example/cb');
    expect(sent.searchParams.get('error')).toBe(error);
    expect((await answerAs(t, ada, url)).body.code).toBe('app_request_invalid');
  });

  test('is asked for in words: who, where to, and for what', async () => {
    const { client_id } = await register();
    const scope = 'customs offline_access openid';
    const path = `${appsPath}request/${ask(client_id, { scope }).search}`;
    const { body } = await send(t, 'GET', path, undefined, ada);
    expect(body).toEqual({
      name: 'Loom',
      uri: '',
      described_by: null,
      registered_at: t.clock.now().toISOString(),
      redirect_host: 'loom.example',
      is_local: false,
      scopes: ['customs'],
    });
  });

  test('is asked for at the one address of an app that names none', async () => {
    const { client_id } = await register();
    const url = ask(client_id);
    url.searchParams.delete('redirect_uri');
    expect(String((await answerAs(t, ada, url)).body.redirect_to)).toMatch(/^https:\/\/loom\./);
    const two = await register(['https://loom.example/cb', 'https://loom.example/2']);
    url.searchParams.set('client_id', String(two.client_id));
    expect((await answerAs(t, ada, url)).body.code).toBe('app_unknown');
  });
});

test('what is no longer needed is deleted', async () => {
  const unused = await createOauthClient(t);
  const app = await connect();
  await refresh(app);
  const count = async (table: string) => {
    const { rows } = await t.kernel.database.pool.query(`select * from ${table}`);
    return rows.length;
  };
  t.clock.advance(8 * dayMs);
  await purgeOldData(t.areas.accounts);
  const clients = await t.kernel.database.pool.query('select id::text from oauth_client');
  const ids = clients.rows.map(({ id }: { id: string }) => id);
  expect(ids).toContain(app.client!.client_id);
  expect(ids).not.toContain(unused);
  expect(await count('oauth_code')).toBe(0);
  t.clock.advance(130 * dayMs);
  await purgeOldData(t.areas.accounts);
  for (const table of ['oauth_client', 'oauth_grant', 'oauth_token'])
    expect(await count(table), table).toBe(0);
});

test('the app unused for longest is disconnected when there are too many', async () => {
  const oldest = await createGrant(t, ada.accountId);
  for (let at = 1; at < budgets.connectedAppsPerAccount; at++) {
    t.clock.advance(1000);
    await createGrant(t, ada.accountId);
  }
  t.clock.advance(1000);
  await connect();
  const path = `${appsPath}?page_size=100`;
  const { results } = (await send(t, 'GET', path, undefined, ada)).body;
  const ids = (results as ConnectedAppWire[]).map(({ id }) => id);
  expect(ids).toHaveLength(budgets.connectedAppsPerAccount);
  expect(ids).not.toContain(oldest);
});

describe('an app with a document', () => {
  const address = 'https://loom.example/app.json';
  const describeApp = (redirect_uris: string[]) => {
    t.areas.accounts.readClientDocument = async (url) =>
      url === address ? { name: 'Loom of loom.example', uri: '', redirect_uris } : null;
  };

  test('is connected without a registration, and refreshes its tokens', async () => {
    describeApp(['http://localhost/callback']);
    const provider = new TestAppProvider(address);
    const app = await connectApp(t, mcp, ada, {}, provider);
    expect(app.client).toMatchObject({ client_id: address });
    expect(app.sentTo!.searchParams.get('client_id')).toBe(address);
    expect((await profile(app.saved!.access_token)).status).toBe(200);
    expect((await refresh(app)).status).toBe(200);
    expect(await listApps()).toMatchObject([{ name: 'Loom of loom.example' }]);
    const url = `${appsPath}request/${app.sentTo!.search}`;
    const { body } = await send(t, 'GET', url, undefined, ada);
    expect(body).toMatchObject({ described_by: 'loom.example', redirect_host: 'localhost' });
    const token = app.saved!.refresh_token!;
    await post('/oauth/revoke', { token, client_id: address });
    expect(await listApps()).toEqual([]);
  });

  test('returns only where its document says', async () => {
    describeApp(['https://loom.example/cb']);
    const parameters = { client_id: address, redirect_uri: 'https://evil.example/cb' };
    const path = `${appsPath}request/?${new URLSearchParams(parameters)}`;
    expect((await send(t, 'GET', path, undefined, ada)).body.code).toBe('app_unknown');
  });

  test('is unknown without one, and to tokens of others', async () => {
    describeApp(['http://localhost/callback']);
    const path = `${appsPath}request/?client_id=${encodeURIComponent('https://other.example/a')}`;
    expect((await send(t, 'GET', path, undefined, ada)).body.code).toBe('app_unknown');
    const app = await connect();
    const form = { grant_type: 'refresh_token', refresh_token: app.saved!.refresh_token! };
    const refused = await post('/oauth/token', { ...form, client_id: address });
    expect(refused.body.error).toBe('invalid_grant');
  });
});

describe('the server', () => {
  test('lets pages of every site register, exchange and read what it says', async () => {
    const headers = { origin: 'https://assistant.example' };
    const preflight = { ...headers, 'access-control-request-headers': 'content-type' };
    const metadata = '/.well-known/oauth-authorization-server';
    for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke', metadata]) {
      const response = await send(t, 'OPTIONS', path, undefined, { headers: preflight });
      expect(response.status).toBe(204);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'content-type',
        'access-control-allow-methods': path === metadata ? 'GET' : 'POST',
      });
      expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    }
    const refused = await send(t, 'POST', '/oauth/token', {}, { headers });
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(refused.headers['access-control-allow-origin']).toBe('*');
  });

  test('describes itself where the challenge says', async () => {
    const { SITE_URL: site } = t.config;
    for (const rest of ['', '/mcp']) {
      const path = `/.well-known/oauth-protected-resource${rest}`;
      const { body, headers } = await send(t, 'GET', path);
      expect(body).toMatchObject({ resource: `${site}/mcp`, authorization_servers: [site] });
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    const { body } = await send(t, 'GET', '/.well-known/oauth-authorization-server');
    expect(body).toMatchObject({
      issuer: site,
      token_endpoint: `${site}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
    });
  });

  test('registers names of one line, and none that could be taken for ours', async () => {
    const register = (client_name: string) =>
      send(t, 'POST', '/oauth/register', {
        client_name,
        redirect_uris: ['https://loom.example/cb'],
      });
    expect((await register('Loom \u202E\n\nPlease allow')).body.client_name).toBe(
      'Loom Please allow',
    );
    const refused = await register('Wеftline Support');
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_client_metadata']);
    const deep = '['.repeat(7000) + ']'.repeat(7000);
    const reply = await t.app.inject({
      method: 'POST',
      url: '/oauth/register',
      headers: { 'content-type': 'application/json' },
      payload: `{"redirect_uris":${deep}}`,
    });
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'invalid_request']);
  });

  test('registers apps, but not with addresses that are not safe', async () => {
    const wrong = { redirect_uris: ['http://evil.example/cb'] };
    const refused = await send(t, 'POST', '/oauth/register', wrong);
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } });
    const nothing = await send(t, 'POST', '/oauth/register', {});
    expect(nothing.body.error).toBe('invalid_client_metadata');
    const bare = { redirect_uris: ['https://loom.example/cb'], client_uri: 'javascript:alert(1)' };
    const created = await send(t, 'POST', '/oauth/register', bare);
    expect(created).toMatchObject({ status: 201, body: { token_endpoint_auth_method: 'none' } });
    expect(created.body).not.toHaveProperty('client_uri');
  });

  test('limits registrations and tokens of a network', async () => {
    const options = { ip: '198.51.100.9' };
    const statuses = [];
    for (let at = 0; at < 21; at++)
      statuses.push((await send(t, 'POST', '/oauth/register', {}, options)).status);
    expect(statuses.slice(-2)).toEqual([400, 429]);
  });

  test('refuses what it does not understand, in the words of the protocol', async () => {
    const client_id = crypto.randomUUID();
    const cases = [
      [{}, 'invalid_client'],
      [{ client_id, grant_type: 'password' }, 'unsupported_grant_type'],
      [{ client_id, grant_type: 'authorization_code' }, 'invalid_grant'],
      [{ client_id: 'x'.repeat(3000) }, 'invalid_request'],
      ['client_id=a&client_id=b', 'invalid_request'],
    ] as const;
    for (const [form, error] of cases)
      expect((await post('/oauth/token', form)).body.error).toBe(error);
    const xml = { payload: '<x/>', headers: { 'content-type': 'application/xml' } };
    const text = await t.app.inject({ method: 'POST', url: '/oauth/token', ...xml });
    expect(text.json()).toMatchObject({ error: 'invalid_request' });
  });
});

import type { Client } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { scopes } from '#lib/scopes.ts';
import { apiKeysPath, createApiKey } from '#test/factories/api-keys.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { createTicket } from '#test/factories/tickets.ts';
import { createFakeSpeaker, installSpeaker } from '#test/fakes/speech-engines.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readError, readText, useMcp } from '#test/mcp-client.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const mcp = useMcp(t);
let people = 0;
let ada: SignedIn;
let headers: Record<string, string>;
beforeEach(async () => {
  ada = await createCustomer(t, `ada${++people}@example.com`);
  headers = (await createApiKey(t, ada, { scopes: [...scopes] })).headers;
});

const listNames = async (client: Client) =>
  (await client.listTools()).tools.map(({ name }) => name);
const goods = {
  destination_country: 'DE',
  currency: 'USD',
  preview: 'true',
  items: [
    {
      description: 'Cotton T-shirts',
      hs_code: '61091000',
      origin_country: 'CN',
      quantity: 200,
      unit_price: '6.00',
    },
  ],
};

describe.each([
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
])('a client of %s', (version, options) => {
  test('calculates a duty, converts a currency and opens a ticket', async () => {
    const client = await mcp.connect({ headers, query: '?access=write', client: options });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getInstructions()).toContain('search_docs');
    await client.listTools();
    const duty = await client.callTool({ name: 'calculateGoods', arguments: goods });
    expect(JSON.parse(readText(duty))).toMatchObject({ destination_country: 'DE' });
    const converted = await client.callTool({
      name: 'convertCurrency',
      arguments: { from: 'USD', to: 'EUR', amount: '10' },
    });
    expect(JSON.parse(readText(converted))).toMatchObject({ to_currency: 'EUR' });
    const ticket = { subject: 'The rate of last week', message: 'Which one was it?' };
    const opened = await client.callTool({ name: 'createTicket', arguments: ticket });
    expect(JSON.parse(readText(opened))).toMatchObject({ subject: ticket.subject });
  });
});

describe('messages', () => {
  const post = (payload: unknown, more: Record<string, string> = {}, query = '') =>
    t.app.inject({
      method: 'POST',
      url: `/mcp${query}`,
      headers: {
        ...headers,
        host: 'localhost',
        accept: 'application/json, text/event-stream',
        ...more,
      },
      payload: payload as object,
    });
  const listTools = { jsonrpc: '2.0', method: 'tools/list' };
  const readEvent = ({ body }: { body: string }) => JSON.parse(/^data: (.*)$/m.exec(body)![1]!);

  test('in a batch are refused', async () => {
    const refused = await post([{ ...listTools, id: 1 }]);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      error: { code: -32600, message: expect.stringContaining('one message') },
    });
  });

  test('that list tools get one text, with the id and the access of each', async () => {
    const [first, second] = [
      await post({ ...listTools, id: 1 }),
      await post({ ...listTools, id: 'b' }),
    ];
    expect([readEvent(first).id, readEvent(second).id]).toEqual([1, 'b']);
    expect(readEvent(second).result).toEqual(readEvent(first).result);
    const namesIn = async (more: Record<string, string>, query: string) =>
      readEvent(await post({ ...listTools, id: 1 }, more, query)).result.tools.map(
        ({ name }: { name: string }) => name,
      );
    expect(await namesIn({}, '')).not.toContain('createTicket');
    expect(await namesIn({}, '?access=write')).toContain('createTicket');
    const narrow = await createApiKey(t, ada, { scopes: ['payments:read'] });
    expect(await namesIn(narrow.headers, '')).not.toContain('listTickets');
  });

  test('that list tools count by their bytes', async () => {
    const remaining = ({ headers: sent }: { headers: Record<string, unknown> }) =>
      Number(sent['x-ratelimit-remaining']);
    const before = remaining(await post({ jsonrpc: '2.0', id: 1, method: 'ping' }));
    const list = await post({ ...listTools, id: 1 }, {}, '?toolsets=customs,billing,payments');
    expect(before - remaining(list)).toBe(1 + Math.floor(list.body.length / 16_384));
    expect(before - remaining(list)).toBeGreaterThan(5);
  });

  test('that are nested too deeply are refused', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const payload = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":${deep}}}`;
    const refused = await post(payload, { 'content-type': 'application/json' });
    expect([refused.statusCode, refused.json().non_field_errors]).toEqual([
      400,
      ['This is nested too deeply.'],
    ]);
  });
});

describe('what is offered', () => {
  test('reads only, and says why a change is refused', async () => {
    const client = await mcp.connect({ headers });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('createTicket');
    expect(tools.find(({ name }) => name === 'make_call')!.annotations).toMatchObject({
      readOnlyHint: true,
    });
    const refused = await client.callTool({ name: 'createTicket', arguments: { subject: 'No' } });
    expect(readError(refused)).toMatchObject({
      code: 'scope_missing',
      message: 'createTicket is not available. This connection may only read.',
    });
    expect((await send(t, 'GET', '/apix/support/tickets/', undefined, ada)).body.count).toBe(0);
  });

  test('is what the scopes of the key allow', async () => {
    const key = await createApiKey(t, ada, { scopes: ['payments:read'] });
    const client = await mcp.connect({ headers: key.headers });
    expect(await listNames(client)).not.toContain('listTickets');
    const refused = await client.callTool({ name: 'listTickets', arguments: {} });
    expect(readError(refused).message).toContain('scope');
    expect((await client.callTool({ name: 'readBalance' })).isError).toBeFalsy();
  });

  test('is of the toolsets in the address', async () => {
    const client = await mcp.connect({ headers, query: '?toolsets=account' });
    expect(await listNames(client)).toEqual(['readProfile', 'readStatus', 'listOpenIncidents']);
    const refused = await client.callTool({ name: 'listGoods' });
    expect(readError(refused).message).toContain('toolset customs');
  });

  test('is short at first, in at most 14 tools and 20 KB', async () => {
    const client = await mcp.connect({ headers, query: '?access=write' });
    const { tools } = await client.listTools();
    expect(tools.length).toBeLessThanOrEqual(14);
    expect(JSON.stringify(tools).length).toBeLessThan(20_000);
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['search_docs', 'calculateVehicle', 'createTicket', 'make_call']),
    );
  });

  test('has no toolset that does not exist', async () => {
    const reply = await send(t, 'POST', '/mcp?toolsets=looms', {}, { headers });
    expect(reply).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
  });
});

describe('a call', () => {
  test('with an argument that does not exist says which there are', async () => {
    const client = await mcp.connect({ headers });
    const args = { from: 'USD', into: 'EUR' };
    const refused = await client.callTool({ name: 'convertCurrency', arguments: args });
    expect(readError(refused).message).toMatch(/no argument into. It has: from, to,/);
  });

  test('that the API refuses returns its code, its words, and where help is', async () => {
    const client = await mcp.connect({ headers });
    const invalid = await client.callTool({ name: 'convertCurrency', arguments: { from: 'USD' } });
    expect(readError(invalid)).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: { to: ['This field is required.'] },
      help: expect.stringMatching(/\/docs\/errors\/invalid_input$/),
      request_id: expect.any(String),
    });
    const missing = await client.callTool({ name: 'readGoods', arguments: { id: '7' } });
    expect(readError(missing)).toMatchObject({ status: 404, code: 'not_found' });
    const spoken = await client.callTool({
      name: 'createSpeech',
      arguments: { input: 'Hello', voice: 'nobody' },
    });
    expect(readError(spoken)).toMatchObject({ code: 'invalid_input', param: 'voice' });
  });

  test('does not reach the objects of another account', async () => {
    const eve = await createCustomer(t, `eve${people}@example.com`);
    const { uuid } = await createTicket(t, eve);
    const client = await mcp.connect({ headers, query: '?access=write' });
    for (const name of ['readTicket', 'deleteTicket'])
      expect(readError(await client.callTool({ name, arguments: { uuid } })).status).toBe(404);
  });

  test('cannot be sent to another path by its arguments', async () => {
    const client = await mcp.connect({ headers });
    for (const uuid of ['', '..', '../../support/tickets', 'a/b?c#d']) {
      const refused = await client.callTool({ name: 'readTicket', arguments: { uuid } });
      expect(readError(refused).status).toBe(404);
    }
  });

  test('is in the request log once, by its own name, with the client that made it', async () => {
    const client = await mcp.connect({ headers: { ...headers, 'user-agent': 'loom/1' } });
    await client.listTools();
    await client.callTool({ name: 'listGoods' });
    await t.areas.usage.flush();
    const { body } = await send(t, 'GET', '/apix/billing/usage/', undefined, ada);
    expect(body.results).toMatchObject([
      { endpoint: '/apix/data_customs/custom-calculation/', user_agent: 'loom/1' },
    ]);
  });

  test('with the same idempotency_key has one effect', async () => {
    const client = await mcp.connect({ headers, query: '?access=write' });
    const args = { subject: 'Once', message: 'Only', idempotency_key: `key ${people}` };
    const [first, second] = [
      await client.callTool({ name: 'createTicket', arguments: args }),
      await client.callTool({ name: 'createTicket', arguments: args }),
    ];
    expect(readText(second)).toBe(readText(first));
  });

  test('with the same idempotency_key gets its response also once the limit is used up', async () => {
    const key = await createApiKey(t, ada, { name: 'busy', scopes: [...scopes] });
    const client = await mcp.connect({ headers: key.headers, query: '?access=write' });
    const create = async (idempotency_key: string) =>
      client.callTool({
        name: 'createTicket',
        arguments: { subject: 'Once', message: 'Only', idempotency_key },
      });
    const first = await create(`busy ${people}`);
    const points = budgets.keyCallsPerMinute;
    const limit = { name: 'call', points, windowSeconds: 60, scope: 'process' } as const;
    await t.kernel.limits.consume(limit, `key:${key.id}`, points);
    expect(readError(await create(`other ${people}`))).toMatchObject({ code: 'throttled' });
    const again = await create(`busy ${people}`);
    expect(readText(again)).toBe(readText(first));
  });
});

describe('any call', () => {
  const connect = (query = '') => mcp.connect({ headers, query });
  const use = async (client: Client, name: string, args: Record<string, unknown>) =>
    client.callTool({ name, arguments: args });

  test.each([
    ['cap a key', 'patchApiKey'],
    ['which of my requests failed', 'listUsage'],
    ['invoices of last month', 'listInvoices'],
    ['withdraw money', 'createWithdrawal'],
    ['blocked proxies', 'listProxies'],
    ['transcribe a recording', 'transcribe'],
  ])('is found by what it does: %s', async (query, call) => {
    const client = await connect('?access=write');
    expect(readText(await use(client, 'find_calls', { query }))).toMatch(`- ${call}`);
  });

  test('is found, described and made', async () => {
    const client = await connect();
    const found = readText(await use(client, 'find_calls', { query: 'saved goods' }));
    expect(found).toContain('- listGoods(');
    expect(found).not.toContain('saveGoods');
    const keys = readText(await use(client, 'find_calls', { query: 'create a key' }));
    expect(keys).toContain('- createApiKey: Only a signed-in person may make this call.');
    const described = await use(client, 'describe_call', { call: 'listGoods' });
    expect(JSON.parse(readText(described))).toMatchObject({
      call: 'listGoods',
      changes: false,
      arguments: { properties: { page: {} } },
      result: { properties: { results: {} } },
    });
    const made = await use(client, 'make_call', {
      call: 'listGoods',
      arguments: { page_size: '1' },
    });
    expect(JSON.parse(readText(made))).toMatchObject({ count: 0, results: [] });
  });

  test('is refused as its own tool would be', async () => {
    const client = await connect();
    const make = async (call: string, args: object = {}) =>
      readError(await use(client, 'make_call', { call, arguments: args }));
    expect((await make('createTicket')).message).toContain('This connection may only read.');
    expect((await make('readGoods', { id: '7', x: 1 })).message).toContain('no argument x');
    expect(await make('weave')).toMatchObject({ status: 404, code: 'not_found' });
    const wrong: [string, object, string][] = [
      ['make_call', { call: 'listGoods', arguments: 'all' }, 'an object'],
      ['describe_call', {}, 'the argument call'],
      ['find_calls', { query: 7 }, 'the argument query'],
    ];
    for (const [name, args, words] of wrong)
      expect(readError(await use(client, name, { ...args })).message).toContain(words);
  });

  test('that nothing resembles is not found', async () => {
    const client = await connect();
    const found = await use(client, 'find_calls', { query: 'zzzzqqq' });
    expect(readText(found)).toContain('No call was found.');
  });
});

describe('a file', () => {
  test('that is a document comes as a resource', async () => {
    const client = await mcp.connect({ headers });
    const { content } = await client.callTool({
      name: 'readStatement',
      arguments: { month: '2026-10', currency: 'USD' },
    });
    expect(content).toMatchObject([
      { type: 'resource', resource: { mimeType: 'application/pdf', blob: expect.any(String) } },
    ]);
  });

  test('that is speech comes as audio', async () => {
    onTestFinished(installSpeaker(t, createFakeSpeaker()));
    const client = await mcp.connect({ headers });
    const spoken = { input: 'Hello', model: 'speaker' };
    const { content } = await client.callTool({ name: 'createSpeech', arguments: spoken });
    expect(content).toMatchObject([{ type: 'audio', mimeType: 'audio/mpeg' }]);
  });
});

describe('the door', () => {
  const open = (more: Record<string, string>, method: 'POST' | 'GET' = 'POST') =>
    send(t, method, '/mcp', method === 'POST' ? {} : undefined, { headers: more });

  test('says where to get a token', async () => {
    const { status, headers: received } = await open({});
    expect(status).toBe(401);
    expect(received['www-authenticate']).toBe(
      `Bearer realm="mcp", resource_metadata="${t.config.SITE_URL}/.well-known/oauth-protected-resource/mcp"`,
    );
    const wrong = await open({ authorization: 'Bearer sk_live_wrong' });
    expect(wrong.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  test('is closed for sessions, which are of browsers', async () => {
    expect((await open(ada.headers)).status).toBe(401);
  });

  test('is closed for a revoked key', async () => {
    const key = await createApiKey(t, ada, { scopes: ['customs'] });
    await mcp.connect({ headers: key.headers });
    await send(t, 'POST', `${apiKeysPath}${key.id}/revoke/`, {}, ada);
    await expect(mcp.connect({ headers: key.headers })).rejects.toThrow();
  });

  test('is closed for names that lead here', async () => {
    expect((await open({ ...headers, host: 'evil.example' })).status).toBe(403);
  });

  test('is open for pages of other sites, which need a token of their own', async () => {
    const origin = 'https://assistant.example';
    const preflightHeaders = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,mcp-protocol-version',
    };
    const preflight = await send(t, 'OPTIONS', '/mcp', undefined, { headers: preflightHeaders });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,mcp-protocol-version',
    });
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
    const { status } = await open(headers);
    expect((await open({ ...headers, origin })).status).toBe(status);
    const refused = await open({ origin, cookie: 'session=1' });
    expect(refused.status).toBe(401);
    expect(refused.headers['access-control-expose-headers']).toContain('www-authenticate');
  });

  test('has no stream to listen to', async () => {
    expect((await open({ ...headers, accept: 'text/event-stream' }, 'GET')).status).toBe(405);
  });

  test('takes messages up to a size, in JSON', async () => {
    const big = { jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(5_000_000) } };
    expect((await send(t, 'POST', '/mcp', big, { headers })).status).toBe(413);
    const form = await t.app.inject({
      method: 'POST',
      url: '/mcp',
      payload: '<x/>',
      headers: { ...headers, 'content-type': 'application/xml' },
    });
    expect(form.statusCode).toBe(415);
  });
});

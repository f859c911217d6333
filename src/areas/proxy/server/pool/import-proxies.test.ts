import { beforeEach, describe, expect, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  listProxies,
  resourcesPath,
} from '#test/proxy-resources.ts';
import { send } from '#test/requests.ts';
import { ProxyError } from '../forwarding/proxy-error.ts';
import { howToWrite } from './read-line.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });

test('concurrent imports share the remaining budget of their account', async () => {
  const ada = await t.signIn('full@example.com');
  allowManyResources(t);
  const name = await createResource(t, ada);
  const path = `${resourcesPath}${name}/proxies/`;
  const other = await createResource(t, ada);
  await t.kernel.database.pool.query(
    `insert into proxy (id, resource_id, protocol, host, port, user_hash, type, next_check_at,
      created_at) select gen_random_uuid(), r.id, 'http', '198.51.100.1', n, '', 'datacenter',
      now(), now() from proxy_resource r, generate_series(1, $2::int) n where r.name = $1`,
    [other, budgets.ownProxiesPerAccount - 2],
  );
  const replies = await Promise.all(
    [1, 2, 3, 4].map((at) => {
      const body = { text: `198.51.100.2:${at}` };
      return send(t, 'POST', path, body, { headers: ada.headers });
    }),
  );
  expect(replies.map(({ body }) => Number(body.added)).toSorted()).toEqual([0, 0, 1, 1]);
  const full = replies.filter(({ body }) => body.added === 0);
  const rejected = [{ line: 1, error: 'There is room for 10000 proxies.' }];
  for (const { body } of full)
    expect(body).toMatchObject({ added: 0, updated: 0, rejected, rejected_total: 1 });
  const lines = await listProxies(t, ada, name, 'status=all&search=198.51.100.2:');
  expect(lines).toHaveLength(2);
  const text = `198.51.100.3:80\n${lines.map(({ port }) => `198.51.100.2:${port}`).join('\n')}`;
  const again = await send(t, 'POST', path, { text }, { headers: ada.headers });
  expect(again.body).toMatchObject({ added: 0, updated: 2, rejected, rejected_total: 1 });
});

describe('an import', () => {
  let ada: SignedIn;
  let path: string;
  let name: string;
  beforeEach(async () => {
    ada = await t.signIn('ada@example.com');
    allowManyResources(t);
    name = await createResource(t, ada, { uses_pool: false });
    path = `${resourcesPath}${name}/proxies/`;
  });
  const add = (body: object) => send(t, 'POST', path, body, { headers: ada.headers });

  test('repeated, updates given attributes and keeps the others', async () => {
    const header = 'host,port,country,city,asn,type,provider';
    await add({ text: `${header}\n198.51.100.9,80,DE,Berlin,64500,residential,Example` });
    expect((await add({ text: '198.51.100.9:80' })).body).toMatchObject({ added: 0, updated: 1 });
    const attributes = { country_code: 'DE', city: 'Berlin', asn: 64500 };
    expect(await listProxies(t, ada, name)).toMatchObject([
      { ...attributes, type: 'residential', provider: 'Example' },
    ]);
    await add({ text: `${header}\n198.51.100.9,80,,Hamburg,64501,mobile,Elsewhere` });
    expect(await listProxies(t, ada, name)).toMatchObject([
      { country_code: 'DE', city: 'Hamburg', asn: 64501, type: 'mobile', provider: 'Elsewhere' },
    ]);
    await add({ text: '198.51.100.9:80', type: 'isp' });
    expect(await listProxies(t, ada, name)).toMatchObject([{ type: 'isp', provider: 'Elsewhere' }]);
    const other = await createResource(t, ada, { uses_pool: false });
    await addProxies(t, ada, other, ['198.51.100.9:80']);
    expect(await listProxies(t, ada, other)).toMatchObject([{ type: 'datacenter', city: '' }]);
  });

  test('keeps the order of the list and says what happened to each line', async () => {
    await add({ text: '198.51.100.7:80' });
    t.clock.advance(1000);
    const text = `# from the provider
198.51.100.9:80:ada:one
198.51.100.7:80
nonsense
198.51.100.8:80
198.51.100.9:80:ada:two
198.51.100.1:80
198.51.100.9:80:ada:three`;
    const { body } = await add({ text });
    expect(body).toEqual({
      added: 3,
      updated: 1,
      duplicates: 2,
      rejected: [{ line: 4, error: howToWrite }],
      rejected_total: 1,
      lines: [
        { line: 2, outcome: 'added' },
        { line: 3, outcome: 'updated' },
        {
          line: 4,
          outcome: 'invalid',
          error: howToWrite,
        },
        { line: 5, outcome: 'added' },
        { line: 6, outcome: 'duplicate', duplicate_of: 2 },
        { line: 7, outcome: 'added' },
        { line: 8, outcome: 'duplicate', duplicate_of: 2 },
      ],
      lines_total: 7,
    });
    const hosts = (await listProxies(t, ada, name)).map(({ host }) => String(host).at(-1));
    expect(hosts).toEqual(['7', '9', '8', '1']);
    const [, secured] = await listProxies(t, ada, name, 'ordering=latency_ms');
    expect(secured).toMatchObject({ host: '198.51.100.9', password: 'three' });
  });

  test('of a long list stays in its order and shows the first 500 lines', async () => {
    const ports = Array.from({ length: 700 }, (_, at) => ((at * 7919) % 60_000) + 1);
    const { body } = await add({ text: ports.map((port) => `198.51.100.4:${port}`).join('\n') });
    expect(body).toMatchObject({ added: 700, lines_total: 700 });
    expect(body.lines).toHaveLength(500);
    const listed = await listProxies(t, ada, name, 'status=all&page_size=100&page=2');
    expect(listed.map(({ port }) => port)).toEqual(ports.slice(100, 200));
  });

  test('as JSON of a provider reads its names and numbers its entries', async () => {
    const results = [
      {
        proxy_address: '198.51.100.2',
        port: 8080,
        username: 'ada',
        password: 'p@ss',
        country_code: 'DE',
        city_name: 'Berlin',
        valid: true,
      },
      { proxy_address: '198.51.100.2', port: 99_999 },
      'socks5://198.51.100.3:1080',
    ];
    const { body } = await add({ text: JSON.stringify({ count: 3, results }) });
    expect(body).toMatchObject({ added: 2, rejected: [{ line: 2 }], rejected_total: 1 });
    expect(await listProxies(t, ada, name)).toMatchObject([
      { host: '198.51.100.2', port: 8080, country_code: 'DE', city: 'Berlin', username: '***' },
      { host: '198.51.100.3', port: 1080, protocol: 'socks5' },
    ]);
    const many = JSON.stringify(Array.from({ length: 10_001 }, () => 'a:1'));
    expect((await add({ text: many })).body).toMatchObject({
      added: 0,
      rejected: [{ line: 10_001, error: 'A list has at most 10000 proxies.' }],
    });
  });

  test('numbers entries of `proxies` after the lines of the text', async () => {
    const body = {
      text: '198.51.100.1:80\n198.51.100.2:80',
      proxies: [
        { host: '198.51.100.1', port: 80 },
        { host: 'a b', port: 80 },
      ],
    };
    expect((await add(body)).body).toMatchObject({
      added: 2,
      lines: [
        { line: 1, outcome: 'added' },
        { line: 2, outcome: 'added' },
        { line: 3, outcome: 'duplicate', duplicate_of: 1 },
        { line: 4, outcome: 'invalid' },
      ],
    });
  });

  test('replaces the credentials of an address that both sides have once', async () => {
    await add({ text: '198.51.100.1:80:old:one\n198.51.100.2:80:a:1\n198.51.100.2:80:b:2' });
    const before = await listProxies(t, ada, name);
    const text = '198.51.100.1:80:new:two\n198.51.100.2:80:c:3\n198.51.100.3:80:d:4';
    const { body } = await add({ text, replaces_credentials: true });
    expect(body).toMatchObject({ added: 2, updated: 1 });
    const after = await listProxies(t, ada, name, 'ordering=latency_ms');
    const logins = after.map(({ host, username, password }) => `${host} ${username} ${password}`);
    expect(logins.toSorted()).toEqual([
      '198.51.100.1 new two',
      '198.51.100.2 a 1',
      '198.51.100.2 b 2',
      '198.51.100.2 c 3',
      '198.51.100.3 d 4',
    ]);
    expect(after.find(({ host }) => host === '198.51.100.1')?.id).toBe(before[0]?.id);
    await add({ text: '198.51.100.1:80:other:three' });
    expect(await listProxies(t, ada, name, 'status=all&search=198.51.100.1:')).toHaveLength(2);
  });

  test('with an unclosed quote is rejected with its line', async () => {
    const { status, body } = await add({ text: 'host,port\n198.51.100.1,80\n198.51.100.2,"80\n' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ added: 0, rejected: [{ line: 3 }], rejected_total: 1 });
  });

  test('of invalid lines reports their number', async () => {
    const { body } = await add({ text: 'nonsense\n'.repeat(250) });
    expect(body.rejected).toHaveLength(100);
    expect(body.rejected_total).toBe(250);
  });

  test.each([
    [{ text: '198.51.100.1:80\n'.repeat(10_001) }, 'text'],
    [{ text: 'x'.repeat(2001) }, 'text'],
    [{ proxies: [{ host: '198.51.100.1', port: 80, asn: 2_147_483_648 }] }, 'proxies'],
    [{ proxies: [{ host: '198.51.100.1', port: 80, asn: -1 }] }, 'proxies'],
  ])('with more than can be stored is refused: %#', async (body, field) => {
    const reply = await add(body);
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, [field]]);
  });

  test('with a host of a thousand characters is rejected with its line', async () => {
    const host = Array.from({ length: 400 }, (_, at) => (at * 7919).toString(36)).join('');
    const { status, body } = await add({ text: `${host}:80` });
    expect([status, body.rejected_total]).toEqual([200, 1]);
  });

  test('is throttled when the account has sent too many lines this minute', async () => {
    const eve = await t.signIn('eve@example.com');
    const own = `${resourcesPath}${await createResource(t, eve)}/proxies/`;
    const text = 'nonsense\n'.repeat(10_000);
    const replies = [];
    for (let time = 0; time < 3; time++) replies.push(await send(t, 'POST', own, { text }, eve));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(replies[2]?.body).toMatchObject({ code: 'throttled' });
    expect(Number(replies[2]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await add({ text: 'nonsense' })).status).toBe(200);
  });

  test('of names that do not resolve does not wait for each', async () => {
    const { guard } = t.areas.proxy;
    let lookups = 0;
    t.areas.proxy.guard = {
      resolveHost: () => {
        lookups++;
        t.clock.advance(1000);
        return Promise.reject(new ProxyError('name_not_found'));
      },
    };
    const text = Array.from({ length: 400 }, (_, at) => `proxy-${at}.example.com:80`).join('\n');
    const { body } = await add({ text });
    t.areas.proxy.guard = guard;
    expect(body).toMatchObject({ added: 400, rejected_total: 0 });
    expect(lookups).toBe(16);
  });
});

// Calculators on other sites: their keys, who may use them, and whom their use is charged.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { dayMs } from '#lib/durations.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { setFreeLimits } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { readFacts } from '../../wire/embed/embed.constants.ts';
import type {
  EmbedCodesWire,
  EmbedFormWire,
  EmbedKeyWire,
  EmbedResultWire,
} from '../../wire/embed/embed.ts';
import { deleteAccountData } from '../calculations/saved-calculations.ts';

const t = useApp({ SITE_URL: 'https://weftline.example' });
const keys = '/apix/data_customs/embed-keys/';
const shop = 'https://shop.example';
let people = 0;

const now = new Date('2026-11-21T10:00:00Z');
beforeAll(() => t.clock.set(now));

/** Limits are the same for everyone. */
afterEach(async () => {
  t.clock.set(now);
  await setFreeLimits(t.kernel, { calculations_per_month: 100 });
});

const newOwner = () => t.signIn(`embed${++people}@example.com`);
const manage = (who: SignedIn, method: 'GET' | 'POST' | 'PATCH', url = '', body?: object) =>
  send(t, method, `${keys}${url}`, body, { headers: who.headers });

async function createKey(who: SignedIn, changes: Partial<EmbedKeyWire> = {}) {
  const body = { name: 'Shop', origins: [shop], daily_quota: 10, ...changes };
  const { status, body: key } = await manage(who, 'POST', '', body);
  expect(status).toBe(201);
  return key as unknown as EmbedKeyWire;
}

type Visit = {
  origin?: string | null;
  query?: Record<string, string>;
  facts?: unknown;
  address?: string;
};

const callQueries = (facts: unknown) => ({
  form: { country: 'ua' },
  codes: { country: 'de', search: 'shirts' },
  calculation: { facts: JSON.stringify(facts) },
});
type Call = keyof ReturnType<typeof callQueries>;

/** Like a browser on a page of the site. Visitors of each test are limited apart. */
const visit = (call: Call, key: string, by: Visit = {}) => {
  const { origin = shop, facts = petrolCar, address = `198.51.100.${people % 250}` } = by;
  const query = new URLSearchParams({ key, ...callQueries(facts)[call], ...by.query });
  return t.app.inject({
    method: 'GET',
    url: `/apix/data_customs/embed/${call}/?${query}`,
    remoteAddress: address,
    headers: origin === null ? {} : { origin },
  });
};

async function countedBy({ accountId }: SignedIn) {
  await t.areas.usage.flush();
  const { rows } = await t.kernel.database.pool.query<Record<string, unknown>>(
    `select sum(units)::int as units, count(*)::int as calls, max(user_agent) as user_agent
     from usage_record where account_id = $1`,
    [accountId],
  );
  return rows[0];
}

describe('keys', () => {
  test('are created, listed newest first, changed and revoked', async () => {
    const who = await newOwner();
    const first = await createKey(who, { origins: [`${shop}/cars?a=b`, shop] });
    expect(first).toMatchObject({ origins: [shop], calculations_today: 0, is_revoked: false });
    expect(first.public_key).toMatch(/^pk_\w{24}$/);
    t.clock.set(new Date(now.getTime() + 1000));
    const second = await createKey(who, { name: 'Second' });
    const { body: list } = await manage(who, 'GET');
    expect(list).toMatchObject({ count: 2, results: [{ id: second.id }, { id: first.id }] });
    expect((await manage(who, 'GET', '?search=sECo')).body).toMatchObject({ count: 1 });
    expect((await manage(who, 'GET', '?page=9')).status).toBe(404);
    const changed = await manage(who, 'PATCH', `${first.id}/`, { daily_quota: 7 });
    expect(changed.body).toMatchObject({ daily_quota: 7, name: 'Shop', origins: [shop] });
    for (const _ of [1, 2]) {
      const revoked = await manage(who, 'POST', `${first.id}/revoke/`);
      expect(revoked).toMatchObject({ status: 200, body: { is_revoked: true } });
    }
    const late = await manage(who, 'PATCH', `${first.id}/`, { name: 'Late' });
    expect(late).toMatchObject({ status: 409, body: { code: 'embed_key_is_revoked' } });
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ origins: [] }, 'origins'],
    [{ origins: ['shop.example'] }, 'origins'],
    [{ origins: ['https://*.example'] }, 'origins'],
    [{ origins: ['javascript:alert(1)'] }, 'origins'],
    [{ daily_quota: 0 }, 'daily_quota'],
    [{ daily_quota: 10_001 }, 'daily_quota'],
  ])('of %j are refused by field', async (changes, field) => {
    const body = { name: 'Shop', origins: [shop], daily_quota: 10, ...changes };
    const refused = await manage(await newOwner(), 'POST', '', body);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, [field]]);
  });

  test('belong to their account and need its session', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const { id } = await createKey(owner);
    expect((await manage(other, 'GET')).body.count).toBe(0);
    for (const who of [other, owner])
      expect((await manage(who, 'PATCH', 'no-id/', { name: 'X' })).status).toBe(404);
    expect((await manage(other, 'PATCH', `${id}/`, { name: 'X' })).status).toBe(404);
    expect((await manage(other, 'POST', `${id}/revoke/`)).status).toBe(404);
    for (const [method, url] of [
      ['GET', ''],
      ['POST', ''],
      ['PATCH', `${id}/`],
      ['POST', `${id}/revoke/`],
    ] as const)
      expect((await send(t, method, keys + url)).status).toBe(401);
    expect((await manage(owner, 'PATCH', `${id}/`, { daily_quota: 0 })).status).toBe(400);
    expect((await manage(owner, 'GET')).body.results).toMatchObject([
      { name: 'Shop', is_revoked: false },
    ]);
  });

  test('are limited in number; revoked ones do not count', async () => {
    const who = await newOwner();
    const limit = budgets.embedKeysPerAccount;
    const created = [];
    for (let at = 0; at < limit; at++) created.push(await createKey(who));
    const body = { name: 'One more', origins: [shop], daily_quota: 1 };
    const refused = await manage(who, 'POST', '', body);
    expect(refused).toMatchObject({
      ...{ status: 400, body: { code: 'embed_key_limit_reached', limit } },
    });
    await manage(who, 'POST', `${created[0]?.id}/revoke/`);
    expect((await manage(who, 'POST', '', body)).status).toBe(201);
  });

  test('go with their account, and revoked ones after 90 days', async () => {
    const [leaving, staying] = [await newOwner(), await newOwner()];
    const [gone, revoked] = [await createKey(leaving), await createKey(staying)];
    await t.kernel.work.write((tx) => deleteAccountData(tx, { accountId: leaving.accountId }));
    expect((await visit('form', gone.public_key)).statusCode).toBe(403);
    await visit('calculation', revoked.public_key);
    await manage(staying, 'POST', `${revoked.id}/revoke/`);
    t.clock.set(new Date(now.getTime() + 91 * dayMs));
    await t.jobs.runSchedule('customs.purge');
    const { rows } = await t.kernel.database.pool.query(
      'select id from customs_embed_key where id = any($1)',
      [[gone.id, revoked.id]],
    );
    expect(rows).toEqual([]);
  });
});

describe('a calculator on another site', () => {
  test('gets the countries, and the questions of one of them', async () => {
    const { public_key: key } = await createKey(await newOwner());
    const callQueries = await visit('form', key);
    const form = callQueries.json<EmbedFormWire>();
    expect(callQueries.headers['access-control-allow-origin']).toBe('*');
    expect(form.countries).toContainEqual({ code: 'DE', name: 'Germany' });
    expect(form.rule_sets.map(({ jurisdiction }) => jurisdiction)).toEqual(['UA']);
    expect(form.rule_sets[0]?.facts.map(({ name }) => name)).toContain('powertrain');
  });

  test('gets a total with its lines, sources and a link to the full result', async () => {
    const who = await newOwner();
    const key = await createKey(who);
    const answer = await visit('calculation', key.public_key);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const result = answer.json<EmbedResultWire>();
    expect(result.breakdown.some(({ sources }) => (sources?.length ?? 0) > 0)).toBe(true);
    const link = new URL(result.full_result_url ?? '');
    expect([link.origin, link.pathname]).toEqual(['https://weftline.example', '/customs']);
    expect(readFacts(link.hash)).toEqual(petrolCar);
    const own = await send(
      ...([t, 'POST', '/apix/data_customs/vehicle-calculation/calculate/', petrolCar] as const),
      { headers: who.headers },
    );
    expect(own.body).toMatchObject({ total_payments: result.total_payments });
  });

  test('finds tariff codes with their duty, and calculates goods', async () => {
    const who = await newOwner();
    const { public_key: key } = await createKey(who);
    const goods = { kind: 'goods' };
    const form = (await visit('form', key, { query: goods })).json<EmbedFormWire>();
    expect(form.rule_sets.map(({ kind }) => kind)).toEqual(['goods']);
    const found = await visit('codes', key);
    expect(found.headers['access-control-allow-origin']).toBe('*');
    const { results, count } = found.json<EmbedCodesWire>();
    expect(results).toContainEqual({
      ...{ code: '610910', description: expect.stringContaining('T-shirts'), path: [] },
      ...{ is_declarable: true, duty: '12 %' },
    });
    expect(count).toBeGreaterThanOrEqual(results.length);
    const facts = {
      ...{ destination_country: 'DE', currency: 'EUR', incoterm: 'CIF', origin_country: 'VN' },
      items: [{ description: 'T-shirts', hs_code: '6109100010', quantity: '100', value: '1000' }],
    };
    const answer = await visit('calculation', key, { query: goods, facts });
    const result = answer.json<EmbedResultWire>();
    expect(result).toMatchObject({ currency: 'EUR', full_result_url: null });
    expect(result.breakdown.find(({ category }) => category === 'duty')).toMatchObject({
      ...{ status: 'known', amount: '120.00' },
    });
    const noCode = { ...facts, items: [{ ...facts.items[0], hs_code: 'shirt' }] };
    const refused = await visit('calculation', key, { query: goods, facts: noCode });
    expect(refused.json()).toEqual({
      items: [{ hs_code: ['Enter 4 to 10 digits of the tariff code.'] }],
    });
    expect(await countedBy(who)).toMatchObject({ calls: 1 });
  });

  test.each(['', '   ', '?!'])('finds no code for %j', async (search) => {
    const { public_key: key } = await createKey(await newOwner());
    const found = await visit('codes', key, { query: { search } });
    expect(found.json()).toEqual({ results: [], count: 0 });
  });

  test('counts for its owner, by site, and for its day', async () => {
    const who = await newOwner();
    const key = await createKey(who, { daily_quota: 2 });
    await visit('form', key.public_key);
    for (const _ of [1, 2])
      expect((await visit('calculation', key.public_key)).statusCode).toBe(200);
    const refused = await visit('calculation', key.public_key);
    expect(refused.json()).toMatchObject({ code: 'embed_quota_reached', limit: 2 });
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    expect(refused.json().retry_after).toBe(14 * 3600);
    expect(await countedBy(who)).toEqual({ units: 2, calls: 2, user_agent: shop });
    expect((await manage(who, 'GET')).body.results).toMatchObject([{ calculations_today: 2 }]);
    t.clock.set(new Date(now.getTime() + dayMs));
    expect((await visit('calculation', key.public_key)).statusCode).toBe(200);
  });

  test('costs nothing when a calculation fails', async () => {
    const who = await newOwner();
    const key = await createKey(who);
    const { price: _, ...priceless } = petrolCar;
    const wrong = await visit('calculation', key.public_key, { facts: priceless });
    expect([wrong.statusCode, wrong.json()]).toEqual([400, { price: expect.anything() }]);
    const nowhere = { ...petrolCar, destination_country: 'AQ' };
    const unknown = await visit('calculation', key.public_key, { facts: nowhere });
    expect(unknown.json()).toMatchObject({ code: 'rule_set_not_found' });
    expect(await countedBy(who)).toMatchObject({ calls: 0 });
    expect((await manage(who, 'GET')).body.results).toMatchObject([{ calculations_today: 0 }]);
  });

  test('stops with the plan of its owner', async () => {
    const who = await newOwner();
    const key = await createKey(who);
    await setFreeLimits(t.kernel, { calculations_per_month: 1 });
    expect((await visit('calculation', key.public_key)).statusCode).toBe(200);
    const refused = await visit('calculation', key.public_key);
    expect(refused.json()).toMatchObject({ code: 'quota_exceeded' });
    expect((await manage(who, 'GET')).body.results).toMatchObject([{ calculations_today: 1 }]);
  });

  test.each(['form', 'codes', 'calculation'] as const)(
    'is refused the %s elsewhere',
    async (call) => {
      const who = await newOwner();
      const key = await createKey(who);
      for (const origin of ['https://other.example', 'http://shop.example', 'null', null]) {
        const refused = await visit(call, key.public_key, { origin });
        expect(refused.json()).toMatchObject({ code: 'embed_origin_refused', origin });
        expect(refused.headers['access-control-allow-origin']).toBe('*');
      }
      for (const unknown of ['pk_none', '', `${key.public_key}0`])
        expect((await visit(call, unknown)).json()).toMatchObject({ code: 'embed_key_invalid' });
      await manage(who, 'POST', `${key.id}/revoke/`);
      const late = await visit(call, key.public_key);
      expect([late.statusCode, late.json().code]).toEqual([403, 'embed_key_invalid']);
    },
  );

  test('is refused while its owner is suspended', async () => {
    const who = await newOwner();
    const key = await createKey(who);
    await t.kernel.database.pool.query(`update account set status = 'suspended' where id = $1`, [
      who.accountId,
    ]);
    expect((await visit('form', key.public_key)).json()).toMatchObject({
      code: 'embed_key_invalid',
    });
  });

  test('also works on our own pages, for its owner to look at', async () => {
    const key = await createKey(await newOwner());
    const url = `/apix/data_customs/embed/form/?key=${key.public_key}`;
    const seen = await t.app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } });
    expect([seen.statusCode, seen.json().rule_sets]).toEqual([200, []]);
  });

  test('has the only calls that pages of other sites may read', async () => {
    const url = '/apix/data_customs/rule-sets/';
    const { headers } = await t.app.inject({ url, headers: { origin: shop } });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(['{', '[]', '"text"', 'null'])('refuses %s in place of facts', async (facts) => {
    const key = await createKey(await newOwner());
    const query = new URLSearchParams({ key: key.public_key, facts });
    const refused = await t.app.inject({
      url: `/apix/data_customs/embed/calculation/?${query}`,
      remoteAddress: '203.0.113.9',
      headers: { origin: shop },
    });
    expect(refused.statusCode).toBe(400);
  });
});

import { describe, expect, it } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import publicTariffs from '../../prerendered-tariffs.json' with { type: 'json' };
import type { TariffWire } from '../../wire/index.ts';

const t = useApp();
const path = '/apix/billing/tariffs/';
const get = (url: string, headers = {}) => send(t, 'GET', url, undefined, { headers });
const readResults = ({ body }: { body: Record<string, unknown> }) => body.results as TariffWire[];
const readSlugs = (reply: { body: Record<string, unknown> }) =>
  readResults(reply).map(({ slug }) => slug);

async function addTariff(slug: string, values: object = {}): Promise<void> {
  const db = t.kernel.database.write;
  const { id: _, ...free } = await db
    .selectFrom('tariff')
    .selectAll()
    .where('slug', '=', 'free')
    .executeTakeFirstOrThrow();
  const json = { features: '[]', endpoint_groups: '[]', limits: JSON.stringify(free.limits) };
  await db
    .insertInto('tariff')
    .values({ ...free, ...json, slug, name: slug, ...values })
    .execute();
}

describe('tariffs', () => {
  it('are public, cheapest first, and cacheable', async () => {
    const reply = await get(path);
    expect(reply.status).toBe(200);
    expect(readSlugs(reply)).toEqual(['free', 'starter', 'pro', 'scale']);
    expect(reply.headers['cache-control']).toBe('public, max-age=300');
    expect(reply.headers.vary).toContain('Authorization');
    expect(await get(path, { 'if-none-match': String(reply.headers.etag) })).toMatchObject({
      status: 304,
    });
  });

  it('equal prerendered-tariffs.json, which the public pages are built with', async () => {
    const live = readResults(await get(path)).map(
      ({ id, created_at, updated_at, ...rest }) => rest,
    );
    expect(publicTariffs).toEqual(live);
  });

  it('include the discount of a year', async () => {
    const { body } = await get(`${path}pro/`);
    expect(body).toMatchObject({
      monthly_price: '79.00',
      yearly_price: '790.00',
      yearly_discount_percentage: 16.67,
      price_display: '$79.00 a month',
      is_free: false,
      overage: { unit: 'request', price: '0.0002' },
    });
  });

  it('can be filtered and ordered', async () => {
    expect(readSlugs(await get(`${path}?is_free=true`))).toEqual(['free']);
    expect(readSlugs(await get(`${path}?billing_period=yearly&ordering=-monthly_price`))).toEqual([
      'scale',
      'pro',
      'starter',
    ]);
    expect(readSlugs(await get(`${path}?search=star`))).toEqual(['starter']);
    expect((await get(`${path}?billing_period=weekly`)).status).toBe(400);
    expect((await get(`${path}?page=9`)).status).toBe(404);
  });

  it('are cached privately for signed-in callers', async () => {
    const { headers } = await t.signIn('reader@example.com');
    expect((await get(path, headers)).headers['cache-control']).toBe('private, max-age=300');
  });

  it('refuse invalid credentials, and accept a key as its account', async () => {
    const bad = { code: 'token_not_valid' };
    for (const url of [path, `${path}pro/`])
      expect(await get(url, { authorization: 'Bearer forged' })).toMatchObject({
        status: 401,
        body: bad,
      });
    expect(await get(path, { 'x-api-key': 'sk_live_forged' })).toMatchObject({
      status: 401,
      body: { code: 'api_key_invalid' },
    });
    const { headers } = await createApiKey(t, await t.signIn('keyed@example.com'));
    const reply = await get(path, headers);
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe('private, max-age=300');
  });

  it('that are private are visible to their subscribers and to staff', async () => {
    await addTariff('partners', { is_public: false });
    const stranger = await t.signIn('stranger@example.com');
    const staff = await t.signIn('sales@example.com', { roles: ['sales'] });
    expect((await get(`${path}partners/`)).status).toBe(404);
    expect((await get(`${path}partners/`, stranger.headers)).status).toBe(404);
    expect(readSlugs(await get(path, stranger.headers))).not.toContain('partners');
    expect((await get(`${path}partners/`, staff.headers)).status).toBe(200);
    expect(readSlugs(await get(path, staff.headers))).toContain('partners');
    const refused = await send(
      t,
      'POST',
      '/apix/billing/subscriptions/',
      { tariff: 'partners' },
      { headers: stranger.headers },
    );
    expect(refused).toMatchObject({
      status: 400,
      body: { tariff: ['There is no tariff "partners".'] },
    });
    const response = await send(
      t,
      'POST',
      '/apix/billing/subscriptions/',
      { tariff: 'partners' },
      { headers: staff.headers },
    );
    expect(response.status).toBe(201);
    await t.kernel.database.write.deleteFrom('account_role').execute();
    expect((await get(`${path}partners/`, staff.headers)).status).toBe(200);
  });

  it('return 404 if unknown and 405 for writes', async () => {
    expect(await get(`${path}gold/`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await send(t, 'POST', path, {})).status).toBe(405);
  });
});

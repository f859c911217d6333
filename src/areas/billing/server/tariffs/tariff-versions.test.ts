import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/admin/tariffs/';
let boss: SignedIn;
let sales: SignedIn;
type Version = { id: number; slug: string; version: number; state: string; limits: object };

beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  sales = await t.signIn('sales@example.com', { roles: ['sales'] });
});
const ask = (method: 'GET' | 'POST' | 'DELETE', url = '', body?: object, as: SignedIn = boss) =>
  send(t, method, path + url, body, { headers: as.headers });
const versions = async () => (await ask('GET')).body.versions as Version[];
const current = async (slug: string) =>
  (await versions()).find((one) => one.slug === slug && one.state !== 'draft')!;
const sold = async (slug: string) => (await send(t, 'GET', `/apix/billing/tariffs/${slug}/`)).body;

async function draft(change: object = {}) {
  const { limits } = await current('starter');
  const body = { slug: 'starter', name: 'Starter', monthly_price: '25', limits, ...change };
  return ask('POST', '', body);
}

test('a version starts as a draft and is sold once published', async () => {
  const before = await current('starter');
  const created = await draft();
  expect(created.body).toMatchObject({ state: 'draft', version: 2, monthly_price: '25.00' });
  expect(await sold('starter')).toMatchObject({ id: before.id, monthly_price: '19.00' });
  const published = await ask('POST', `${created.body.id}/publish/`);
  expect(published.body).toMatchObject({ state: 'published', version: 2 });
  expect(await sold('starter')).toMatchObject({ id: created.body.id, monthly_price: '25.00' });
  const old = (await versions()).find(({ id }) => id === before.id);
  expect(old).toMatchObject({ state: 'superseded' });
  expect((await ask('POST', `${created.body.id}/publish/`)).body).toMatchObject({
    code: 'invalid_state',
    current_status: 'published',
  });
});

test('the audit log records who changed a tariff', async () => {
  const created = await draft({ slug: 'team', name: 'Team' });
  const { body } = await send(t, 'GET', '/apix/admin/audit/?subject_type=tariff', undefined, {
    headers: boss.headers,
  });
  const entries = body.results as { subject: { id: string }; after: object }[];
  expect(
    entries.find(({ subject }) => subject.id === String(created.body.id))?.after,
  ).toMatchObject({
    slug: 'team',
    monthly_price: '25',
  });
});

test('a retired tariff is no longer sold, and the free one cannot be retired', async () => {
  const scale = await current('scale');
  expect((await ask('POST', `${scale.id}/retire/`)).body).toMatchObject({ state: 'retired' });
  expect((await send(t, 'GET', '/apix/billing/tariffs/scale/')).status).toBe(404);
  expect((await ask('POST', `${scale.id}/retire/`)).body).toMatchObject({ code: 'invalid_state' });
  const free = await current('free');
  expect((await ask('POST', `${free.id}/retire/`)).body).toMatchObject({
    code: 'free_tariff_stays',
  });
});

test('a draft can be deleted, a published version cannot', async () => {
  const { body } = await draft({ slug: 'pro', name: 'Pro' });
  expect((await ask('DELETE', `${body.id}/`)).status).toBe(204);
  expect((await ask('DELETE', `${body.id}/`)).status).toBe(404);
  const pro = await current('pro');
  expect((await ask('DELETE', `${pro.id}/`)).body).toMatchObject({ code: 'invalid_state' });
  for (const action of ['publish/', 'retire/'])
    expect((await ask('POST', `x/${action}`)).status).toBe(404);
});

test('an invalid draft reports its fields', async () => {
  expect((await draft({ slug: 'Big One', monthly_price: '1,5', name: '' })).body).toEqual({
    slug: ['Use lowercase letters, digits and hyphens.'],
    monthly_price: ['Enter an amount such as 19.00.'],
    name: ['This field may not be blank.'],
  });
  const { limits } = await current('starter');
  expect((await draft({ limits: { ...limits, max_api_keys: -1 } })).body).toEqual({
    limits: { max_api_keys: ['Ensure this value is greater than or equal to 0.'] },
  });
});

test.each([
  ['GET', ''],
  ['POST', ''],
  ['POST', '1/publish/'],
  ['POST', '1/retire/'],
  ['DELETE', '1/'],
] as const)('%s %s is refused for anonymous callers and customers', async (method, url) => {
  const ann = await t.signIn('ann@example.com');
  expect((await ask(method, url, {}, ann)).body).toMatchObject({ code: 'permission_denied' });
  expect((await send(t, method, path + url)).status).toBe(401);
});

test('sales may read versions but not write them', async () => {
  expect((await ask('GET', '', undefined, sales)).status).toBe(200);
  expect((await ask('POST', '1/publish/', {}, sales)).status).toBe(403);
});

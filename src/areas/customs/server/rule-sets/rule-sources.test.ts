import { beforeAll, expect, test } from 'vitest';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { RuleSourceWire } from '../../wire/rule-sets/rule-sources.ts';
import { listSources } from './rule-sources.ts';

const t = useApp();
const path = '/apix/admin/rule-sources/';
let support: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  support = await t.signIn('support@example.com', { roles: ['support'] });
  customer = await t.signIn('customer@example.com');
});

const call = (query = '', by: SignedIn | null = support) =>
  send(t, 'GET', `${path}${query}`, undefined, by ? { headers: by.headers } : {});
const listed = async (query = '') => (await call(query)).body.results as RuleSourceWire[];

test('what must be read again comes first, the older and the more used the sooner', async () => {
  const [first] = await listed();
  expect(first?.reasons).not.toEqual([]);
  const old = await listed('?reason=old&page_size=100');
  expect(old.every(({ reasons }) => reasons.includes('old'))).toBe(true);
  const australian = old.find(({ title }) => title.startsWith('Customs Tariff Act 1995'));
  expect(australian).toMatchObject({ set_id: 'au.goods', as_of: '2019-07-01', calculations: 0 });
  expect(australian?.url).toMatch(/^https:/);
});

test('calculations of the last 90 days count as use', async () => {
  const countUses = async () => (await listed('?search=ua.vehicle'))[0]?.calculations;
  expect(await countUses()).toBe(0);
  const { headers } = customer;
  const url = '/apix/data_customs/vehicle-calculation/calculate/';
  await send(t, 'POST', url, petrolCar, { headers });
  expect(await countUses()).toBe(1);
  await t.kernel.database.pool.query(
    `update customs_calculation set created_at = created_at - interval '91 days'
     where account_id = $1`,
    [customer.accountId],
  );
  expect(await countUses()).toBe(0);
});

test('rules whose review is due are listed with that reason', async () => {
  const customs = { ...t.areas.customs, today: () => '2027-03-01' };
  const page = { page: 1, pageSize: 100, offset: 0 };
  const filter = { reason: 'review_due' } as const;
  const { rows } = await listSources(customs, t.kernel.database.write, filter, page);
  expect(rows.map(({ set_id }) => set_id)).toContain('us.goods');
});

test('is a list for staff, in pages', async () => {
  const { body } = await call('?page_size=2');
  expect(body).toMatchObject({ page_size: 2, has_next: true });
  expect((await call('?page=999')).status).toBe(404);
  expect((await call('?reason=other')).status).toBe(400);
  expect((await call('', customer)).status).toBe(403);
  expect((await call('', null)).status).toBe(401);
});

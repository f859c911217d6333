import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { RuleSetWire } from '../../wire/rule-sets/rule-sets.ts';
import { chooseRuleSet } from './choose-rule-set.ts';
import { digestRules, readRuleFiles } from './rule-files.ts';
import { insertDeployed } from './rule-set-store.ts';

const t = useApp();
const ruleSets = '/apix/data_customs/rule-sets/';
const codes = '/apix/data_customs/hs-codes/';
let who: SignedIn;
const get = (url: string) => send(t, 'GET', url, undefined, { headers: who.headers });
const listIds = (body: Record<string, unknown>) =>
  (body.results as RuleSetWire[]).map(({ id, version }) => `${id}@${version}`);

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  who = await t.signIn('reader@example.com');
});

describe('the rules in force', () => {
  test('are listed for anyone, with facts, sources and confidence', async () => {
    const { body } = await send(t, 'GET', `${ruleSets}?kind=vehicle&destination_country=ua`);
    expect(body).toMatchObject({ count: 1 });
    const [ukraine] = body.results as RuleSetWire[];
    expect(ukraine).toMatchObject({
      id: 'ua.vehicle',
      countries: ['UA'],
      currency: 'EUR',
      confidence: 'medium',
      is_overdue: false,
      to_be_verified: false,
    });
    expect(ukraine?.facts.find(({ name }) => name === 'powertrain')).toMatchObject({
      label: 'Powertrain',
      required: true,
      type: 'choice',
    });
    expect(ukraine?.sources[0]).toMatchObject({ confidence: 'medium' });
  });

  test('change with the day', async () => {
    const now = await get(`${ruleSets}?kind=vehicle&destination_country=US`);
    const before = await get(`${ruleSets}?kind=vehicle&destination_country=US&date=2026-09-30`);
    expect(listIds(now.body)).toEqual(['us.vehicle@4']);
    expect(listIds(before.body)).toEqual(['us.vehicle@3']);
  });

  test('cover the 27 member states of the EU', async () => {
    const { body } = await get(`${ruleSets}?kind=goods&search=european`);
    expect((body.results as RuleSetWire[])[0]?.countries).toHaveLength(27);
  });

  test('are paginated', async () => {
    const { body } = await get(`${ruleSets}?page_size=2`);
    expect(body).toMatchObject({ has_next: true, page_size: 2 });
    expect((await get(`${ruleSets}?page=99`)).status).toBe(404);
    expect((await get(`${ruleSets}?date=never`)).status).toBe(400);
  });
});

test('a published version never changes', async () => {
  const [first] = readRuleFiles();
  const body = { ...first!, title: 'Other words' };
  const { write } = t.kernel.database;
  await t.areas.customs.ruleSets.all();
  const deployed = (set: typeof body) => ({
    body: set,
    digest: digestRules(set),
    now: t.clock.now(),
  });
  expect(await insertDeployed(write, deployed(first!))).toBe('known');
  expect(await insertDeployed(write, deployed(body))).toBe('taken');
});

test('the requested regime applies, otherwise a private person is assumed', async () => {
  const rows = await t.areas.customs.ruleSets.all();
  const choose = (kind: 'vehicle' | 'goods', regime?: string) =>
    chooseRuleSet(rows, { kind, country: 'RU', date: '2026-11-21', regime })?.body.id;
  expect(choose('vehicle')).toBe('ru.vehicle.individual');
  expect(choose('vehicle', 'legal_entity')).toBe('ru.vehicle.legal_entity');
  expect(choose('goods')).toBe('ru.goods');
  expect(choose('goods', 'courier')).toBe('eaeu.goods.courier');
});

describe('tariff codes', () => {
  test('are found by words, with the duty of the destination', async () => {
    const { body } = await get(`${codes}?search=cotton%20shirt&destination_country=DE`);
    expect(body.results).toContainEqual({
      code: '61091000',
      description: 'T-shirts, cotton knit',
      path: [],
      is_declarable: true,
      duty: '12 %',
      confidence: 'medium',
      source: 'Common Customs Tariff of the EU, edition of 2020',
      as_of: '2020-01-01',
      is_saved: false,
    });
  });

  test('are found by digits; an unknown duty is null', async () => {
    const { body } = await get(`${codes}?search=6109.10&destination_country=JP`);
    expect(body.results).toMatchObject([{ code: '61091000', duty: null }]);
  });

  test('are paginated, and require an account', async () => {
    expect((await get(`${codes}?page_size=5`)).body).toMatchObject({ count: 103, has_next: true });
    expect((await get(`${codes}?page=99`)).status).toBe(404);
    expect((await send(t, 'GET', codes)).status).toBe(401);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { publishTestTariff, tariffCode, tariffMeasure } from '#test/factories/customs-tariffs.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { CodePageWire } from '../../../wire/tariffs/tariffs.ts';

const t = useApp();
const tariffs = '/apix/data_customs/tariffs/';
let who: SignedIn;
let other: SignedIn;

const codes = [
  tariffCode('6100000000', 0, 'Knitted clothing', { isDeclarable: false }),
  tariffCode('6109000000', 0, 'T-shirts', { isDeclarable: false }),
  tariffCode('6109100000', 1, 'Of cotton', {
    descriptions: { en: 'Of cotton', fr: 'De coton' },
    units: ['kg'],
  }),
  tariffCode('6109900000', 1, 'Other'),
];
const records = [
  ...codes,
  tariffMeasure('6109000000', 12),
  tariffMeasure('6109100000', 0, {
    ...{ kind: 'preference', origin: 'KR', programme: 'EU-KR', conditions: ['U045'] },
  }),
  tariffMeasure('6109100000', 30, { kind: 'anti_dumping', origin: 'CN', additionalCode: 'C999' }),
  tariffMeasure('6109100000', 4, { kind: 'quota', origin: '2020', quotaOrderNumber: '09.1234' }),
];

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  who = await t.signIn('reader@example.com');
  other = await t.signIn('other@example.com');
  const source = { jurisdiction: 'EU', title: 'Tariff of the EU' };
  const older = [...codes, tariffMeasure('6109000000', 14)];
  await publishTestTariff(t, { source, records: older, effectiveFrom: '2025-01-01' });
  await publishTestTariff(t, { source, records, effectiveFrom: '2026-01-01' });
});

const get = (url: string, by: SignedIn | null = who) =>
  send(t, 'GET', `${tariffs}${url}`, undefined, by ? { headers: by.headers } : {});
const fetchPage = async (code: string, query = 'destination_country=DE') =>
  (await get(`codes/${code}/?${query}`)).body as unknown as CodePageWire;

describe('the page of a code', () => {
  test('has its words, its place, its duties with conditions, and their source', async () => {
    expect(await fetchPage('6109100000')).toMatchObject({
      descriptions: { en: 'Of cotton', fr: 'De coton' },
      units: ['kg'],
      parents: [{ code: '6100000000' }, { code: '6109000000', description: 'T-shirts' }],
      children: [],
      tariff: { title: 'Tariff of the EU', jurisdiction: 'EU', effective_from: '2026-01-01' },
      is_of_destination: true,
      duties: { title: 'Tariff of the EU' },
      duty: '12 %',
      duty_is_known: true,
      trade_defence_loaded: true,
    });
    const { measures } = await fetchPage('6109100000');
    expect(measures.map(({ kind, origin, duty }) => [kind, origin, duty]).toSorted()).toEqual([
      ['anti_dumping', 'CN', '30 %'],
      ['preference', 'KR', 'free'].with(2, '0 %'),
      ['quota', '2020', '4 %'],
      ['third_country', '*', '12 %'],
    ]);
    expect(measures).toContainEqual(
      expect.objectContaining({ conditions: ['U045'], programme: 'EU-KR', code: '6109100000' }),
    );
  });

  test('has only what may concern an origin', async () => {
    const query = 'destination_country=DE&origin_country=kr';
    const { measures } = await fetchPage('6109100000', query);
    expect(measures.map(({ kind }) => kind).toSorted()).toEqual([
      'preference',
      'quota',
      'third_country',
    ]);
  });

  test('of an earlier day has its duty, and every page has the history', async () => {
    const page = await fetchPage('6109100000', 'destination_country=DE&date=2025-06-01');
    expect([page.duty, page.tariff.effective_from]).toEqual(['14 %', '2025-01-01']);
    expect(page.history.map(({ effective_from, duty }) => [effective_from, duty])).toEqual([
      ['2026-01-01', '12 %'],
      ['2025-01-01', '14 %'],
    ]);
  });

  test('is found in other spellings, and of other places by its first digits', async () => {
    expect((await fetchPage('610910')).code).toBe('6109100000');
    expect(await fetchPage('61099000')).toMatchObject({ code: '6109900000', duty: '12 %' });
    const elsewhere = await fetchPage('61091000', 'destination_country=JP');
    expect(elsewhere).toMatchObject({ is_of_destination: false, duties: null, duty: null });
    expect(elsewhere.rule_set_duty).toBeNull();
    const canada = await fetchPage('61091000', 'destination_country=CA');
    expect(canada.rule_set_duty).toMatchObject({ duty: '18 %', as_of: '2026-06-01' });
  });

  test('of a code that nobody has is not found, and wrong input is named', async () => {
    expect((await get('codes/9999/?destination_country=DE')).status).toBe(404);
    const wrong = await get('codes/61.09/');
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['code']]);
    const country = await get('codes/6109/?destination_country=Germany');
    expect([country.status, Object.keys(country.body)]).toEqual([400, ['destination_country']]);
    expect((await get('codes/6109/', null)).status).toBe(401);
  });

  test('says whether its reader saved it, not whether others did', async () => {
    const url = '/apix/data_customs/hs-codes/6109100000/saved/';
    await send(t, 'PUT', url, { description: 'Mine' }, { headers: who.headers });
    const theirs = await get('codes/6109100000/?destination_country=DE', other);
    expect([(await fetchPage('6109100000')).is_saved, theirs.body.is_saved]).toEqual([true, false]);
  });
});

describe('the tree', () => {
  const listed = async (query: string) =>
    ((await get(`codes/?destination_country=DE${query}`)).body.results ??
      []) as CodePageWire['children'];
  test('leads from chapters to the last subdivision', async () => {
    expect(await listed('')).toMatchObject([
      { code: '61', description: 'Knitted clothing', has_children: true },
    ]);
    expect(await listed('&parent=61')).toMatchObject([{ code: '6109000000', has_children: true }]);
    expect(await listed('&parent=6100000000')).toHaveLength(1);
    const last = await listed('&parent=6109000000');
    expect(last).toMatchObject([
      { code: '6109100000', is_declarable: true, has_children: false },
      { code: '6109900000' },
    ]);
    expect(await listed('&parent=6109100000')).toEqual([]);
  });

  test('is paginated, and requires an account', async () => {
    const { body } = await get('codes/?destination_country=DE&parent=6109000000&page_size=1');
    expect(body).toMatchObject({ count: 2, has_next: true });
    expect((await get('codes/?destination_country=DE&page=9')).status).toBe(404);
    expect((await get('codes/?parent=x')).status).toBe(400);
    expect((await get('codes/', null)).status).toBe(401);
  });
});

test('the tariffs in force are listed with their licence', async () => {
  const { body } = await get('?destination_country=DE&page_size=100');
  expect(body.results).toMatchObject([
    { jurisdiction: '*', is_starter: true, codes: 103 },
    { jurisdiction: 'EU', licence: 'None', codes: 4, measures: 4, is_starter: false },
  ]);
  expect((await get('?date=2024-01-01&destination_country=DE')).body).toMatchObject({ count: 1 });
  expect((await get('?page=9')).status).toBe(404);
  expect((await get('?date=never')).status).toBe(400);
  expect((await get('', null)).status).toBe(401);
});

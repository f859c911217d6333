import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { importVehicleModels } from './import-models.ts';
import { foundModels } from './vehicle-model-store.ts';
import { vehicleSources } from './vehicle-sources.ts';

const t = useApp();
const url = '/apix/data_customs/vehicle-models/';
let who: SignedIn;

type FoundRow = { make: string; model: string; year: number; source: string };

const ask = (query: string, headers = who.headers) =>
  send(t, 'GET', `${url}${query}`, undefined, { headers });
const names = async (query: string) =>
  ((await ask(query)).body.results as FoundRow[]).map(({ make, model }) => `${make} ${model}`);
const importFile = (name: 'epa' | 'eea', file: string) =>
  importVehicleModels(t.kernel, {
    source: vehicleSources.find((source) => source.name === name)!,
    file: new URL(`fixtures/${file}`, import.meta.url).pathname,
  });

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  who = await t.signIn('driver@example.com');
  const empty = await ask('?search=golf');
  expect(empty.body).toMatchObject({ count: 0, results: [], loaded: { models: 0, datasets: [] } });
  await importFile('epa', 'epa-vehicles.csv');
  await importFile('eea', 'eea-co2.csv');
});

describe('models are found', () => {
  test.each([
    ['golf', ['VOLKSWAGEN GOLF', 'VOLKSWAGEN GOLF']],
    ['volks jet', ['Volkswagen Jetta']],
    ['cx5', ['Mazda CX-5']],
    ['CX-5 mazda', ['Mazda CX-5']],
    ['cx 5', ['Mazda CX-5']],
    ['skoda', ['ŠKODA OCTAVIA']],
    ['330', ['BMW 330E']],
    ['e 150', ['Ford E150 Van FFV']],
    ['golf zebra', []],
    ["!&|:*'", []],
  ])('by words and their beginnings: %s', async (search, expected) => {
    expect(await names(`?search=${encodeURIComponent(search)}`)).toEqual(expected);
  });

  test('of a make and of a year, with and without a search', async () => {
    expect(await names('?make=volkswagen&year=2014')).toEqual(['Volkswagen Jetta']);
    expect(await names('?make=%C5%A0koda')).toEqual(['ŠKODA OCTAVIA']);
    expect(await names('?search=a3&year=2017&make=AUDI')).toEqual(['AUDI A3']);
    expect(await names('?search=a3&year=2022')).toEqual([]);
    expect(await names('?year=1985')).toEqual(['Alfa Romeo Spider Veloce 2000']);
    expect(await names('?make=!')).toEqual([]);
  });

  test('with what the file says of them, and where it is from', async () => {
    const { results, loaded } = (await ask('?search=spider')).body;
    expect(results).toEqual([
      {
        ...{ source: 'epa', make: 'Alfa Romeo', model: 'Spider Veloce 2000', year: 1985 },
        ...{ powertrain: 'petrol', engine_capacity_cc: 2000, engine_capacity_is_rounded: true },
        ...{ power_kw: null, battery_kwh: null, co2_g_km: '263', mpg: '21', fuel_l_100km: null },
        ...{ test_cycle: 'epa', mass_kg: null, body_class: 'Two Seaters' },
      },
    ]);
    expect(loaded).toMatchObject({
      models: 19,
      datasets: [
        { source: 'eea', models: 10, licence: expect.stringContaining('acknowledged') },
        { source: 'epa', models: 9, url: 'https://www.fueleconomy.gov/feg/download.shtml' },
      ],
    });
  });
});

test('the list is paginated, in one order', async () => {
  const { body } = await ask('?page_size=5&page=2');
  expect(body).toMatchObject({ count: 19, page: 2, pages: 4, has_next: true });
  const all = await names('?page_size=100');
  const paged = [];
  for (const page of [1, 2, 3, 4]) paged.push(...(await names(`?page_size=5&page=${page}`)));
  expect(paged).toEqual(all);
  expect(all.slice(0, 2)).toEqual(['Alfa Romeo Spider Veloce 2000', 'AUDI A3']);
  expect((await ask('?page=9')).status).toBe(404);
  expect((await ask('?search=golf&page=9')).status).toBe(404);
});

test('a search counts for the plan, the question whether anything is loaded does not', async () => {
  const asker = await t.signIn('asker@example.com');
  const counted = async () => {
    await t.areas.usage.flush();
    const { rows } = await t.kernel.database.pool.query<{ units: string | null }>(
      'select sum(units) as units from usage_record where account_id = $1',
      [asker.accountId],
    );
    return Number(rows[0]?.units ?? 0);
  };
  await ask('?page_size=1', asker.headers);
  expect(await counted()).toBe(0);
  await ask('?search=golf', asker.headers);
  expect(await counted()).toBe(1);
});

test('wrong input is named, strangers are refused, and keys need the scope', async () => {
  for (const year of ['20', 'now', '20222'])
    expect((await ask(`?year=${year}`)).body).toEqual({ year: ['Enter a year of four digits.'] });
  expect((await ask(`?make=${'x'.repeat(121)}`)).status).toBe(400);
  expect((await send(t, 'GET', url)).status).toBe(401);
  const { headers } = await createApiKey(t, who, { scopes: ['customs'] });
  expect((await ask('?search=golf', headers)).body).toMatchObject({ count: 2 });
});

test('with 40,000 models, every search uses an index', async () => {
  const { pool, write } = t.kernel.database;
  const planned = await pool.query<{ id: number }>(
    `insert into customs_vehicle_dataset (source, title, publisher, licence, url, file_name,
       file_date, sha256, created_at)
     values ('large', '', '', '', '', '', now(), '', now()) returning id`,
  );
  const id = planned.rows[0]!.id;
  await pool.query(
    `insert into customs_vehicle_model (dataset_id, source, fingerprint, make, model, make_key,
       model_key, year, engine_capacity_is_rounded, search)
     select $1, 'large', n, 'Make', 'Model', 'make' || n % 50, 'model' || n % 1000,
       1900 + n % 40, false, array_to_tsvector(array['make' || n % 50, 'model' || n % 1000])
     from generate_series(1, 40000) n`,
    [id],
  );
  await pool.query('analyze customs_vehicle_model');
  const explainQuery = async (query: ReturnType<typeof sql>) =>
    JSON.stringify((await sql`explain (format json) ${query}`.execute(write)).rows);
  const filter = { words: `'make7':* & 'model77':*`, makeKey: '', year: null };
  const bySearch = await explainQuery(foundModels(filter));
  expect(bySearch).toContain('customs_vehicle_model_search');
  const list = (where: ReturnType<typeof sql>) =>
    explainQuery(sql`select id from customs_vehicle_model ${where}
      order by make_key, model_key, year desc, id limit 20`);
  const all = await list(sql``);
  const ofMake = await list(sql`where make_key = 'make7'`);
  for (const plan of [all, ofMake]) expect(plan).toContain('customs_vehicle_model_order');
  const ofYear = await list(sql`where year = 1907`);
  expect(ofYear).toMatch(/customs_vehicle_model_of_year|customs_vehicle_model_order/);
  for (const plan of [bySearch, all, ofMake, ofYear]) expect(plan).not.toContain('Seq Scan');
  await pool.query('delete from customs_vehicle_dataset where id = $1', [id]);
});

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishTestTariff, tariffCode, tariffMeasure } from '#test/factories/customs-tariffs.ts';
import { useApp } from '#test/harness.ts';
import { findRow } from '../../engine/tables.ts';
import { loadTariffRows, toTariffTable } from './load-tariff-rows.ts';

const t = useApp();
const records = [
  tariffCode('0101210000', 0, 'Horses'),
  tariffMeasure('0101210000', 5),
  tariffMeasure('0101210000', 20, { kind: 'general' }),
  tariffMeasure('0101210000', 0, { kind: 'preference', origin: 'NO', programme: 'EFTA' }),
  tariffMeasure('0101210000', 1, { kind: 'preference', origin: '2020', programme: 'GSP' }),
  tariffMeasure('0101210000', 19, { kind: 'vat' }),
  // Of the subdivisions one has another duty.
  tariffMeasure('0202000000', 10),
  tariffMeasure('0202300000', 10),
  tariffMeasure('0202309000', 15),
  // By season.
  tariffMeasure('0805100000', 3, { season: { from: '04-01', to: '10-31' } }),
  tariffMeasure('0805100000', 16, { season: { from: '11-01', to: '03-31' } }),
  // By country.
  tariffMeasure('7201100000', 4, { excludedOrigins: ['CU'] }),
  tariffMeasure('7201100000', 35, { origin: 'KP' }),
  // It has ended.
  tariffMeasure('7301100000', 7, { validTo: '2026-06-30' }),
];

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  await publishTestTariff(t, { records });
  const defence = tariffMeasure('7201100000', 22, { kind: 'anti_dumping', origin: 'CN' });
  const source = { jurisdiction: 'NO', name: 'norway' };
  await publishTestTariff(t, { records: [defence], source });
});

const load = async (code: string, more: { origins?: string[]; date?: string } = {}) => {
  const loaded = await loadTariffRows(t.areas.customs, t.kernel.database.write, {
    ...{ jurisdiction: 'CH', codes: [code], origins: [], date: '2026-11-21' },
    ...more,
  });
  return loaded!.byCode.get(code)!;
};
const percent = (r: string) => ({ t: 'adval', r });

describe('the measures of a code', () => {
  test('come from the longest beginning of it, by kind', async () => {
    expect(await load('01012100', { origins: ['NO'] })).toMatchObject({
      thirdCountry: percent('0.05'),
      thirdCountryByOrigin: [],
      general: percent('0.2'),
      preferences: [
        { origin: 'NO', isCountry: true, programme: 'EFTA' },
        { origin: '2020', isCountry: false },
      ],
      tradeDefence: 'none_loaded',
      additional: [{ kind: 'vat' }],
    });
    expect((await load('0101210000', { origins: ['BR'] })).preferences).toHaveLength(1);
    expect((await load('9999')).thirdCountry).toBeNull();
  });

  test('of a code with subdivisions are unknown where these differ, with a floor', async () => {
    expect((await load('02023090')).thirdCountry).toEqual(percent('0.15'));
    expect((await load('02021000')).thirdCountry).toEqual(percent('0.1'));
    expect((await load('0202')).thirdCountry).toMatchObject({
      t: 'unknown',
      why: expect.stringContaining('state more digits'),
      floor: { t: 'min', of: [percent('0.1'), percent('0.15')] },
    });
  });

  test('follow the season and the period', async () => {
    const winter = await load('08051000', { date: '2027-01-15' });
    const summer = await load('08051000', { date: '2026-07-01' });
    expect([winter.thirdCountry, summer.thirdCountry]).toEqual([percent('0.16'), percent('0.03')]);
    expect((await load('73011000')).thirdCountry).toBeNull();
    expect((await load('73011000', { date: '2026-06-30' })).thirdCountry).toEqual(percent('0.07'));
  });

  test('of trade defence are an empty list where the publication has some for others', async () => {
    const request = { jurisdiction: 'NO', codes: ['0101'], origins: [], date: '2026-11-21' };
    const loaded = await loadTariffRows(t.areas.customs, t.kernel.database.write, request);
    expect(loaded?.byCode.get('0101')?.tradeDefence).toEqual([]);
  });
});

test('nothing is loaded without a tariff in force on the day', async () => {
  const request = { jurisdiction: 'CH', codes: ['0101'], origins: [], date: '2025-12-31' };
  const { write } = t.kernel.database;
  expect(await loadTariffRows(t.areas.customs, write, request)).toBeNull();
  const elsewhere = { ...request, jurisdiction: ['FR', 'EU'], date: '2026-11-21' };
  expect(await loadTariffRows(t.areas.customs, write, elsewhere)).toBeNull();
});

test('the table of the engine has a row for each code and each origin of its own', async () => {
  const codes = ['01012100', '72011000', '9999'];
  const request = { jurisdiction: 'CH', codes, origins: ['CU', 'KP', 'FR'], date: '2026-11-21' };
  const loaded = await loadTariffRows(t.areas.customs, t.kernel.database.write, request);
  const { table, source } = toTariffTable(loaded!);
  expect(source).toMatchObject({ title: 'Tariff of a test', effective_from: '2026-01-01' });
  const readDuty = (hs: string, origin: string) => findRow(table, { hs, origin })?.duty;
  expect(readDuty('01012100', 'FR')).toEqual(percent('0.05'));
  expect(readDuty('72011000', 'FR')).toEqual(percent('0.04'));
  expect(readDuty('72011000', 'KP')).toEqual(percent('0.35'));
  expect(readDuty('72011000', 'CU')).toMatchObject({ t: 'unknown' });
  expect(findRow(table, { hs: '9999', origin: 'FR' })).toBeNull();
  for (const row of table.rows) expect(row.source).toBe(source.id);
});

test('with 100,000 codes and measures, searches and loads use their indexes', async () => {
  const { pool, write } = t.kernel.database;
  const { rows } = await pool.query<{ id: number }>(
    `insert into customs_tariff (source, jurisdiction, title, publisher, licence, url, file_name,
       file_date, sha256, effective_from, status, created_at)
     values ('large', 'ZZ', '', '', '', '', '', now(), '', now(), 'imported', now()) returning id`,
  );
  const { id } = rows[0]!;
  await pool.query(
    `insert into customs_tariff_code (tariff_id, code, parent, position, indent, is_declarable,
       descriptions, units, search)
     select $1, lpad(n::text, 10, '0'), lpad((n / 10)::text, 9, '0'), n, 0, true, '{}', '{}',
       format('''@%s'' ''word%s'':1A', $1::int, n % 5000)::tsvector
     from generate_series(1, 100000) n`,
    [id],
  );
  await pool.query(
    `insert into customs_tariff_measure (tariff_id, position, code, applies_to, kind, origin,
       excluded_origins, duty, duty_text, conditions)
     select $1, n, lpad(n::text, 10, '0'), lpad(n::text, 10, '0'), 'third_country', '*', '{}',
       '{"t": "free"}', 'Free', '{}' from generate_series(1, 100000) n`,
    [id],
  );
  await pool.query('analyze customs_tariff_code, customs_tariff_measure');
  const explainQuery = async (query: ReturnType<typeof sql>) =>
    JSON.stringify((await sql`explain (format json) ${query}`.execute(write)).rows);
  const searching =
    await explainQuery(sql`select code from customs_tariff_code where tariff_id = ${id}
    and search @@ (to_tsquery('simple', 'word77') && ${`'@${id}'`}::tsquery)`);
  expect(searching).toContain('customs_tariff_code_search');
  const loading = await explainQuery(sql`select duty from customs_tariff_measure
    where tariff_id = any(${[id]}::int[]) and applies_to = any(${['0000000077']}::text[])`);
  expect(loading).toContain('customs_tariff_measure_of_code');
  const children = await explainQuery(sql`select code from customs_tariff_code
    where tariff_id = ${id} and parent = '000000777' order by position limit 20`);
  expect(children).toContain('customs_tariff_code_tree');
  for (const plan of [searching, loading, children]) expect(plan).not.toContain('Seq Scan');
});

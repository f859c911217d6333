import { beforeAll, describe, expect, test } from 'vitest';
import {
  createSource,
  importTestTariff,
  tariffCode,
  tariffMeasure,
} from '#test/factories/customs-tariffs.ts';
import { useApp } from '#test/harness.ts';
import { tariffSources } from '../read/sources.ts';
import { findProblems, listEvents } from '../versions/tariff-version-store.ts';
import { importTariff } from './import-tariff.ts';

const t = useApp();
const shirts = [
  tariffCode('6100000000', 0, 'Knitted clothing', { isDeclarable: false }),
  tariffCode('6109000000', 0, 'T-shirts and singlets', { isDeclarable: false }),
  tariffCode('6109100000', 1, 'Of cotton', { units: ['kg'] }),
  tariffMeasure('6109100000', 12),
];
let files = 0;
const ofNewFile = () => ({ text: `file ${++files}` });

beforeAll(() => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
});

const codesOf = async (id: number) =>
  (
    await t.kernel.database.pool.query(
      'select code, parent, units from customs_tariff_code where tariff_id = $1 order by position',
      [id],
    )
  ).rows;

describe('an import', () => {
  test('is a version with its codes, their parents and measures, and is not used yet', async () => {
    const { version, isNew } = await importTestTariff(t, { records: shirts, ...ofNewFile() });
    expect([isNew, version]).toMatchObject([
      true,
      {
        status: 'imported',
        jurisdiction: 'CH',
        codes_count: 3,
        measures_by_kind: { third_country: 1 },
        languages: ['en'],
        effective_from: '2026-01-01',
        published_at: null,
      },
    ]);
    expect(await codesOf(version.id)).toEqual([
      { code: '6100000000', parent: null, units: [] },
      { code: '6109000000', parent: '6100000000', units: [] },
      { code: '6109100000', parent: '6109000000', units: ['kg'] },
    ]);
    expect(await listEvents(t.kernel.database.write, version.id)).toMatchObject([
      { action: 'imported', account_id: null, note: 'On the command line' },
    ]);
  });

  test('of the same file is the version that it has become', async () => {
    const given = { records: shirts, ...ofNewFile() };
    const first = await importTestTariff(t, given);
    const second = await importTestTariff(t, given);
    expect([second.isNew, second.version.id]).toEqual([false, first.version.id]);
    const [one, other] = await Promise.all([
      importTestTariff(t, { records: shirts, text: 'at once' }),
      importTestTariff(t, { records: shirts, text: 'at once' }),
    ]);
    expect(one.version.id).toBe(other.version.id);
    expect([one.isNew, other.isNew].filter(Boolean)).toHaveLength(1);
  });

  test('lists what cannot be stored, and keeps the rest', async () => {
    const records = [...shirts, tariffCode('6109100000', 1, 'Again'), tariffMeasure('x', 1)];
    const problems = [{ line: 9, message: 'unreadable' }];
    const read = () => ({ ...createSource(records).read('', {}), problems });
    const { version } = await importTestTariff(t, { records, source: { read }, ...ofNewFile() });
    expect(version).toMatchObject({ codes_count: 3, problems_count: 3 });
  });

  test('stores nothing of a file that breaks off or has no record', async () => {
    const versions = async () =>
      (await t.kernel.database.pool.query('select count(*) from customs_tariff')).rows;
    const before = await versions();
    const read = () => ({
      records: (async function* () {
        yield* shirts;
        throw new Error('Line 5 breaks off.');
      })(),
      problems: [],
    });
    const broken = { records: [], source: { read }, ...ofNewFile() };
    await expect(importTestTariff(t, broken)).rejects.toThrow('Line 5 breaks off.');
    await expect(importTestTariff(t, { records: [], ...ofNewFile() })).rejects.toThrow(
      'no code and no measure',
    );
    expect(await versions()).toEqual(before);
  });

  test.each([
    [{ file: '/nowhere' }, 'There is no file /nowhere.'],
    [{ file: '/dev/null' }, 'There is no file'],
    [{ exclusionsFile: '/nowhere' }, 'test-tariff has no file of exclusions.'],
    [
      { exclusionsFile: '/nowhere', source: createSource(shirts, { hasExclusionsFile: true }) },
      'There is no file /nowhere.',
    ],
    [{ jurisdiction: 'US' }, 'is the tariff of CH, not of US'],
    [{ source: createSource([], { jurisdiction: '*' }) }, '--jurisdiction XX'],
  ])('says what is wrong: %j', async (wrong, message) => {
    const given = { source: createSource(shirts), file: import.meta.filename, ...wrong };
    await expect(importTariff(t.kernel, given)).rejects.toThrow(message);
  });

  test('reads a second file of exclusions, and is another version with it', async () => {
    const duties = new URL('../read/fixtures/eu-duties.csv', import.meta.url).pathname;
    const exclusionsFile = new URL('../read/fixtures/eu-exclusions.csv', import.meta.url).pathname;
    const source = tariffSources.find(({ name }) => name === 'eu-taric')!;
    const without = await importTariff(t.kernel, { source, file: duties });
    const given = { source, file: duties, exclusionsFile };
    const { version, isNew } = await importTariff(t.kernel, given);
    expect([without.version.file_name, isNew, version.file_name]).toEqual([
      ...['eu-duties.csv', true, 'eu-duties.csv + eu-exclusions.csv'],
    ]);
    expect(await findProblems(t.kernel.database.write, without.version.id)).toContainEqual({
      line: 1,
      message: expect.stringContaining('Countries excluded from measures are not loaded'),
    });
    const { rows } = await t.kernel.database.pool.query(
      `select excluded_origins from customs_tariff_measure where tariff_id = $1 and position = 1`,
      [version.id],
    );
    expect(rows).toEqual([{ excluded_origins: ['BY', 'RU'] }]);
    expect((await importTariff(t.kernel, given)).version.id).toBe(version.id);
  });

  test('of a source of many countries is of the named one', async () => {
    const source = { jurisdiction: '*', name: 'many' };
    const given = { records: shirts, source, jurisdiction: 'br', ...ofNewFile() };
    expect((await importTestTariff(t, given)).version.jurisdiction).toBe('BR');
  });
});

test('a published version never changes, and events never change', async () => {
  const { version } = await importTestTariff(t, { records: shirts, ...ofNewFile() });
  const { pool } = t.kernel.database;
  const set = (what: string) =>
    pool.query(`update customs_tariff set ${what} where id = $1`, [version.id]);
  await set(`status = 'published'`);
  await expect(set(`effective_from = '2020-01-01'`)).rejects.toThrow('never changes');
  await expect(set(`status = 'imported'`)).rejects.toThrow('never taken back');
  await expect(
    pool.query('delete from customs_tariff where id = $1', [version.id]),
  ).rejects.toThrow('never deleted');
  for (const change of [
    `update customs_tariff_event set note = 'x'`,
    'delete from customs_tariff_event',
  ])
    await expect(pool.query(`${change} where tariff_id = $1`, [version.id])).rejects.toThrow(
      'never change',
    );
});

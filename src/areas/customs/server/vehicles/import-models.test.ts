import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '#test/harness.ts';
import { importVehicleModels } from './import-models.ts';
import { listDatasets } from './vehicle-model-store.ts';
import { vehicleSources } from './vehicle-sources.ts';

const t = useApp();
const [epa, eea] = vehicleSources as [(typeof vehicleSources)[0], (typeof vehicleSources)[0]];
let folder: string;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  folder = await mkdtemp(path.join(os.tmpdir(), 'vehicle-import-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => t.kernel.database.pool.query('delete from customs_vehicle_dataset'));

const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url).pathname;
const eeaFile = fixture('eea-co2.csv');

async function write(text: string): Promise<string> {
  const file = path.join(folder, `${Math.abs(Buffer.from(text).readInt32LE(0))}-${text.length}`);
  await writeFile(file, text);
  return file;
}
const epaModels = (...lines: string[]) =>
  write(['make,model,year,displ,fuelType1,atvType,co2TailpipeGpm,comb08', ...lines, ''].join('\n'));

const stored = async (columns: string) =>
  (
    await t.kernel.database.pool.query(
      `select ${columns} from customs_vehicle_model order by make_key, model_key, id`,
    )
  ).rows;

test('what is alike is stored once, with the file that it came from', async () => {
  const { dataset, isNew } = await importVehicleModels(t.kernel, { source: eea, file: eeaFile });
  expect([isNew, dataset]).toMatchObject([
    true,
    {
      source: 'eea',
      publisher: 'European Environment Agency',
      licence: eea.licence,
      url: eea.url,
      file_name: 'eea-co2.csv',
      rows_count: 11,
      models_count: 10,
      problems_count: 1,
    },
  ]);
  expect(dataset.file_date).toMatch(/^\d{4}-\d\d-\d\d$/);
  const models = await stored('make, model, power_kw, battery_kwh');
  expect(models.filter(({ make }) => /volkswagen/i.test(make))).toEqual([
    { make: 'VOLKSWAGEN', model: 'GOLF', power_kw: '96', battery_kwh: null },
    { make: 'VOLKSWAGEN', model: 'GOLF', power_kw: '110', battery_kwh: null },
  ]);
});

test('the same file again changes nothing, also twice at once', async () => {
  const epaInput = { source: eea, file: eeaFile };
  const both = await Promise.all([
    importVehicleModels(t.kernel, epaInput),
    importVehicleModels(t.kernel, epaInput),
  ]);
  expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
  const before = await stored('id');
  const again = await importVehicleModels(t.kernel, epaInput);
  expect([again.isNew, again.dataset.id]).toEqual([false, both[0].dataset.id]);
  expect(await stored('id')).toEqual(before);
});

test('a new file of registrations adds only what is new', async () => {
  await importVehicleModels(t.kernel, { source: eea, file: eeaFile });
  const golf = 'VOLKSWAGEN,GOLF,2022,petrol,M,1498,96,1310,5.6,128';
  const polo = 'VOLKSWAGEN,POLO,2023,petrol,M,999,70,1184,5.1,117';
  const header = 'Mk,Cn,year,Ft,Fm,ec (cm3),ep (KW),m (kg),Fuel consumption ,Ewltp (g/km)';
  const file = await write(`${header}\n${golf}\n${polo}\n`);
  const { dataset } = await importVehicleModels(t.kernel, { source: eea, file });
  expect(dataset).toMatchObject({ rows_count: 2, models_count: 1 });
  expect(await t.kernel.work.read(listDatasets)).toHaveLength(2);
});

test('a new edition of a whole data set replaces the earlier one, and only that', async () => {
  await importVehicleModels(t.kernel, { source: eea, file: eeaFile });
  const first = await epaModels('Kia,Rio,2019,1.6,Regular Gasoline,,269,32');
  await importVehicleModels(t.kernel, { source: epa, file: first });
  const file = await epaModels(
    'Kia,Rio,2019,1.6,Regular Gasoline,,270,32',
    'Kia,EV6,2023,,,EV,0,117',
  );
  await importVehicleModels(t.kernel, { source: epa, file });
  const rows = await stored('source, model, co2_g_km');
  expect(rows.filter(({ source }) => source === 'epa')).toEqual([
    { source: 'epa', model: 'EV6', co2_g_km: '0' },
    { source: 'epa', model: 'Rio', co2_g_km: '167.8' },
  ]);
  expect(rows).toHaveLength(12);
  // Also back to the earlier one.
  const { isNew } = await importVehicleModels(t.kernel, { source: epa, file: first });
  expect([isNew, (await stored('id')).length]).toEqual([true, 11]);
});

test('a file without any vehicle leaves everything as it was', async () => {
  await importVehicleModels(t.kernel, { source: epa, file: fixture('epa-vehicles.csv') });
  const before = await stored('id');
  for (const file of [await write('x,y\n1,2\n'), await epaModels('Kia,,2019,,,,,')])
    await expect(importVehicleModels(t.kernel, { source: epa, file })).rejects.toThrow(
      'no vehicle that can be read',
    );
  await expect(importVehicleModels(t.kernel, { source: epa, file: '/nowhere' })).rejects.toThrow(
    'There is no file /nowhere.',
  );
  expect(await stored('id')).toEqual(before);
});

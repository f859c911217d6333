import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSearchWords, toSearchQuery } from './model-search-text.ts';
import { vehicleSources } from './vehicle-sources.ts';

const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url).pathname;

async function read(source: string, file: string) {
  const { models, problems } = vehicleSources.find(({ name }) => name === source)!.read(file);
  return { models: await Array.fromAsync(models), problems };
}

const unknown = {
  ...{ powertrain: null, engine_capacity_cc: null, engine_capacity_is_rounded: false },
  ...{ power_kw: null, battery_kwh: null, co2_g_km: null, mpg: null, fuel_l_100km: null },
  ...{ test_cycle: null, mass_kg: null, body_class: null },
};

test('EPA: litres, grams a mile and miles a gallon, only where they are known', async () => {
  const { models, problems } = await read('epa', fixture('epa-vehicles.csv'));
  expect(models[0]).toEqual({
    ...unknown,
    ...{ make: 'Alfa Romeo', model: 'Spider Veloce 2000', year: 1985, powertrain: 'petrol' },
    ...{ engine_capacity_cc: 2000, engine_capacity_is_rounded: true, co2_g_km: '263' },
    ...{ mpg: '21', test_cycle: 'epa', body_class: 'Two Seaters' },
  });
  expect(models[1]).toEqual(models[0]);
  expect(models.at(-1)).toEqual({
    ...unknown,
    ...{ make: 'Mazda', model: 'CX-5', year: 2020, powertrain: 'petrol' },
    ...{ engine_capacity_cc: 2500, engine_capacity_is_rounded: true },
    body_class: 'Small Sport Utility Vehicle 4WD',
  });
  expect(problems).toEqual([{ line: 12, message: 'Make, model or year is missing.' }]);
});

test('EPA: the powertrain is that of the technology; equivalents are no miles a gallon', async () => {
  const { models } = await read('epa', fixture('epa-vehicles.csv'));
  expect(
    models.slice(2, 9).map(({ model, powertrain, engine_capacity_cc, mpg, co2_g_km }) => {
      const [name] = model.split(' ');
      return [name, powertrain, engine_capacity_cc, mpg, co2_g_km];
    }),
  ).toEqual([
    ['Jetta', 'diesel', 2000, '34', '185.8'],
    ['Model', 'electric', null, null, '0'],
    ['Volt', 'plugin_hybrid', 1500, '42', '31.7'],
    ['Prius', 'hybrid', 1800, '52', '105.6'],
    ['E150', 'petrol', 4600, '14', '394.4'],
    ['Civic', null, 1800, null, '135.5'],
    ['Nexo', 'hydrogen', null, null, '0'],
  ]);
});

test('EEA: cm³, kW and kg as they are published, and the cycle of the CO2', async () => {
  const { models, problems } = await read('eea', fixture('eea-co2.csv'));
  expect(models[0]).toEqual({
    ...unknown,
    ...{ make: 'VOLKSWAGEN', model: 'GOLF', year: 2022, powertrain: 'petrol', mass_kg: 1310 },
    ...{ engine_capacity_cc: 1498, power_kw: '96', co2_g_km: '128', fuel_l_100km: '5.6' },
    test_cycle: 'wltp',
  });
  expect(
    models.slice(3).map(({ make, powertrain, co2_g_km, test_cycle, fuel_l_100km }) => {
      return [make, powertrain, co2_g_km, test_cycle, fuel_l_100km];
    }),
  ).toEqual([
    ['ŠKODA', 'diesel', '115', 'wltp', '4.4'],
    ['TESLA', 'electric', '0', 'wltp', null],
    ['BMW', 'plugin_hybrid', '37', 'wltp', '1.6'],
    ['TOYOTA', 'hybrid', '102', 'wltp', '4.5'],
    ['DACIA', null, '109', 'wltp', null],
    ['AUDI', 'petrol', '112', 'nedc', null],
    ['FORD', 'petrol', null, null, null],
    ['VOLVO', null, '45', 'wltp', null],
  ]);
  expect(models.find(({ make }) => make === 'FORD')).toMatchObject({
    ...{ engine_capacity_cc: null, power_kw: null, mass_kg: null },
  });
  expect(problems).toEqual([{ line: 13, message: 'Make, commercial name or year is missing.' }]);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vehicle-models-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each(vehicleSources.map(({ name }) => [name]))('%s: odd files are problems', async (name) => {
  const file = path.join(folder, `${name}.csv`);
  await writeFile(file, 'a,b,c\n1,2,3\n');
  const { models, problems } = await read(name, file);
  expect(models).toEqual([]);
  expect(problems).toMatchObject([
    { line: 1, message: expect.stringMatching('Columns are missing') },
  ]);
  const header =
    name === 'epa'
      ? 'make,model,year,displ,fuelType1,atvType,co2TailpipeGpm,comb08'
      : 'Mk,Cn,year,ec (cm3),Ft,ep (KW),Ewltp (g/km),Fm';
  await writeFile(file, `${header}\nA\u0000 B,"C\nD",2020,x,?,-5,1e9,NaN\n`);
  expect((await read(name, file)).models).toEqual([
    { ...unknown, make: 'A B', model: 'C D', year: 2020 },
  ]);
});

test('names are found however they are divided', () => {
  expect(listSearchWords('Mazda CX-5')).toEqual(['mazda', 'cx5', 'cx', '5']);
  expect(listSearchWords('Citroën F150')).toEqual(['citroen', 'f150', 'f', '150']);
  expect(toSearchQuery('mazda CX-5')).toBe("'mazda':* & ('cx5':* | ('cx':* & '5':*))");
  expect(toSearchQuery("'&|!:* \\")).toBe('');
});

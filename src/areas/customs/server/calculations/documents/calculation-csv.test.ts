import { beforeAll, expect, test } from 'vitest';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const vehicles = '/apix/data_customs/vehicle-calculation/';
const goods = '/apix/data_customs/custom-calculation/';
let who: SignedIn;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  who = await t.signIn('tables@example.com');
});

async function fetchCsv(folder: string, facts: object) {
  const { headers } = who;
  const { id } = (await send(t, 'POST', folder, facts, { headers })).body;
  const at = `${folder}${id}/?format=csv`;
  const { raw } = await send(t, 'GET', at, undefined, { headers });
  return { id, headers: raw.headers, lines: readCsv(raw.payload), at };
}

test('the CSV file has totals and lines, for the owner only', async () => {
  const { id, headers, lines, at } = await fetchCsv(vehicles, petrolCar);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="customs-vehicle-${id}.csv"`,
  });
  expect(lines[0]!.join()).toMatch(/^part,description,hs_code,code,label,/);
  expect(lines.slice(1, 5).map((line) => line.slice(0, 11).join())).toEqual([
    'total,,,CUSTOMS_VALUE,Customs value,,,,,10000.00,EUR',
    'total,,,PAYMENTS,Duties and taxes,,,,,3919.28,EUR',
    'total,,,LANDED_COST,Landed cost,,,,,13919.28,EUR',
    'consignment,,,DUTY,Customs duty,duty,known,10000,10 %,1000.00,EUR',
  ]);
  const other = await t.signIn('stranger@example.com');
  expect((await send(t, 'GET', at, undefined, { headers: other.headers })).status).toBe(404);
  const strange = at.replace('csv', 'xls');
  expect((await send(t, 'GET', strange, undefined, { headers: who.headers })).status).toBe(400);
});

test('goods have lines of their own, and text that starts like a formula stays text', async () => {
  const item = { hs_code: '61091000', quantity: '10', unit_price: '10' };
  const { lines } = await fetchCsv(goods, {
    ...{ destination_country: 'DE', currency: 'EUR', incoterm: 'CIF' },
    items: [
      { ...item, description: '=HYPERLINK("x")' },
      { ...item, description: 'Shirts, red' },
    ],
  });
  const duties = lines.filter((line) => line[3] === 'DUTY');
  expect(duties.map((line) => line.slice(0, 3))).toEqual([
    ['consignment', '', ''],
    ['item 1', `'=HYPERLINK("x")`, '61091000'],
    ['item 2', 'Shirts, red', '61091000'],
  ]);
});

test('an unknown amount is an empty cell, and the totals are marked as minimums', async () => {
  const { engine_capacity_cc: _, ...rest } = petrolCar as Record<string, unknown>;
  const { lines } = await fetchCsv(vehicles, rest);
  expect(lines.find((line) => line[3] === 'EXCISE')).toContain('unknown');
  expect(lines.find((line) => line[3] === 'PAYMENTS')?.join()).toMatch(/EUR,true/);
});

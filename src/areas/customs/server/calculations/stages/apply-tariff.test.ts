// An imported tariff replaces the starter tariff of a rule set, and brings trade measures.
import { beforeAll, describe, expect, test } from 'vitest';
import { publishTestTariff, tariffCode, tariffMeasure } from '#test/factories/customs-tariffs.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { CalculationWire, LineWire } from '../../../wire/calculations/calculation-results.ts';

const t = useApp();
const folder = '/apix/data_customs/custom-calculation/';
const source = { jurisdiction: 'EU', name: 'eu-test', url: 'https://example.com/taric' };
let who: SignedIn;

const bicycle = '8712003000';
const bag = '4202210090';
const records = [
  tariffCode(bag, 0, 'Handbags'),
  tariffMeasure(bag, 3),
  tariffMeasure(bag, 20, { kind: 'anti_dumping', excludedOrigins: ['VN'] }),
  tariffMeasure(bag, 10, { kind: 'additional', origin: 'US' }),
  tariffCode(bicycle, 0, 'Bicycles'),
  tariffMeasure(bicycle, 14),
  tariffMeasure(bicycle, 48.5, { kind: 'anti_dumping', origin: 'CN' }),
  tariffMeasure(bicycle, 10, { kind: 'anti_dumping', origin: 'KH', additionalCode: 'B123' }),
  tariffMeasure(bicycle, 62.1, { kind: 'anti_dumping', origin: 'KH', additionalCode: 'B999' }),
  tariffMeasure(bicycle, 14, { origin: 'IN' }),
  tariffMeasure(bicycle, 3.5, { kind: 'preference', origin: 'VN', programme: 'EVFTA' }),
  tariffMeasure(bicycle, 0, { kind: 'preference', origin: '2005', programme: 'GSP' }),
];

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  who = await t.signIn('broker@example.com');
  await publishTestTariff(t, { records, source });
});

const bicyclesFrom = (origin_country: string, hs_code = bicycle) => ({
  destination_country: 'DE',
  currency: 'EUR',
  incoterm: 'CIF',
  origin_country,
  items: [{ description: 'Bicycles', hs_code, quantity: '100', unit: 'pcs', value: '10000' }],
});

async function calculate(facts: object): Promise<CalculationWire> {
  const { headers } = who;
  const { status, body } = await send(t, 'POST', `${folder}calculate/`, facts, { headers });
  expect(status).toBe(200);
  return body as unknown as CalculationWire;
}
const createLine = ({ breakdown }: CalculationWire, code: string): LineWire | undefined =>
  breakdown.find((line) => line.code === code);

describe('a code of an imported tariff', () => {
  test('has its duty, with the publication as its source', async () => {
    const duty = createLine(await calculate(bicyclesFrom('TZ')), 'DUTY');
    expect(duty).toMatchObject({
      amount: '1400.00',
      source: 'Tariff of a test',
      source_url: 'https://example.com/taric',
      confidence: 'high',
    });
  });

  test('bears the trade measure of its origin', async () => {
    const chinese = await calculate(bicyclesFrom('CN'));
    expect(createLine(chinese, 'TRADE_DEFENCE')).toMatchObject({
      status: 'known',
      amount: '4850.00',
    });
    const other = await calculate(bicyclesFrom('TZ'));
    expect(createLine(other, 'TRADE_DEFENCE')).toMatchObject({ status: 'known', amount: '0.00' });
    expect([chinese.status, other.status]).toEqual(['complete', 'complete']);
  });

  test('bears measures on all origins, except those that are left out', async () => {
    const defence = async (origin: string) =>
      createLine(await calculate(bicyclesFrom(origin, bag)), 'TRADE_DEFENCE');
    expect(await defence('TZ')).toMatchObject({ status: 'known', amount: '2000.00' });
    expect(await defence('VN')).toMatchObject({ status: 'known', amount: '0.00' });
    // Two measures, and which of them adds to the other is not known.
    expect(await defence('US')).toMatchObject({ status: 'unknown' });
  });

  test('has an unknown measure where it depends on the producer', async () => {
    const result = await calculate(bicyclesFrom('KH'));
    expect(createLine(result, 'TRADE_DEFENCE')).toMatchObject({ status: 'unknown', amount: null });
    expect(result.status).toBe('partial');
  });

  test('has the preferential rate of its origin, with a proof', async () => {
    const { items, ...consignment } = bicyclesFrom('VN');
    const proved = await calculate({ ...consignment, items, origin_proof: true });
    expect(createLine(proved, 'DUTY')).toMatchObject({ status: 'known', amount: '350.00' });
    expect(createLine(await calculate(bicyclesFrom('VN')), 'DUTY')?.amount).toBe('1400.00');
    const other = await calculate({ ...bicyclesFrom('TZ'), origin_proof: true });
    expect(createLine(other, 'DUTY')).toMatchObject({ status: 'unknown' });
  });

  test('leaves special duties on origins unknown', async () => {
    expect((await calculate(bicyclesFrom('RU'))).status).toBe('partial');
  });
});

test('a code that the imported tariff does not have is unknown', async () => {
  const result = await calculate(bicyclesFrom('TZ', '61091000'));
  expect(createLine(result, 'DUTY')).toMatchObject({ status: 'unknown' });
});

test('the original rules include the tariff that was used', async () => {
  const british = { jurisdiction: 'GB', name: 'gb-test', url: source.url };
  const publish = (percent: number) =>
    publishTestTariff(t, {
      records: [tariffCode(bicycle, 0, 'Bicycles'), tariffMeasure(bicycle, percent)],
      source: british,
    });
  await publish(14);
  const { headers } = who;
  const facts = { ...bicyclesFrom('TZ'), destination_country: 'GB', currency: 'GBP' };
  const saved = await send(t, 'POST', folder, facts, { headers });
  await publish(20);
  const dutyAfter = async (query: string) => {
    const at = `${folder}${saved.body.id}/${query}`;
    const { body } = await send(t, 'PATCH', at, { incoterm: 'CIF' }, { headers });
    return createLine(body as unknown as CalculationWire, 'DUTY')?.amount;
  };
  expect(await dutyAfter('?rates=original')).toBe('1400.00');
  expect(await dutyAfter('')).toBe('2000.00');
});

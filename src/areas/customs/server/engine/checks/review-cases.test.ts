// Imports whose total once looked complete and was not, as far as no example of a rule set has them.
import { describe, expect, test } from 'vitest';
import { ruleSetOn } from '#test/customs/trials.ts';
import { constantRate } from '#test/factories/customs-imports.ts';
import { readRuleFiles } from '../../rule-sets/rule-files.ts';
import { evaluate } from '../evaluate.ts';
import { readConsignment } from '../read-facts.ts';

const ruleSets = readRuleFiles();
const date = '2026-11-20';
const currencies = {
  ...{ AE: 'AED', AU: 'AUD', CA: 'CAD', CH: 'CHF', DE: 'EUR', GB: 'GBP', GE: 'GEL', JP: 'JPY' },
  ...{ KE: 'KES', KZ: 'KZT', NZ: 'NZD', RU: 'RUB', UA: 'UAH', US: 'USD' },
};
type Country = keyof typeof currencies;
const countries = Object.keys(currencies) as Country[];

const readId = (country: Country, kind: string) =>
  `${country === 'DE' ? 'eu' : country.toLowerCase()}.${kind}`;

/** The amounts by code, null where unknown, the total, and whether it is complete. */
function charge(id: string, facts: Record<string, unknown>, day = date) {
  const input = { ...readConsignment(facts), date: day };
  const result = evaluate(ruleSetOn(ruleSets, id, day), input, constantRate);
  const lines = result.lines.filter(({ status }) => status !== 'notice');
  return {
    lines: Object.fromEntries(
      lines.map(({ code, amount }) => [code, amount?.toFixed(2) ?? null]),
    ) as Record<string, string | null>,
    total: result.total.toFixed(2),
    isComplete: !result.isMinimum,
    result,
  };
}

type Item = { hs_code: string } & Record<string, unknown>;

const chargeGoods = (country: Country, item: Item, whole: Record<string, unknown> = {}) =>
  charge(readId(country, 'goods'), {
    ...{ destination_country: country, currency: currencies[country], incoterm: 'CIF' },
    ...{ mode: 'sea', freight: { amount: '100', currency: currencies[country] } },
    ...whole,
    items: [{ description: 'Goods', quantity: '10', unit: 'l', value: '30000', ...item }],
  });

const measures = { volume_l: '70', alcohol_percent: '40', net_weight_kg: '70' };

describe.each(countries)('goods to %s', (country) => {
  test.each(['8702.10', '8703.23.00', '8703.80.00', '8704.31.00', '8711.20.00'])(
    'are never complete for the vehicle %s',
    (hs_code) => {
      const origins = ['JP', 'CN', 'US', 'DE', 'RU'];
      const results = origins.map((origin_country) =>
        chargeGoods(country, { hs_code, origin_country, ...measures }),
      );
      expect(results.filter(({ isComplete }) => isComplete)).toEqual([]);
    },
  );

  test.each(['2203.00.00', '2204.21.50', '2208.30.30', '2402.20.00', '2403.99.00'])(
    'are never complete for the alcohol or tobacco %s',
    (hs_code) => {
      const values = ['10', '100', '900', '30000'];
      const results = values.map((value) =>
        chargeGoods(country, { hs_code, value, origin_country: 'JP', ...measures }),
      );
      expect(results.filter(({ isComplete }) => isComplete)).toEqual([]);
    },
  );
});

test.each(['AU', 'CA', 'DE', 'GB', 'KZ', 'RU', 'UA', 'US'] as const)(
  'goods to %s are never complete without their origin where it decides',
  (country) => {
    const codes = ['8712.00.30', '4011.10.00', '6911.10.00'];
    const results = codes.map((hs_code) => chargeGoods(country, { hs_code, ...measures }));
    expect(results.filter(({ isComplete }) => isComplete)).toEqual([]);
  },
);

describe('Australia', () => {
  test.each(['8415.10.00', '4011.10.00', '7013.37.00'])(
    'has no known duty on %s since more rates were cut in July 2026',
    (hs_code) => {
      const { lines, isComplete } = chargeGoods('AU', { hs_code, origin_country: 'TR' });
      expect([lines.DUTY, isComplete]).toEqual([null, false]);
    },
  );
});

describe('Canada', () => {
  test('does not take the general rate for granted without an origin', () => {
    const { lines, isComplete } = chargeGoods('CA', { hs_code: '6109.10' });
    expect([lines.DUTY, isComplete]).toEqual([null, false]);
  });
});

describe('the Union', () => {
  test.each(['8711.60.10', '4011.10.00', '6911.10.00'])(
    'may charge anti-dumping duty on %s from China',
    (hs_code) => {
      const { lines, isComplete } = chargeGoods('DE', { hs_code, origin_country: 'CN' });
      expect([lines.TRADE_DEFENCE, isComplete]).toEqual([null, false]);
    },
  );

  test.each(['JP', 'NO', 'ZA', 'TR'])(
    'has no known preferential rate for %s, whatever the country',
    (origin_country) => {
      const item = { hs_code: '6109.10.00', origin_country, origin_proof: true };
      expect(chargeGoods('DE', item).lines.DUTY).toBeNull();
      const own = chargeGoods('DE', { ...item, duty_rate_percent: '0' });
      expect([own.lines.DUTY, own.isComplete]).toEqual(['0.00', true]);
    },
  );

  test('counts a freight that is stated without a delivery term', () => {
    const { total, isComplete } = charge('eu.vehicle', {
      ...{ destination_country: 'DE', origin_country: 'IN', powertrain: 'petrol' },
      price: { amount: '30000', currency: 'EUR' },
      freight: { amount: '1650', currency: 'EUR' },
    });
    expect([total, isComplete]).toEqual(['9779.85', true]);
  });
});

describe('Britain', () => {
  test('does not relieve perfume up to 135 pounds: its rate is 0', () => {
    const item = { hs_code: '3303.00.10', value: '100', origin_country: 'US' };
    const { result, total } = chargeGoods('GB', item, { freight: undefined });
    const duty = result.lines.find(({ code }) => code === 'DUTY');
    expect([duty?.status, duty?.amount?.toFixed(2), total]).toEqual(['known', '0.00', '20.00']);
  });
});

describe('the United States', () => {
  test.each([
    ['10.453', '0.00'],
    ['10.454', '1000.00'],
    ['10.455', '1000.00'],
  ])('take %s litres in 100 km for less than 22.5 miles a gallon or not', (fuel_l_100km, tax) => {
    const { lines } = charge('us.vehicle', {
      ...{ destination_country: 'US', origin_country: 'JP', powertrain: 'petrol', mode: 'sea' },
      ...{ production_date: '2026-05', is_new: true, gross_weight_kg: '1800', fuel_l_100km },
      price: { amount: '30000', currency: 'USD' },
    });
    expect(lines.GGT ?? '0.00').toBe(tax);
  });

  test.each(['9401.61.60', '8407.34.48', '4011.10.10', '8450.11.00'])(
    'may charge section 232 on %s',
    (hs_code) => {
      const { lines, isComplete } = chargeGoods('US', { hs_code, origin_country: 'IN' });
      expect([lines.S232, isComplete]).toEqual([null, false]);
    },
  );

  test.each(['RU', 'BY', 'CU', 'KP'])('do not charge column 1 on goods of %s', (origin_country) => {
    const { lines, isComplete } = chargeGoods('US', { hs_code: '6109.10.00', origin_country });
    expect([lines.DUTY, isComplete]).toEqual([null, false]);
  });
});

describe('Russia', () => {
  test('counts a freight that is stated without a delivery term', () => {
    const item = { hs_code: '8516.60', value: '1000000', origin_country: 'TR', unit: 'pcs' };
    const whole = { incoterm: undefined, freight: { amount: '100000', currency: 'RUB' } };
    const own = { ...item, duty_rate_percent: '10' };
    const { lines } = chargeGoods('RU', own, whole);
    expect([lines.DUTY, lines.VAT]).toEqual(['110000.00', '266200.00']);
  });

  test.each([
    ['152', '93176.00'],
    ['203', '203812.00'],
    ['305', '521855.00'],
  ])('charges a company by the band of %s stated horsepower', (power_hp, excise) => {
    const { lines } = charge('ru.vehicle.legal_entity', {
      ...{ destination_country: 'RU', powertrain: 'petrol', engine_capacity_cc: '1998' },
      ...{ production_date: '2025-05', power_hp, incoterm: 'CIF' },
      price: { amount: '2500000', currency: 'RUB' },
    });
    expect(lines.EXCISE).toBe(excise);
  });
});

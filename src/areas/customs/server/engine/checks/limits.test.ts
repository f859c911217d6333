// A value at a limit is on the side of the limit that the rule says, whatever the exchange rate.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '#lib/decimal.ts';
import { createGoodsRules } from '#test/factories/rule-set.ts';
import { evaluate } from '../evaluate.ts';
import { readConsignment } from '../read-facts.ts';
import type { FindRate } from '../scope.ts';

const bounds = ['8500', '16700', '42300', '84500', '169000'];
const charge = { label: 'Fee', category: 'fee', op: 'fixed', source: 'law' };

/** In roubles, with brackets and a limit in euros. */
const rules = createGoodsRules([], {
  currency: 'RUB',
  tables: {
    brackets: {
      keys: { value: { ref: 'step:CV', match: 'upto', currency: 'EUR' } },
      rows: [...bounds.map((value, at) => ({ value, fee: String(at + 1) })), { fee: '6' }],
    },
  },
  steps: [
    { code: 'CV', op: 'derive', from: 'cif' },
    { ...charge, code: 'FEE', amount: { table: 'brackets', col: 'fee' } },
    {
      ...{ ...charge, code: 'LARGE', amount: '1' },
      when: { ref: 'step:CV', op: 'gt', value: 8500, currency: 'EUR' },
    },
  ],
});

/** Knows the roubles for a euro; the other direction is its rounded inverse. */
const at =
  (roubles: string): FindRate =>
  (from, to) => {
    const rate =
      from === 'EUR' ? new Decimal(roubles) : new Decimal(1).div(roubles).toSignificantDigits(12);
    return { from, to, rate, date: '2026-11-20', source: 'test' };
  };

function listCharges(amount: string, roubles: string) {
  const items = [{ hs_code: '610910', quantity: '1', value: amount }];
  const consignment = readConsignment({ currency: 'EUR', incoterm: 'CIF', items });
  const { lines } = evaluate(rules, { ...consignment, date: '2026-11-20' }, at(roubles));
  const of = (code: string) => lines.find((line) => line.code === code)?.amount?.toFixed() ?? null;
  return { fee: of('FEE'), large: of('LARGE') };
}

const rates = fc
  .integer({ min: 100_000, max: 2_000_000_000 })
  .map((units) => new Decimal(units).div(1_000_000).toFixed());

describe('at a limit in another currency', () => {
  test('a value is in the bracket that ends there, and a cent more in the next one', () => {
    fc.assert(
      fc.property(rates, fc.constantFrom(...bounds.keys()), (rate, place) => {
        const bound = bounds[place]!;
        expect(listCharges(bound, rate).fee).toBe(String(place + 1));
        expect(listCharges(`${bound}.01`, rate).fee).toBe(String(place + 2));
      }),
    );
  });

  test('a condition includes the limit or not as it says', () => {
    fc.assert(
      fc.property(rates, (rate) => {
        expect(listCharges('8500', rate).large).toBeNull();
        expect(listCharges('8500.01', rate).large).toBe('1');
      }),
    );
  });
});

describe('a row of a tariff', () => {
  const tariff = createGoodsRules([], {
    tables: {
      tariff: {
        keys: { hs: { fact: 'hs_code', match: 'prefix' } },
        rows: [
          { hs: '854442', duty: { t: 'adval', r: '0.033' }, source: 'law' },
          { hs: '640411', duty: { t: 'adval', r: '0.169' }, source: 'law', digits: '6' },
        ],
      },
    },
    steps: [
      { code: 'CV', op: 'derive', from: 'cif', per: 'line' },
      {
        ...{ code: 'DUTY', op: 'tariff', label: 'Duty', category: 'duty', source: 'law' },
        ...{ base: 'step:CV', table: 'tariff', per: 'line' },
      },
    ],
  });
  const dutyOn = (hs_code: string) => {
    const items = [{ hs_code, quantity: '1', value: '1000' }];
    const consignment = readConsignment({ currency: 'EUR', incoterm: 'CIF', items });
    const [line] = evaluate(tariff, { ...consignment, date: '2026-11-20' }, () => null).lines;
    return line?.amount?.toFixed() ?? line?.text;
  };

  test('decides its own code, and does not decide another subdivision', () => {
    expect(dutyOn('854442')).toBe('33');
    expect(dutyOn('85444200')).toBe('33');
    expect(dutyOn('8544420012')).toBe('33');
    expect(dutyOn('85444210')).toBe(
      'The rate of 854442 is known, but its subdivision 85444210 may have another one.',
    );
  });

  test('decides all codes below it if it says so', () => {
    expect(dutyOn('64041190')).toBe('169');
  });
});

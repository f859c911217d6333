import { describe, expect, test } from 'vitest';
import { euCountries } from '../../wire/countries.constants.ts';
import { decideTax, standardRate } from './decide-tax.ts';
import rateData from './tax-rates.json' with { type: 'json' };
import ruleData from './tax-rules.json' with { type: 'json' };

const at = new Date('2026-11-26T12:00:00Z');
const seller = {
  address: { country: 'DE' },
  taxNumbers: [
    { scheme: 'domestic' as const, country: 'DE', number: 'DE136695976', since: '2020-01-01' },
    { scheme: 'oss' as const, country: 'DE', number: 'DE136695976', since: '2021-07-01' },
  ],
  smallBusinessSentence: '',
};
const consumer = (country: string) => ({ country, isBusiness: false });

describe('the table of rates', () => {
  test('has every member state since 2021, in the order of time', () => {
    for (const country of euCountries) expect(standardRate(country, '2021-01-01')).toBeDefined();
    for (const dated of Object.values(rateData.standard)) {
      const days = dated.map(({ from }) => from);
      expect(days).toEqual([...days].sort());
    }
  });

  test('knows no rate before the first, nor of other countries', () => {
    expect(standardRate('DE', '1999-12-31')).toBeUndefined();
    expect(standardRate('US', '2026-01-01')).toBeUndefined();
    expect(standardRate('FI', '2024-08-31')).toBe('24');
    expect(standardRate('FI', '2024-09-01')).toBe('25.5');
  });
});

describe('the rules', () => {
  test('have a source each, and end with one that fits everything', () => {
    for (const { source, id } of ruleData.rules) expect(source, id).not.toBe('');
    expect(ruleData.rules.at(-1)!.when).toEqual({});
  });

  test('begin on a day: before the one-stop shop, the seller charges its own rate', () => {
    const before = decideTax(seller, consumer('FR'), new Date('2021-06-30T23:59:59Z'));
    const after = decideTax(seller, consumer('FR'), new Date('2021-07-01T00:00:00Z'));
    expect(before).toMatchObject({ rule: 'eu-below-threshold', percent: '19', country: 'DE' });
    expect(after).toMatchObject({ rule: 'oss', percent: '20', country: 'FR' });
  });

  test('fit every customer, and name a country exactly where there is a rate', () => {
    for (const country of [...euCountries, 'GB', 'CH', 'US', 'JP'])
      for (const isBusiness of [true, false]) {
        const { percent, country: of, sentence } = decideTax(seller, { country, isBusiness }, at);
        expect(of === null).toBe(percent === '0');
        expect(sentence === '').toBe(of !== null);
      }
  });

  test('do not fit before the first of them', () => {
    expect(() => decideTax(seller, consumer('DE'), new Date('1999-01-01'))).toThrow('1999-01-01');
  });
});

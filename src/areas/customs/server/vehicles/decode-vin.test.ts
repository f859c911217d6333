import { describe, expect, test } from 'vitest';
import { computeCheckDigit, decodeVin } from './decode-vin.ts';

const decode = (vin: string) => decodeVin(vin, '2026-11-21');

describe('a North American number', () => {
  test('has a country, a maker, one model year and a check digit', () => {
    // The example of 49 CFR 565 that most descriptions use.
    expect(decode('1M8GDM9AXKP042788')).toEqual({
      vin: '1M8GDM9AXKP042788',
      country_of_manufacture: 'US',
      manufacturer: null,
      model_years: [1989],
      model_year_is_standard: true,
      check_digit: { applies: true, is_valid: true },
    });
    expect(decode('5YJSA1DG9DFP14705')).toMatchObject({
      manufacturer: 'Tesla',
      model_years: [2013],
      check_digit: { is_valid: true },
    });
  });

  test('with a wrong character has an invalid check digit', () => {
    expect(decode('1M8GDM9AXKP042789').check_digit).toEqual({ applies: true, is_valid: false });
    expect(decode('11111111111111111').check_digit.is_valid).toBe(true);
    expect(computeCheckDigit('11111111111111111')).toBe('1');
  });

  test('of a model year that has not begun has none', () => {
    expect(decode('5YJSA1DGXYFP14705').model_years).toBeNull();
  });
});

describe('other numbers', () => {
  test('of Europe have no check digit, and either of two years', () => {
    expect(decode('WVWZZZ1JZ3W386752')).toMatchObject({
      country_of_manufacture: 'DE',
      manufacturer: 'Volkswagen',
      model_years: [2003],
      model_year_is_standard: false,
      check_digit: { applies: false, is_valid: null },
    });
    expect(decode('WVWZZZ1JZFW386752').model_years).toEqual([1985, 2015]);
    expect(decode('WVWZZZ1JZ0W386752').model_years).toBeNull();
  });

  test('of China have a check digit', () => {
    const bare = 'LGXC16DF0N0000001';
    const vin = `${bare.slice(0, 8)}${computeCheckDigit(bare)}${bare.slice(9)}`;
    expect(decode(vin)).toMatchObject({
      country_of_manufacture: 'CN',
      manufacturer: 'BYD',
      model_years: [1992, 2022],
      check_digit: { applies: true, is_valid: true },
    });
  });

  test('of an unknown country or maker say so', () => {
    expect(decode('G0000000000000000')).toMatchObject({
      country_of_manufacture: null,
      manufacturer: null,
      model_years: null,
    });
    expect(decode('XP7YGCEK0PB000001').country_of_manufacture).toBeNull();
  });

  test.each([
    ['JTDKB20U000000000', 'JP'],
    ['KMHD3500000000000', 'KR'],
    ['VF1AAAA0000000000', 'FR'],
    ['XTA21100000000000', 'RU'],
    ['Y6D00000000000000', 'UA'],
    ['3VW00000000000000', 'MX'],
    ['9BW00000000000000', 'BR'],
    ['7SA00000000000000', 'US'],
    ['7AT00000000000000', 'NZ'],
  ])('%s is of %s', (vin, country) => {
    expect(decode(vin).country_of_manufacture).toBe(country);
  });
});

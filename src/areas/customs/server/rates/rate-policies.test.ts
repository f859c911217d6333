import { describe, expect, test } from 'vitest';
import {
  choosePolicyQuotations,
  describePolicy,
  findRatePolicy,
  firstOfQuarter,
  listFirstDays,
  policyDay,
  secondLastWednesday,
} from './rate-policies.ts';
import type { RateSourceId } from './rate-sources.ts';
import type { Quotation } from './sources/quotation.ts';

const findPolicy = (country: string, jurisdiction = country) => {
  const policy = findRatePolicy({ country, jurisdiction })!;
  return policy as typeof policy & { source: RateSourceId };
};
const quote = (date: string, rate: string, validUntil: string | null = null): Quotation => ({
  ...{ base: 'USD', currency: 'RUB', units: '1', rate, date, validUntil },
});

describe('the day', () => {
  test.each([
    ['2026-11-30', '2026-10-21'],
    ['2026-12-01', '2026-11-18'],
    ['2026-12-31', '2026-11-18'],
    ['2027-01-01', '2026-12-23'],
    ['2028-03-01', '2028-02-16'],
  ])('for %s is the second-last Wednesday of the month before, %s', (day, wednesday) => {
    expect(secondLastWednesday(day)).toBe(wednesday);
    expect(new Date(wednesday).getUTCDay()).toBe(3);
    expect(policyDay(findPolicy('DE', 'EU'), day)).toBe(wednesday);
  });

  test.each([
    ['2026-12-31', '2026-10-01'],
    ['2027-01-01', '2027-01-01'],
    ['2026-06-30', '2026-04-01'],
  ])('for %s begins a quarter on %s', (day, first) => {
    expect(firstOfQuarter(day)).toBe(first);
    expect(listFirstDays(findPolicy('US'), day)![0]).toBe(first);
  });
});

describe('the place', () => {
  test('is the country before the union', () => {
    expect(findPolicy('KZ', 'EAEU')).toMatchObject({ source: 'nbk' });
    expect(findPolicy('FR', 'EU')).toMatchObject({ source: 'ecb' });
    expect(findPolicy('PL', 'EU')).toMatchObject({
      source: 'nbp',
      choice: findPolicy('FR', 'EU').choice,
    });
    expect(findPolicy('BY', 'EAEU')).toMatchObject({ source: null });
    expect(findRatePolicy({ country: 'BR', jurisdiction: 'BR' })).toBeNull();
  });

  test('is described by a sentence', () => {
    expect(describePolicy(findPolicy('RU'))).toBe(
      'The rate of the Bank of Russia of the day the declaration is registered.',
    );
  });
});

describe('the rate', () => {
  const choose = (country: string, day: string, newest: Quotation[], first: Quotation[] = []) =>
    choosePolicyQuotations(findPolicy(country), day, { newest, first }).map(({ rate }) => rate);

  test('of a day holds over a weekend, but not for weeks', () => {
    expect(choose('UA', '2026-11-23', [quote('2026-11-20', '43')])).toEqual(['43']);
    expect(choose('UA', '2026-12-23', [quote('2026-11-20', '43')])).toEqual([]);
    expect(choose('RU', '2027-01-09', [quote('2026-12-31', '80')])).toEqual(['80']);
  });

  test('of a month holds from its first to its last day', () => {
    const november = [quote('2026-11-01', '1.34', '2026-11-30')];
    expect(choose('GB', '2026-11-01', november)).toEqual(['1.34']);
    expect(choose('GB', '2026-11-30', november)).toEqual(['1.34']);
    expect(choose('GB', '2026-12-01', november)).toEqual([]);
  });

  test('of a quarter is its first, unless the day differs by 5 %', () => {
    const first = [quote('2026-10-01', '100')];
    expect(choose('US', '2026-11-23', [quote('2026-11-20', '104.9')], first)).toEqual(['100']);
    expect(choose('US', '2026-11-23', [quote('2026-11-20', '105')], first)).toEqual(['105']);
    expect(choose('US', '2026-11-23', [quote('2026-11-20', '95')], first)).toEqual(['95']);
    expect(choose('US', '2026-11-23', [], first)).toEqual(['100']);
    expect(choose('US', '2026-11-23', [quote('2026-11-20', '105')])).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import snapshot from '#lib/rates.snapshot.json' with { type: 'json' };
import { mergeRates } from './merge-rates.ts';
import { crossFractions, unity } from './rate-book.ts';
import type { StoredQuotation } from './rate-store.ts';
import { createDayRates, findRate } from './rates.ts';

const quote = (
  source: string,
  pair: string,
  rate: string,
  date = '2026-11-24',
  units = '1',
): StoredQuotation => {
  const [base, currency] = pair.split('/') as [string, string];
  return { source, base, currency, units, rate, date, validUntil: null };
};
const ratesOn = (quotations: StoredQuotation[], day = '2026-11-24') =>
  createDayRates(day, mergeRates(quotations, day));

test('a bank is asked for its own currency, the Central Bank for those of the euro', () => {
  const rates = ratesOn([
    quote('ecb', 'EUR/USD', '1.25'),
    quote('cbr', 'USD/RUB', '80'),
    quote('cbr', 'EUR/RUB', '100'),
    quote('nbu', 'EUR/UAH', '50'),
    quote('nbu', 'RUB/UAH', '0.49'),
    quote('nbu', 'USD/UAH', '39'),
  ]);
  expect(findRate(rates, 'EUR', 'USD')).toMatchObject({ source: 'European Central Bank' });
  expect(findRate(rates, 'EUR', 'RUB')!.rate.toFixed()).toBe('100');
  expect(findRate(rates, 'USD', 'UAH')).toMatchObject({
    source: 'European Central Bank and National Bank of Ukraine',
  });
  expect(findRate(rates, 'USD', 'UAH')!.rate.toFixed()).toBe('40');
  expect(findRate(rates, 'RUB', 'UAH')!.rate.toFixed()).toBe('0.5');
});

test('a chain is divided once, so it is exact where it ends', () => {
  const rates = ratesOn([
    quote('cbr', 'JPY/RUB', '52.5', '2026-11-24', '100'),
    quote('cbr', 'EUR/RUB', '93'),
    quote('cbr', 'USD/RUB', '75'),
  ]);
  expect(findRate(rates, 'JPY', 'RUB')!.rate.toFixed()).toBe('0.525');
  expect(findRate(rates, 'JPY', 'USD')!.rate.toFixed()).toBe('0.007');
  expect(findRate(rates, 'USD', 'JPY')!.rate.toFixed()).toBe('142.85714285714285714');
  expect(crossFractions(unity, unity).toFixed()).toBe('1');
});

test('one leg entered by hand makes the rate indicative', () => {
  const rates = ratesOn([quote('ecb', 'EUR/USD', '1.25')]);
  expect(findRate(rates, 'USD', 'KES')).toMatchObject({ source: 'indicative' });
});

test('an older rate of a bank yields to the snapshot only when it is stale', () => {
  const on = (day: string) =>
    ratesOn([quote('ecb', 'EUR/USD', '1.25', '2026-11-18')], day).general.get('USD')!;
  expect(on('2026-11-22')).toMatchObject({ date: '2026-11-18' });
  expect(on('2026-11-30')).toMatchObject({ date: snapshot.date, source: 'indicative' });
});

test('a source that no version knows is ignored', () => {
  expect(ratesOn([quote('gone', 'EUR/USD', '9')]).general.get('USD')).toMatchObject({
    source: 'indicative',
  });
});

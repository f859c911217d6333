import { describe, expect, test } from 'vitest';
import { InvalidInput } from '#kernel/http/errors.ts';
import { gatherImport } from '#test/factories/gathered-import.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { applyTariff } from './apply-tariff.ts';
import { complete } from './complete.ts';
import { convertMoney } from './convert-money.ts';
import type { GatheredImport } from './gather.ts';

const convert = (gathered: GatheredImport) => convertMoney(applyTariff(complete(gathered)));
const gather = (facts: object) => gatherImport('ua.vehicle', { ...petrolCar, ...facts });

describe('of several rates', () => {
  const exchange_rates = [{ from: 'EUR', to: 'USD', rate: '1.25' }];
  const saved = { from: 'JPY', to: 'EUR', rate: '0.005', date: '2026-01-02', source: 'saved' };

  test("the user's own precedes, also the other way round", () => {
    const { findRate } = convert(gather({ exchange_rates }));
    expect(findRate('EUR', 'USD')).toMatchObject({ source: 'own', date: '2026-11-20' });
    expect(String(findRate('USD', 'EUR')?.rate)).toBe('0.8');
  });

  test('that of the saved calculation precedes the one of the day', () => {
    const gathered = gather({});
    const original = { ruleSet: gathered.ruleSet, tariffId: null, rates: [saved] };
    const { findRate } = convert({ ...gathered, original });
    expect(findRate('JPY', 'EUR')).toMatchObject({ source: 'saved', date: '2026-01-02' });
    expect(findRate('USD', 'EUR')?.source).not.toBe('saved');
  });

  test('there may be none', () => {
    expect(convert(gather({})).findRate('KPW', 'EUR')).toBeNull();
  });
});

test('a currency without a rate is refused by its field', () => {
  const refuse = () => convert(gather({ freight: { amount: '1', currency: 'KPW' } }));
  expect(refuse).toThrow(InvalidInput);
  const exchange_rates = [{ from: 'KPW', to: 'EUR', rate: '0.001' }];
  expect(() =>
    convert(gather({ freight: { amount: '1', currency: 'KPW' }, exchange_rates })),
  ).not.toThrow();
});

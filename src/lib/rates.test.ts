import { describe, expect, it } from 'vitest';
import { isCurrency } from './currencies.ts';
import { Decimal } from './decimal.ts';
import snapshot from './rates.snapshot.json' with { type: 'json' };
import { snapshotAt, snapshotRate } from './rates.ts';

describe('the snapshot', () => {
  it('contains known currencies, each with a positive rate as text', () => {
    for (const [code, rate] of Object.entries(snapshot.rates)) {
      expect(isCurrency(code), code).toBe(true);
      expect(rate).toMatch(/^\d+(\.\d+)?$/);
      expect(new Decimal(rate).greaterThan(0)).toBe(true);
    }
  });

  it('has a source and a date', () => {
    expect(snapshot.source).not.toBe('');
    expect(snapshotAt.toISOString()).toBe('2026-11-20T00:00:00.000Z');
    expect(snapshot.rates[snapshot.base as 'USD']).toBe('1');
  });
});

describe('a rate', () => {
  it('converts through the base currency, both ways', () => {
    expect(snapshotRate('USD', 'btc')!.rate).toBe('0.00001');
    expect(snapshotRate('btc', 'USD')!.rate).toBe('100000');
    expect(snapshotRate('EUR', 'EUR')!.rate).toBe('1');
    expect(snapshotRate('EUR', 'KZT')!.rate).toBe('602.272727272727273');
  });

  it('is null for currencies that are not in the snapshot', () => {
    expect(snapshotRate('USD', 'XTS')).toBeNull();
    expect(snapshotRate('constructor', 'USD')).toBeNull();
  });
});

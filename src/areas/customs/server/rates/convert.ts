import { InvalidInput } from '#kernel/http/errors.ts';
import { currencies, findCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { dayMs } from '#lib/durations.ts';
import numericCodes from '../../numeric-codes.json' with { type: 'json' };
import type { Customs } from '../customs.ts';
import { isStale } from './merge-rates.ts';
import { type DayRates, findNewest, findRate, formatRate } from './rates.ts';

const decimalsMax = 6;

export type Conversion = { from: string; to: string; amount: string; date?: string | undefined };

/** Throws 400 by field for a currency without a rate. */
export async function convertCurrency(customs: Customs, conversion: Conversion) {
  const day = conversion.date ?? customs.today();
  const rates = await customs.rates.on(day);
  const [from, to] = [conversion.from, conversion.to].map((code) => code.toUpperCase()) as [
    string,
    string,
  ];
  assertCurrenciesKnown(rates, { from, to });
  const used = findRate(rates, from, to)!;
  const crosses = from !== to && from !== 'EUR' && to !== 'EUR';
  return {
    amount: conversion.amount,
    from_currency: from,
    to_currency: to,
    rate: formatRate(used.rate),
    inverse_rate: formatRate(new Decimal(1).div(used.rate)),
    result: used.rate.times(conversion.amount).toDecimalPlaces(decimalsMax).toFixed(),
    source: used.source,
    rate_date: used.date,
    path: crosses ? `${from}->EUR->${to}` : null,
    is_stale: isStale(used.date, day),
  };
}

function assertCurrenciesKnown(rates: DayRates, codes: Record<string, string>): void {
  const problems = Object.entries(codes).flatMap(([field, code]) => {
    if (code === '') return [[field, ['This field is required.']] as const];
    const text = `Unsupported currency: ${code.slice(0, 10)}`;
    return rates.has(code) ? [] : [[field, [text]] as const];
  });
  if (problems.length > 0) throw new InvalidInput(Object.fromEntries(problems));
}

type RateListQuery = { base: string; date?: string | undefined; search?: string | undefined };

/** Every currency that has a rate, by code, in units for one of the base. */
export async function listRates(customs: Customs, { base, date, search = '' }: RateListQuery) {
  const day = date ?? customs.today();
  const [rates, before] = await Promise.all([
    customs.rates.on(day),
    customs.rates.on(dayBefore(day)),
  ]);
  const code = base.toUpperCase();
  assertCurrenciesKnown(rates, { base: code });
  const query = search.trim().toLowerCase();
  const results = currencies
    .filter(({ kind, code: one }) => kind === 'fiat' && rates.has(one))
    .filter(({ code: one, name }) => `${one} ${name}`.toLowerCase().includes(query))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
    .map(({ code: one, name, exponent }) => {
      const used = findRate(rates, code, one)!;
      const old = findRate(before, code, one);
      return {
        code: one,
        numeric_code: (numericCodes as Record<string, string>)[one] ?? '',
        name,
        minor_unit: exponent,
        rate: formatRate(used.rate),
        date: used.date,
        source: used.source,
        change_percent: old && old.date < used.date ? changePercent(old.rate, used.rate) : null,
      };
    });
  const own = code === 'EUR' ? findNewest(rates.general) : rates.general.get(code)!;
  return {
    source: own.source,
    base_currency: findCurrency(code)?.code ?? code,
    date: own.date,
    is_stale: isStale(own.date, day),
    count: results.length,
    results,
  };
}

const changePercent = (old: Decimal, now: Decimal): number =>
  now.div(old).minus(1).times(100).toDecimalPlaces(4).toNumber();

const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);

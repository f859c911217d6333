import { expect, test } from 'vitest';
import { Decimal } from '#lib/decimal.ts';
import { screenRates } from './screen-rates.ts';
import type { Quotation } from './sources/quotation.ts';

const naira = (rate: string, date: string): Quotation => ({
  ...{ base: 'EUR', currency: 'NGN', units: '1', rate, date, validUntil: null },
});
const refusal = (rate: string, refusedOn: string) => ({ ...naira(rate, ''), refusedOn });
const last = { rate: new Decimal(900), date: '2026-11-20' };

const screen = (
  quotations: Quotation[],
  refusals: ReturnType<typeof refusal>[] = [],
  findLast: Parameters<typeof screenRates>[1]['findLast'] = () => last,
) => screenRates(quotations, { findLast, refusals, toRefusalDay: ({ date }) => date });
const isRefused = (refusals: ReturnType<typeof refusal>[]) =>
  screen([naira('1800', '2026-12-24')], refusals).refused.length > 0;

test('a jump is accepted once it was refused on three days, however old the last rate', () => {
  const [one, two, three] = ['2026-12-21', '2026-12-22', '2026-12-23'] as const;
  expect(isRefused([])).toBe(true);
  expect(isRefused([refusal('1800', two), refusal('1800', three)])).toBe(true);
  expect(isRefused([refusal('1700', one), refusal('1800', two), refusal('1900', three)])).toBe(
    false,
  );
  expect(isRefused([refusal('18', one), refusal('1800', two), refusal('1800', three)])).toBe(true);
  expect(
    isRefused([refusal('1800', '2026-11-19'), refusal('1800', two), refusal('1800', three)]),
  ).toBe(true);
});

test('one file may confirm itself by its days', () => {
  const days = ['2026-12-21', '2026-12-22', '2026-12-23', '2026-12-24', '2026-12-25'];
  const { accepted, refused } = screen(days.map((day) => naira('1800', day)));
  expect(refused.map(({ refusedOn }) => refusedOn)).toEqual(days.slice(0, 3));
  expect(accepted.map(({ date }) => date)).toEqual(days.slice(3));
});

test('units count', () => {
  const quotation = { ...naira('90000', '2026-11-24'), units: '100' };
  expect(screen([quotation]).accepted).toEqual([quotation]);
});

test('a new currency is accepted', () => {
  const quotation = naira('1800', '2026-11-24');
  expect(screen([quotation], [], () => undefined).accepted).toEqual([quotation]);
});

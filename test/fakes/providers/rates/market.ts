// Rates of one day, which differ a little each day, and the days on which banks publish.
import { dayMs } from '#lib/durations.ts';

/** Units for one euro. */
const perEuro: Readonly<Record<string, number>> = {
  AED: 4.2391,
  AUD: 1.7732,
  CAD: 1.6243,
  CHF: 0.9312,
  CNY: 8.2134,
  EUR: 1,
  GBP: 0.8791,
  GEL: 3.1245,
  JPY: 179.35,
  KES: 149.2,
  KZT: 601.23,
  NGN: 1672.4,
  PLN: 4.2345,
  RUB: 93.4512,
  SEK: 11.0234,
  UAH: 48.7123,
  USD: 1.1543,
};
const quoted = ['USD', 'EUR', 'GBP', 'CHF', 'CNY', 'JPY', 'SEK'];
export const foreign = (home: string): string[] => quoted.filter((code) => code !== home);

/** Units of `home` for `units` of `code`. */
export function computeCost(code: string, home: string, day: string, units = 1): number {
  const drift = 1 + ((Date.parse(day) / dayMs) % 7) / 1000;
  return Number(((units * perEuro[home]! * drift) / perEuro[code]!).toPrecision(6));
}
/** Units of `code` for one of `home`. */
export const computePrice = (code: string, home: string, day: string): number =>
  computeCost(home, code, day);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
/** `30.11.2026`. */
export const dotted = (day: string, separator = '.'): string =>
  day.split('-').reverse().join(separator);

const isWorkday = (day: string): boolean => ![0, 6].includes(new Date(day).getUTCDay());

/** Working days until `last`, newest first. */
export function listWorkdays(last: string, count: number): string[] {
  const days: string[] = [];
  for (let day = last; days.length < count; day = addDays(day, -1))
    if (isWorkday(day)) days.push(day);
  return days;
}
export const lastWorkday = (day: string): string => listWorkdays(day, 1)[0]!;
export const workdaysSince = (first: string, last: string): string[] =>
  listWorkdays(last, 400).filter((day) => day >= first);

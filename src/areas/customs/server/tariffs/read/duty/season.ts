// The time of the year that the description of a code is for: "From 1 January to 31 March".
import type { TariffMeasure } from '../../tariff-model.ts';

const english =
  'january|february|march|april|may|june|july|august|september|october|november|december';
const russian = 'января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря';
const numbers = new Map(
  [english, russian].flatMap((names) =>
    names.split('|').map((name, at) => [name, at + 1] as const),
  ),
);

const day = `(\\d{1,2}) (${english}|${russian})|(${english}) (\\d{1,2})`;
const period = new RegExp(
  `(?<!\\p{L})(?:from|с) (?:${day}),?(?: in any year,?)? ` +
    `(?:to|по) (?:the following )?(?:${day})`,
  'giu',
);

/** Null without a period, and with several. */
export function readSeason(description: string): TariffMeasure['season'] {
  const periods = [...description.matchAll(period)];
  const [only] = periods;
  if (!only || periods.length > 1) return null;
  const [from, to] = [readDay(only.slice(1, 5)), readDay(only.slice(5, 9))];
  return from && to ? { from, to } : null;
}

function readDay([first, second, third, fourth]: readonly (string | undefined)[]): string | null {
  const month = numbers.get((second ?? third ?? '').toLowerCase());
  const date = Number(first ?? fourth);
  if (!month || date < 1 || date > 31) return null;
  return `${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

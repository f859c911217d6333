// How the screens say times, languages and amounts.
import { formatClock as sayWholeClock } from '#lib/format.ts';

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
const seconds = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en');

/** `pt-br` as "Portuguese (Brazil)"; a tag that nobody knows stays as it is. */
export function sayLanguage(tag: string): string {
  if (tag === 'mul') return 'Any language';
  try {
    return languageNames.of(tag.replaceAll('_', '-')) ?? tag;
  } catch {
    return tag;
  }
}

/** 75.4 as "1:15", 3600 as "1:00:00". */
export const sayClock = (total: number): string => sayWholeClock(Math.floor(total));

export const saySeconds = (value: number): string =>
  `${seconds.format(value)} ${value === 1 ? 'second' : 'seconds'}`;
export const sayCharacters = (count: number): string =>
  `${whole.format(count)} ${count === 1 ? 'character' : 'characters'}`;

const megabyte = 1_048_576;
export const sayBytes = (count: number): string =>
  count < megabyte
    ? `${whole.format(Math.ceil(count / 1024))} KB`
    : `${seconds.format(count / megabyte)} MB`;

/** How sure the engine was, in three steps; undefined when it did not say. */
export function sureness(probability: number | null): 'sure' | 'unsure' | 'doubtful' | undefined {
  if (probability === null) return undefined;
  if (probability >= 0.8) return 'sure';
  return probability >= 0.5 ? 'unsure' : 'doubtful';
}

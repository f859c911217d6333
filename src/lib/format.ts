// Formats values for people: in screens, e-mails and PDF files. Not for text that programs read
// (API, columns, CSV).

import { createOnce } from './create-once.ts';
import { daysOfPeriod } from './period-days.ts';

/** Day before month, 24 hours: `21 Nov 2026, 14:05`. */
const locale = 'en-GB';

type Instant = Date | string;
const toDate = (instant: Instant) => (typeof instant === 'string' ? new Date(instant) : instant);
const isDate = (date: Date) => !Number.isNaN(date.getTime());

/** A formatter that is created once; it returns invalid dates unchanged. */
/* @__NO_SIDE_EFFECTS__ */
function dateFormat(options: Intl.DateTimeFormatOptions): (instant: Instant) => string {
  const format = createOnce(() => new Intl.DateTimeFormat(locale, options));
  return (instant) => {
    const date = toDate(instant);
    return isDate(date) ? format().format(date) : String(instant);
  };
}

/** `21 Nov 2026`, in the reader's time zone. For screens: a server has no reader. */
export const formatDate = dateFormat({ dateStyle: 'medium' });

/** `21 Nov 2026`, in UTC: for e-mails, PDF files, and dates without a time such as `2026-11-21`. */
export const formatUtcDate = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });

/** `21 Nov – 20 Dec 2026`: the days of a period in UTC, of which `end` is the moment after it. */
export function formatUtcPeriod(start: Date, end: Date): string {
  const { first, last } = daysOfPeriod(start, end);
  return utcDates().formatRange(first, last);
}
const utcDates = createOnce(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
);

/** `21 Nov 2026, 14:05`, in the reader's time zone. */
export const formatDateTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** `21 November 2026 at 14:05:09 CET`: everything, for a tooltip. */
export const formatExactTime = dateFormat({ dateStyle: 'long', timeStyle: 'long' });

/** `21 Nov 2026, 14:05 UTC`: the same on every machine. */
export const formatUtcDateTime = (instant: Instant): string => `${utcDateTime(instant)} UTC`;
const utcDateTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `14:05`, in the reader's time zone: for the axis of a day. */
export const formatTimeOfDay = dateFormat({ hour: '2-digit', minute: '2-digit' });

/** `21 Nov`, in UTC: for axes, and dates whose year is known. */
export const formatUtcDay = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `Sat, 21 November 2026`, in UTC. */
export const formatUtcWeekday = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `21 Nov, 14:05`, in the reader's time zone: for a time whose year is known. */
export const formatDayTime = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** `Nov`, in UTC: for axes. */
export const formatShortMonth = dateFormat({ month: 'short', timeZone: 'UTC' });

/** `Nov 2026`, in UTC: for axes of a year and more. */
export const formatMonthOfYear = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `November 2026`; of `2026-11` or a date, in UTC. */
export const formatMonth = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

const relative = createOnce(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const relativeUnits = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** `3 hours ago`, `in 2 days`, `yesterday`; under a minute either way `just now`. */
export function formatRelativeTime(instant: Date, nowMs: number): string {
  const seconds = (instant.getTime() - nowMs) / 1000;
  const fitting = relativeUnits.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  if (!fitting) return 'just now';
  return relative().format(Math.trunc(seconds / fitting.seconds), fitting.unit);
}

/** `42 seconds`, `15 minutes`, `3 hours`: rounded up, so that the wait is never too short. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return formatCount(Math.max(Math.ceil(seconds), 1), 'second');
  if (seconds < 5_400) return formatCount(Math.ceil(seconds / 60), 'minute');
  return formatCount(Math.ceil(seconds / 3_600), 'hour');
}

/** `0:29`, `12:05`, `20:43:10`: a countdown, or a position in a recording. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (count: number) => String(count).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const start = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${start}:${two(whole % 60)}`;
}

const numbers = createOnce(() => new Intl.NumberFormat(locale));
/** At most one decimal. */
const shortNumbers = createOnce(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const compactNumbers = createOnce(
  () =>
    new Intl.NumberFormat('en', {
      notation: 'compact',
      maximumFractionDigits: 1,
    }),
);

/** `1,204`; with a noun `1,204 requests`, `1 request`. Pass irregular plurals. */
export function formatCount(count: number, noun?: string, plural = `${noun}s`): string {
  return noun === undefined
    ? numbers().format(count)
    : `${numbers().format(count)} ${count === 1 ? noun : plural}`;
}

/** `0.5`, `1,204.3`: at most one decimal. */
export const formatNumber = (value: number): string => shortNumbers().format(value);

/** `1,204.30`, `0.001234`: decimal text of the API, with as many digits as the options say. */
export const formatDecimal = (text: string, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale, options).format(text as Intl.StringNumericLiteral);

/** `1.2K`, for the axes of charts. */
export const formatCompact = (value: number): string => compactNumbers().format(value);

const percent = createOnce(
  () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
);
const signedPercent = createOnce(
  () =>
    new Intl.NumberFormat(locale, {
      style: 'percent',
      maximumFractionDigits: 1,
      signDisplay: 'exceptZero',
    }),
);
/** `12.5%` for 0.125; signed, `+12.5%`. */
export const formatPercent = (share: number, { isSigned = false } = {}): string =>
  (isSigned ? signedPercent : percent)().format(share);

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `182 kB`, `1.4 MB`: decimal units, the largest one that results in at least 1. */
export function formatBytes(bytes: number): string {
  const fitting = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3);
  const step = Math.min(fitting, byteUnits.length - 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteUnits[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}

const conjunction = createOnce(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
/** `Engine capacity, Power and Produced`. */
export const formatList = (words: readonly string[]): string => conjunction().format(words);

const countries = createOnce(
  () => new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }),
);
/** `Germany` for `DE`; unknown codes are returned unchanged. */
export function formatCountry(code: string): string {
  try {
    return countries().of(code) ?? code;
  } catch {
    return code;
  }
}

const currencies = createOnce(
  () => new Intl.DisplayNames([locale], { type: 'currency', fallback: 'code' }),
);
/** `Euro` for `EUR`. */
export const formatCurrencyName = (code: string): string => currencies().of(code) ?? code;

const languages = createOnce(() => new Intl.DisplayNames([locale], { type: 'language' }));
/** `Brazilian Portuguese` for `pt-br`; unknown tags are returned unchanged. */
export function formatLanguage(tag: string): string {
  try {
    return languages().of(tag.replaceAll('_', '-')) ?? tag;
  } catch {
    return tag;
  }
}

/** In place of a value that there is not. */
export const noValue = '–';

/** `Partially paid` for `partially paid`. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

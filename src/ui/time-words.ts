// One locale everywhere: the words around the times are English too.
const locale = 'en-GB';

const exactUtc = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** The same on every machine, for what is rendered before the browser takes over. */
export const sayExactUtc = (instant: Date) => `${exactUtc.format(instant)} UTC`;

/** In the reader's own time zone, with its name. */
export const sayExactLocal = (instant: Date) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' }).format(instant);

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const units = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** "3 hours ago", "in 2 days", "yesterday"; under a minute either way "just now". */
export function sayRelative(instant: Date, nowMs: number): string {
  const seconds = (instant.getTime() - nowMs) / 1000;
  const fitting = units.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  if (!fitting) return 'just now';
  return relative.format(Math.trunc(seconds / fitting.seconds), fitting.unit);
}

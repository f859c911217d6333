// When a key ends, and when its owner is told: 7 days and 1 day before, each once.
import { keyDaysMax } from '../../key-body.ts';

const dayMs = 86_400_000;
/** The earlier one first. */
export const warningDays = [7, 1] as const;
export type WarningDays = (typeof warningDays)[number];

/** A key that ends before `first` is due for its first warning, before `last` for its last. */
export const warningBounds = (now: Date): { first: Date; last: Date } => ({
  first: new Date(now.getTime() + warningDays[0] * dayMs),
  last: new Date(now.getTime() + warningDays[1] * dayMs),
});

/** The closest warning whose time has come; null while there is none. */
export function warningReached(expiresAt: Date, now: Date): WarningDays | null {
  const leftMs = expiresAt.getTime() - now.getTime();
  return warningDays.findLast((days) => leftMs <= days * dayMs) ?? null;
}

/** What to send now. `warned` is the last warning that was sent, or was not due when it was set. */
export function dueWarning(expiresAt: Date, warned: number | null, now: Date): WarningDays | null {
  const reached = warningReached(expiresAt, now);
  return reached !== null && (warned === null || reached < warned) ? reached : null;
}

/** Who sets a date that is near knows it: `warned` for that date. Null for a key without an end. */
export const warnedFrom = (expiresAt: Date | null, now: Date): WarningDays | null =>
  expiresAt && warningReached(expiresAt, now);

/** A rotated key lives as long as the old one was meant to, at most a year; null is for ever. */
export function renewedExpiry(
  { created_at, expires_at }: { created_at: Date; expires_at: Date | null },
  now: Date,
): Date | null {
  if (!expires_at) return null;
  const lifeMs = Math.min(expires_at.getTime() - created_at.getTime(), keyDaysMax * dayMs);
  return new Date(now.getTime() + lifeMs);
}

/** The old key's last moment: when the overlap ends, or earlier where it ended earlier anyway. */
export function overlapEnd(expiresAt: Date | null, overlapSeconds: number, now: Date): Date {
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return expiresAt && expiresAt < end ? expiresAt : end;
}

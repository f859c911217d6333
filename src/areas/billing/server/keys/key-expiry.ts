// Expiry of keys, and the two warnings to their owner: 7 days and 1 day before, each sent once.
import { dayMs } from '#lib/durations.ts';
import { keyDaysMax } from '../../wire/keys.constants.ts';

export const warningDays = [7, 1] as const;
export type WarningDays = (typeof warningDays)[number];

/** Keys that expire before `first` are due for the first warning, before `last` for the last. */
export const warningBounds = (now: Date): { first: Date; last: Date } => ({
  first: new Date(now.getTime() + warningDays[0] * dayMs),
  last: new Date(now.getTime() + warningDays[1] * dayMs),
});

/** The latest warning whose time has come; null if none. */
export function warningReached(expiresAt: Date, now: Date): WarningDays | null {
  const leftMs = expiresAt.getTime() - now.getTime();
  return warningDays.findLast((days) => leftMs <= days * dayMs) ?? null;
}

/** The warning to send now. `warned` was sent, or was past when the expiry was set. */
export function warningDue(expiresAt: Date, warned: number | null, now: Date): WarningDays | null {
  const reached = warningReached(expiresAt, now);
  return reached !== null && (warned === null || reached < warned) ? reached : null;
}

/** The initial `last_warning_days`: the user who sets a near expiry needs no warning. */
export const initialWarningDays = (expiresAt: Date | null, now: Date): WarningDays | null =>
  expiresAt && warningReached(expiresAt, now);

/** A rotated key has the same lifetime as the old one, at most a year; null if it never expires. */
export function renewedExpiry(
  { created_at, expires_at }: { created_at: Date; expires_at: Date | null },
  now: Date,
): Date | null {
  if (!expires_at) return null;
  const lifeMs = Math.min(expires_at.getTime() - created_at.getTime(), keyDaysMax * dayMs);
  return new Date(now.getTime() + lifeMs);
}

/** When the old key stops working: after the overlap, or at its own expiry if that is earlier. */
export function overlapEnd(expiresAt: Date | null, overlapSeconds: number, now: Date): Date {
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return expiresAt && expiresAt < end ? expiresAt : end;
}

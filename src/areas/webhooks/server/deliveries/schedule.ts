// When a delivery is tried again.
import { daySeconds, secondMs } from '#lib/durations.ts';
import { retryDelaysSeconds } from '../../wire/webhooks.constants.ts';

/** Receivers that were down together should not be asked together. */
const jitterShare = 0.2;
/** A receiver can't put an event off for longer. */
const retryAfterSecondsMax = daySeconds;

type Failure = {
  /** Attempts of this schedule so far, the failed one included. */
  tries: number;
  now: Date;
  retryAfterSeconds: number | null;
  /** 0 to 1. */
  random?: number;
};

/** Null when it is given up. */
export function nextAttemptAt({
  tries,
  now,
  retryAfterSeconds,
  random = Math.random(),
}: Failure): Date | null {
  const delay = retryDelaysSeconds[tries - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 + jitterShare * random);
  const retryAfter = Math.min(retryAfterSeconds ?? 0, retryAfterSecondsMax);
  return new Date(now.getTime() + Math.max(jittered, retryAfter) * secondMs);
}

/** Of a header: seconds, or a date. Null without one that can be read. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / secondMs);
}

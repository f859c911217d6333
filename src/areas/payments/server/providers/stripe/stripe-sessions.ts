import type { Clock } from '#kernel/clock.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';

/** Checkout sessions last 30 minutes to 24 hours; one minute of margin for clock skew. */
const sessionMsMin = 31 * minuteMs;
const sessionMsMax = dayMs - minuteMs;

/** In Unix seconds, as near to the wished end as Stripe allows. */
export function sessionEnd(clock: Clock, wished: Date): number {
  const now = clock.now().getTime();
  const sessionMs = Math.min(Math.max(wished.getTime() - now, sessionMsMin), sessionMsMax);
  return Math.floor((now + sessionMs) / 1000);
}

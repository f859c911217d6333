// Every limit of sign-in codes, with its reason. Pure: no clock, no database.
import type { RateLimit } from '#kernel/http/rate-limits.ts';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';

export const codeMinutes = 10;
export const resendSeconds = 30;
/** Per source. Mails arrive out of order, so the person may see an earlier code first. */
export const liveCodesMax = 3;

type WindowLimit = { timesMax: number; windowMs: number };

/** For one address and source, so that strangers can't use up the owner's limit. */
export const codesPerSource = {
  hour: { timesMax: 10, windowMs: hourMs },
  day: { timesMax: 20, windowMs: dayMs },
} as const satisfies Record<string, WindowLimit>;
/**
 * For one address, over all unknown sources: three networks' worth. Prevents many networks from
 * flooding a mailbox, without blocking the owner's known devices.
 */
export const codesPerUnknownSources = {
  hour: { timesMax: 30, windowMs: hourMs },
  day: { timesMax: 60, windowMs: dayMs },
} as const satisfies Record<string, WindowLimit>;

/** For all addresses: a network that requests more is not a person. */
export const requestsPerNetwork: RateLimit = {
  name: 'accounts.code_requests',
  points: 10,
  windowSeconds: 60,
  scope: 'shared',
};
export const attemptsPerNetwork: RateLimit = {
  ...requestsPerNetwork,
  name: 'accounts.tries',
  points: 30,
};

export const lockMinutes = 15;
/**
 * Wrong codes in a row that lock a source. An attempt in a browser that did not request the code
 * may come from the person's second device, or be a guess.
 */
export const failedAttemptsMax = { sameBrowser: 5, otherBrowser: 3 } as const;
/**
 * Wrong codes a day. 45 attempts at three live codes of a million: guessing at one address succeeds
 * with a chance below 1 in 7,000 a day, from any number of networks. One network can use up only a
 * third of it, so it takes several to lock out unknown browsers.
 */
export const failedAttemptsPerNetwork: WindowLimit = { timesMax: 15, windowMs: dayMs };
export const failedAttemptsOfUnknownSources: WindowLimit = { timesMax: 45, windowMs: dayMs };

/**
 * Wrong codes from unknown browsers, over all addresses. People mistype about one code in twenty,
 * so a hundred an hour means two thousand sign-ins, or guessing: at that rate an attacker would
 * open one arbitrary account in half a year.
 */
export const failedAttemptsPerHourMax = 100;
/** Above that, an unknown network has these attempts; successful ones are refunded. */
export const slowAttemptsPerNetwork: RateLimit = {
  name: 'accounts.slow_tries',
  points: 5,
  windowSeconds: 600,
  scope: 'shared',
};
export const guessingAlertLimit: RateLimit = {
  name: 'accounts.guessing_alert',
  points: 1,
  windowSeconds: 3600,
  scope: 'shared',
};

/** The same browser may repeat its valid code: the first response may have been lost. */
export const repeatSeconds = 60;

/** Milliseconds until the limit allows another one; 0 for now. `times` are newest first. */
export function computeWaitMs(
  times: readonly Date[],
  { timesMax, windowMs }: WindowLimit,
  now: Date,
): number {
  // This one must leave the window first.
  const blocking = times[timesMax - 1];
  return blocking ? Math.max(0, blocking.getTime() + windowMs - now.getTime()) : 0;
}

export type FailedAttempt = { source_key: string; is_known: boolean; attempted_at: Date };

/**
 * Milliseconds until a source may attempt a code of an address again. `wrong` are the wrong codes
 * of that address in the last day, newest first.
 */
export function computeLockMs(
  wrong: readonly FailedAttempt[],
  source: { key: string; isKnown: boolean },
  { attemptsMax, now }: { attemptsMax: number; now: Date },
): number {
  const own = wrong.filter((one) => one.source_key === source.key).map((one) => one.attempted_at);
  const [newest] = own;
  const first = own[attemptsMax - 1];
  const isLocked = newest && first && newest.getTime() - first.getTime() < lockMinutes * minuteMs;
  const waits = [isLocked ? newest.getTime() + lockMinutes * minuteMs - now.getTime() : 0];
  for (const [times, rule] of dailyRules(wrong, source))
    waits.push(computeWaitMs(times, rule, now));
  return Math.max(0, ...waits);
}

/** The daily limits of a source, each with the times that it counts. */
function dailyRules(
  wrong: readonly FailedAttempt[],
  source: { key: string; isKnown: boolean },
): [Date[], WindowLimit][] {
  if (source.isKnown) return [];
  const own = wrong.filter((one) => one.source_key === source.key);
  const strangers = wrong.filter((one) => !one.is_known);
  return [
    [own.map((one) => one.attempted_at), failedAttemptsPerNetwork],
    [strangers.map((one) => one.attempted_at), failedAttemptsOfUnknownSources],
  ];
}

/** How many more wrong codes lock a source that is not locked now, by the strictest limit. */
export function countAttemptsLeft(
  wrong: readonly FailedAttempt[],
  source: { key: string; isKnown: boolean },
  { attemptsMax, now }: { attemptsMax: number; now: Date },
): number {
  const leftOfDay = dailyRules(wrong, source).map(
    ([times, { timesMax, windowMs }]) =>
      timesMax - times.filter((at) => now.getTime() - at.getTime() < windowMs).length,
  );
  return Math.min(attemptsMax - countRecent(wrong, source, now), ...leftOfDay);
}

/** Wrong codes that count towards the next lock of the source. */
export const countRecent = (
  wrong: readonly FailedAttempt[],
  { key }: { key: string },
  now: Date,
): number =>
  wrong.filter(
    (one) =>
      one.source_key === key && now.getTime() - one.attempted_at.getTime() < lockMinutes * minuteMs,
  ).length;

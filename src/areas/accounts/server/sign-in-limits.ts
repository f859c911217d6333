// Every number that limits codes, with its reason, and what follows from them. Nothing here reads
// a clock or a database.
import type { RateLimit } from '#kernel/rate-limits.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const codeMinutes = 10;
export const resendSeconds = 30;
/** Of one asker. Mails arrive out of order, so an earlier one may be what the person sees first. */
export const liveCodesMax = 3;

type Rule = { timesMax: number; windowMs: number };

/** For one address, whoever asks counts alone: a stranger uses up nothing of the owner's. */
export const codesOfAsker = {
  hour: { timesMax: 10, windowMs: hourMs },
  day: { timesMax: 20, windowMs: dayMs },
} as const satisfies Record<string, Rule>;
/**
 * For one address, all askers that its owner has never used: three networks' worth. It keeps many
 * networks from flooding a mailbox, and holds up no device that the owner signed in with before.
 */
export const codesOfStrangers = {
  hour: { timesMax: 30, windowMs: hourMs },
  day: { timesMax: 60, windowMs: dayMs },
} as const satisfies Record<string, Rule>;

/** For all addresses: one network that asks for more is no person. */
export const requestsOfNetwork: RateLimit = {
  name: 'accounts.code_requests',
  points: 10,
  windowSeconds: 60,
  scope: 'shared',
};
export const triesOfNetwork: RateLimit = {
  ...requestsOfNetwork,
  name: 'accounts.tries',
  points: 30,
};

export const lockMinutes = 15;
/**
 * Wrong codes in a row that lock an asker. A code typed where nobody asked for one may be a
 * person's second device, and may be a guess.
 */
export const wrongCodesMax = { whereAsked: 5, elsewhere: 3 } as const;
/**
 * Wrong codes of a day. 45 tries at three live codes of a million: somebody who guesses at one
 * address gets in with a chance below 1 in 7,000 a day, from however many networks. One network
 * alone uses up a third of it, so that it takes several to shut unknown browsers out.
 */
export const wrongCodesOfNetwork: Rule = { timesMax: 15, windowMs: dayMs };
export const wrongCodesOfStrangers: Rule = { timesMax: 45, windowMs: dayMs };

/**
 * Wrong codes that unknown browsers typed, for all addresses together. People mistype about one
 * code of twenty, so a hundred in an hour are two thousand sign-ins, or somebody who guesses: at
 * that pace they would open one account, anybody's, in half a year.
 */
export const guessesPerHourMax = 100;
/** While there are more, a network that nobody knows has these tries; right ones are given back. */
export const slowTriesOfNetwork: RateLimit = {
  name: 'accounts.slow_tries',
  points: 5,
  windowSeconds: 600,
  scope: 'shared',
};
export const oneAlertAnHour: RateLimit = {
  name: 'accounts.guessing_alert',
  points: 1,
  windowSeconds: 3600,
  scope: 'shared',
};

/** The same browser may ask for the answer to its right code again: the first one may be lost. */
export const repeatSeconds = 60;

/** Milliseconds until another one fits a rule; 0 when it does now. `times` are the newest first. */
export function waitMs(times: readonly Date[], { timesMax, windowMs }: Rule, now: Date): number {
  // The one at this place must leave the window before another may come.
  const blocking = times[timesMax - 1];
  return blocking ? Math.max(0, blocking.getTime() + windowMs - now.getTime()) : 0;
}

export type WrongCode = { asker: string; is_known: boolean; typed_at: Date };

/**
 * Milliseconds until an asker may try a code of an address again. `wrong` are that address's wrong
 * codes of a day, the newest first.
 */
export function lockMs(
  wrong: readonly WrongCode[],
  asker: { key: string; isKnown: boolean },
  { triesMax, now }: { triesMax: number; now: Date },
): number {
  const own = wrong.filter((one) => one.asker === asker.key).map((one) => one.typed_at);
  const [newest] = own;
  const first = own[triesMax - 1];
  const isLocked = newest && first && newest.getTime() - first.getTime() < lockMinutes * minuteMs;
  const waits = [isLocked ? newest.getTime() + lockMinutes * minuteMs - now.getTime() : 0];
  for (const [times, rule] of dayRules(wrong, asker)) waits.push(waitMs(times, rule, now));
  return Math.max(0, ...waits);
}

/** The rules of a day that hold for an asker, each with what it counts. */
function dayRules(
  wrong: readonly WrongCode[],
  asker: { key: string; isKnown: boolean },
): [Date[], Rule][] {
  if (asker.isKnown) return [];
  const own = wrong.filter((one) => one.asker === asker.key);
  const strangers = wrong.filter((one) => !one.is_known);
  return [
    [own.map((one) => one.typed_at), wrongCodesOfNetwork],
    [strangers.map((one) => one.typed_at), wrongCodesOfStrangers],
  ];
}

/** How many wrong codes lock an asker who is not locked now, by whichever rule comes first. */
export function countTriesLeft(
  wrong: readonly WrongCode[],
  asker: { key: string; isKnown: boolean },
  { triesMax, now }: { triesMax: number; now: Date },
): number {
  const leftOfDay = dayRules(wrong, asker).map(
    ([times, { timesMax, windowMs }]) =>
      timesMax - times.filter((at) => now.getTime() - at.getTime() < windowMs).length,
  );
  return Math.min(triesMax - countRecent(wrong, asker, now), ...leftOfDay);
}

/** How many of the wrong codes count towards the asker's next lock. */
export const countRecent = (
  wrong: readonly WrongCode[],
  { key }: { key: string },
  now: Date,
): number =>
  wrong.filter(
    (one) => one.asker === key && now.getTime() - one.typed_at.getTime() < lockMinutes * minuteMs,
  ).length;

// Guessing at the codes of many addresses: a limit of one address never sees it.

import { apiError } from '#kernel/http/errors.ts';
import type { RateLimit, RateVerdict } from '#kernel/rate-limits.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { Accounts } from './accounts.ts';
import type { Asker } from './askers.ts';
import { sendGuessingMail } from './emails/guessing-mail.ts';
import {
  guessesPerHourMax,
  oneAlertAnHour,
  requestsOfNetwork,
  slowTriesOfNetwork,
  triesOfNetwork,
} from './sign-in-limits.ts';
import { countGuesses } from './wrong-code-store.ts';

const hourMs = 3_600_000;

/** Wrong codes of browsers that nobody knows in the last hour. */
export const countRecentGuesses = (accounts: Accounts, countMax: number): Promise<number> =>
  accounts.work.read((db) =>
    countGuesses(db, new Date(accounts.clock.now().getTime() - hourMs), countMax),
  );

async function isGuessed(accounts: Accounts): Promise<boolean> {
  return (await countRecentGuesses(accounts, guessesPerHourMax)) === guessesPerHourMax;
}

async function take(accounts: Accounts, limit: RateLimit, network: string): Promise<RateVerdict> {
  const verdict = await accounts.limits.take(limit, network);
  if (!verdict.isAllowed)
    throw apiError(commonErrors.throttled, { retry_after: verdict.resetSeconds });
  return verdict;
}

/** Throws throttled for an unknown network that asks for codes too fast; null for a known asker. */
export const admitRequest = async (
  accounts: Accounts,
  asker: Asker,
): Promise<RateVerdict | null> =>
  asker.isKnown ? null : take(accounts, requestsOfNetwork, asker.network);

/** The same for tries, which are fewer while somebody guesses. */
export async function admitTry(
  accounts: Accounts,
  asker: Asker,
): Promise<{ rates: RateVerdict | null; giveBack: () => Promise<void> }> {
  if (asker.isKnown) return { rates: null, giveBack: async () => undefined };
  const rates = await take(accounts, triesOfNetwork, asker.network);
  const isSlow = await isGuessed(accounts);
  if (isSlow) await take(accounts, slowTriesOfNetwork, asker.network);
  return {
    rates,
    giveBack: async () => {
      if (isSlow) await accounts.limits.refund(slowTriesOfNetwork, asker.network);
    },
  };
}

/**
 * After a wrong code: tells the admins, once an hour, when the codes of many are guessed at. Never
 * throws: the person who signs in gets their own answer.
 */
export async function reportGuessing(accounts: Accounts): Promise<void> {
  try {
    if (await isGuessed(accounts)) await alertAdmins(accounts);
  } catch (err) {
    accounts.log.warn({ err }, 'the alert that sign-in codes are guessed at failed');
  }
}

async function alertAdmins(accounts: Accounts): Promise<void> {
  const { limits, log, work } = accounts;
  const { isAllowed } = await limits.take(oneAlertAnHour, 'all');
  if (!isAllowed) return;
  log.warn({ perHourMax: guessesPerHourMax }, 'sign-in codes are guessed at');
  try {
    await work.write((tx) => sendGuessingMail(accounts, tx));
  } catch (error) {
    await limits.refund(oneAlertAnHour, 'all');
    throw error;
  }
}

export function watchGuessing(accounts: Accounts): void {
  accounts.metrics.addGauge({
    name: 'sign_in_wrong_codes_last_hour',
    help: `Wrong sign-in codes that unknown browsers typed in an hour; from ${guessesPerHourMax} on they are slowed down.`,
    read: () => countRecentGuesses(accounts, 100 * guessesPerHourMax),
  });
}

// Detects guessing spread over many addresses, which no limit of one address can see.

import { apiError } from '#kernel/http/errors.ts';
import type { RateLimit, RateLimitResult } from '#kernel/http/rate-limits.ts';
import { hourMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { Accounts } from '../accounts.ts';
import { sendGuessingAlert } from '../emails/guessing-mail.ts';
import { countFailedAttempts } from './failed-attempt-store.ts';
import type { RequestSource } from './request-source.ts';
import {
  attemptsPerNetwork,
  failedAttemptsPerHourMax,
  guessingAlertLimit,
  requestsPerNetwork,
  slowAttemptsPerNetwork,
} from './sign-in-limits.ts';

/** Wrong codes from unknown sources in the last hour. */
export const countRecentFailedAttempts = (accounts: Accounts, countMax: number): Promise<number> =>
  accounts.work.read((db) =>
    countFailedAttempts(db, new Date(accounts.clock.now().getTime() - hourMs), countMax),
  );

async function isGuessingSuspected(accounts: Accounts): Promise<boolean> {
  return (
    (await countRecentFailedAttempts(accounts, failedAttemptsPerHourMax)) ===
    failedAttemptsPerHourMax
  );
}

async function consumeLimit(
  accounts: Accounts,
  limit: RateLimit,
  network: string,
): Promise<RateLimitResult> {
  const verdict = await accounts.limits.consume(limit, network);
  if (!verdict.isAllowed)
    throw apiError(commonErrors.throttled, { retry_after: verdict.resetSeconds });
  return verdict;
}

/** Throws throttled for an unknown network with too many requests; null for a known source. */
export const throttleRequest = async (
  accounts: Accounts,
  source: RequestSource,
): Promise<RateLimitResult | null> =>
  source.isKnown ? null : consumeLimit(accounts, requestsPerNetwork, source.network);

/** The same for attempts, with a lower limit while codes are being guessed. */
export async function throttleAttempt(
  accounts: Accounts,
  source: RequestSource,
): Promise<{ rates: RateLimitResult | null; refund: () => Promise<void> }> {
  if (source.isKnown) return { rates: null, refund: async () => undefined };
  const rates = await consumeLimit(accounts, attemptsPerNetwork, source.network);
  const isSlow = await isGuessingSuspected(accounts);
  if (isSlow) await consumeLimit(accounts, slowAttemptsPerNetwork, source.network);
  return {
    rates,
    refund: async () => {
      if (isSlow) await accounts.limits.refund(slowAttemptsPerNetwork, source.network);
    },
  };
}

/**
 * After a wrong code: alerts the admins, at most once an hour, if codes are being guessed. Never
 * throws, because the response to the sign-in must not depend on it.
 */
export async function alertIfGuessing(accounts: Accounts): Promise<void> {
  try {
    if (await isGuessingSuspected(accounts)) await sendAlert(accounts);
  } catch (err) {
    accounts.log.warn({ err }, 'failed to send the alert about guessed sign-in codes');
  }
}

async function sendAlert(accounts: Accounts): Promise<void> {
  const { limits, log, work } = accounts;
  const { isAllowed } = await limits.consume(guessingAlertLimit, 'all');
  if (!isAllowed) return;
  log.warn({ perHourMax: failedAttemptsPerHourMax }, 'sign-in codes are being guessed');
  try {
    await work.write((tx) => sendGuessingAlert(accounts, tx));
  } catch (error) {
    await limits.refund(guessingAlertLimit, 'all');
    throw error;
  }
}

export function registerGuessingMetric(accounts: Accounts): void {
  accounts.metrics.addGauge({
    name: 'sign_in_wrong_codes_last_hour',
    help: `Wrong sign-in codes from unknown browsers in the last hour; from ${failedAttemptsPerHourMax} on they are slowed down.`,
    read: () => countRecentFailedAttempts(accounts, 100 * failedAttemptsPerHourMax),
  });
}

// Six-digit codes: sending, counting, checking. The rules are in ../../README.md.
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import { signText } from '#kernel/secrets.ts';
import { dayMs, minuteMs, secondMs } from '#lib/durations.ts';
import type { ErrorDeclaration } from '#lib/endpoint.ts';
import {
  cooldown,
  dailyLimit,
  hourlyLimit,
  otpInvalid,
  tooManyAttempts,
} from '../../wire/sign-in.ts';
import { findAccountByEmail, releaseEmailsDeletedBefore } from '../account-store.ts';
import type { Accounts, Origin } from '../accounts.ts';
import { sendCodeMail } from '../emails/code-mails.ts';
import {
  type CodePurpose,
  type CodeRequestRow,
  type CodeRow,
  endCodes,
  insertCode,
  listCodeRequests,
  listUsableCodes,
  lockEmail,
} from './code-store.ts';
import {
  deleteFailedAttempts,
  insertFailedAttempt,
  listFailedAttempts,
} from './failed-attempt-store.ts';
import { type RequestSource, staffSourceKey } from './request-source.ts';
import * as limits from './sign-in-limits.ts';

export const emailReservedDays = 30;

export type CodeRequest = {
  email: string;
  purpose: CodePurpose;
  sourceUrl: string;
  client: Origin;
  source: Pick<RequestSource, 'key' | 'isKnown' | 'browserHash'>;
};

/**
 * Sends a code. The response is the same for every address: one that can't sign in gets a mail that
 * explains why. Throws cooldown, hourly_limit or daily_limit with `retry_after` in seconds, and
 * too_many_attempts for a source that could not use the code.
 */
export async function sendCode(accounts: Accounts, tx: Tx, request: CodeRequest): Promise<void> {
  const { email, purpose, client, source } = request;
  const now = accounts.clock.now();
  const expiresAt = new Date(now.getTime() + limits.codeMinutes * minuteMs);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await lockEmail(tx, email);
  await requireUnlocked(tx, request, now);
  await enforceLimits(tx, request, now);
  await releaseEmailsDeletedBefore(tx, new Date(now.getTime() - emailReservedDays * dayMs), email);
  const account = await findAccountByEmail(tx, email);
  const isRedeemable = account?.status !== 'deleted';
  const usable = await listUsableCodes(tx, email, purpose, now);
  const own = usable.filter((row) => row.source_key === source.key);
  await endCodes(
    tx,
    own.slice(limits.liveCodesMax - 1).map((row) => row.id),
    now,
  );
  await insertCode(tx, {
    id: createId(now),
    email,
    purpose,
    code_hash: hashCode(accounts, { email, purpose, code })[0],
    is_redeemable: isRedeemable,
    ip: client.ip,
    user_agent: client.userAgent,
    source_url: request.sourceUrl,
    created_at: now,
    expires_at: expiresAt,
    source_key: source.key,
    is_known: source.isKnown,
    browser_hash: source.browserHash,
  });
  await sendCodeMail(accounts, tx, {
    email,
    purpose,
    origin: client,
    at: now,
    expiresAt,
    code: isRedeemable ? code : null,
  });
}

async function requireUnlocked(tx: Tx, { email, source }: CodeRequest, now: Date): Promise<void> {
  const wrong = await listFailedAttempts(tx, email, new Date(now.getTime() - dayMs));
  const attemptsMax = limits.failedAttemptsMax.sameBrowser;
  const lockMs = limits.computeLockMs(wrong, source, { attemptsMax, now });
  if (lockMs > 0) throw apiError(tooManyAttempts, { retry_after: Math.ceil(lockMs / 1000) });
}

/**
 * The cooldown applies to unused codes of one purpose: after a sign-in another code, or one for a
 * deletion, can be requested at once.
 */
async function enforceLimits(
  tx: Tx,
  { email, purpose, source }: CodeRequest,
  now: Date,
): Promise<void> {
  const all = await listCodeRequests(tx, email, new Date(now.getTime() - dayMs));
  const listTimes = (rows: CodeRequestRow[]) => rows.map((row) => row.created_at);
  const own = all.filter((row) => row.source_key === source.key);
  const unused = own.filter((row) => row.purpose === purpose && !row.used_at);
  const { codesPerSource, codesPerUnknownSources } = limits;
  const cooldownLimit = { timesMax: 1, windowMs: limits.resendSeconds * secondMs };
  const waits: [ErrorDeclaration, number][] = [
    [cooldown, limits.computeWaitMs(listTimes(unused), cooldownLimit, now)],
    [hourlyLimit, limits.computeWaitMs(listTimes(own), codesPerSource.hour, now)],
    [dailyLimit, limits.computeWaitMs(listTimes(own), codesPerSource.day, now)],
  ];
  if (!source.isKnown) {
    const unknown = listTimes(all.filter((row) => !row.is_known));
    waits.push([hourlyLimit, limits.computeWaitMs(unknown, codesPerUnknownSources.hour, now)]);
    waits.push([dailyLimit, limits.computeWaitMs(unknown, codesPerUnknownSources.day, now)]);
  }
  for (const [error, waitMs] of waits)
    if (waitMs > 0) throw apiError(error, { retry_after: Math.ceil(waitMs / 1000) });
}

export type CodeAttempt = {
  email: string;
  purpose: CodePurpose;
  otp: string;
  source: Pick<RequestSource, 'key' | 'isKnown' | 'browserHash'>;
};
export type CodeCheckResult =
  /** `codeIds`: every live row with this code; two can be equal by chance. */
  | { kind: 'valid'; codeIds: string[] }
  | { kind: 'invalid'; attemptsLeft?: number }
  | { kind: 'locked'; retryAfterSeconds: number };
export type CodeCheckFailure = Exclude<CodeCheckResult, { kind: 'valid' }>;

/**
 * Checks a code in the caller's transaction, which must commit whatever the result: failures are
 * counted, but only while a code is live, and for each source separately.
 */
export async function checkCode(
  accounts: Accounts,
  tx: Tx,
  attempt: CodeAttempt,
): Promise<CodeCheckResult> {
  const { email, purpose, otp, source } = attempt;
  const now = accounts.clock.now();
  await lockEmail(tx, email);
  const usable = await listUsableCodes(tx, email, purpose, now);
  const { candidates, attemptsMax } = selectCandidates(usable, source);
  const wrong = await listFailedAttempts(tx, email, new Date(now.getTime() - dayMs));
  const lockMs = limits.computeLockMs(wrong, source, { attemptsMax, now });
  if (lockMs > 0) return { kind: 'locked', retryAfterSeconds: Math.ceil(lockMs / 1000) };
  if (usable.length === 0) return { kind: 'invalid' };
  const hashes = hashCode(accounts, { email, purpose, code: otp });
  // Compares every row with every hash, so that the timing reveals nothing.
  const matches = candidates.filter((row) => {
    const equal = hashes.filter((hash) => timingSafeEqual(row.code_hash, hash));
    return equal.length > 0 && row.is_redeemable;
  });
  if (matches.length > 0) {
    await endCodes(
      tx,
      usable.map((row) => row.id),
      now,
    );
    await deleteFailedAttempts(tx, email, source.key);
    // The code arrived by mail.
    await accounts.mail.bounces.clear(tx, email);
    return { kind: 'valid', codeIds: matches.map((row) => row.id) };
  }
  const failure = { source_key: source.key, is_known: source.isKnown, attempted_at: now };
  await insertFailedAttempt(tx, { id: createId(now), email, ...failure });
  const counted = [failure, ...wrong];
  const newLockMs = limits.computeLockMs(counted, source, { attemptsMax, now });
  if (newLockMs > 0) return { kind: 'locked', retryAfterSeconds: Math.ceil(newLockMs / 1000) };
  return {
    kind: 'invalid',
    attemptsLeft: limits.countAttemptsLeft(counted, source, { attemptsMax, now }),
  };
}

/**
 * A browser that requested codes is checked against those and the ones sent by staff; any other
 * browser against the newest of the address, with fewer attempts. So codes requested by strangers
 * never make guessing easier.
 */
function selectCandidates(usable: CodeRow[], { isKnown, browserHash }: CodeAttempt['source']) {
  const isOwn = (row: CodeRow) => browserHash && row.browser_hash?.equals(browserHash);
  const hasOwn = usable.some(isOwn);
  const eligible = hasOwn
    ? usable.filter((row) => isOwn(row) || row.source_key === staffSourceKey)
    : usable;
  const candidates = eligible.slice(0, limits.liveCodesMax);
  const isOtherBrowser = !hasOwn && usable.length > 0 && !isKnown;
  const { sameBrowser, otherBrowser } = limits.failedAttemptsMax;
  return { candidates, attemptsMax: isOtherBrowser ? otherBrowser : sameBrowser };
}

export const toApiError = (failure: CodeCheckFailure) =>
  failure.kind === 'locked'
    ? apiError(tooManyAttempts, { retry_after: failure.retryAfterSeconds })
    : apiError(
        otpInvalid,
        failure.attemptsLeft === undefined ? {} : { attempts_left: failure.attemptsLeft },
      );

/** By each secret; stored is the first. */
export function hashCode(
  { codeKeys: [first, ...others] }: Accounts,
  { email, purpose, code }: { email: string; purpose: string; code: string },
): [Buffer, ...Buffer[]] {
  const text = `${purpose}\n${email}\n${code}`;
  return [signText(first, text), ...others.map((key) => signText(key, text))];
}

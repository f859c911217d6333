// Six-digit codes: how they are sent, counted and tried. The rules stand in ../README.md.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { ErrorDeclaration } from '#lib/endpoint.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/http/errors.ts';
import { newId } from '#server/ids.ts';
import { cooldown, dailyLimit, hourlyLimit, otpInvalid, tooManyAttempts } from '../contract.ts';
import { findByEmail, freeEmailsDeletedBefore } from './account-store.ts';
import type { Accounts, Origin } from './accounts.ts';
import * as store from './code-store.ts';
import { sendCodeMail } from './emails/code-mails.ts';

export const codeMinutes = 10;
export const resendSeconds = 30;
export const emailHeldDays = 30;
const codesPerHourMax = 10;
const codesPerDayMax = 20;
const liveCodesMax = 3;
const failuresMax = 5;
const lockMinutes = 15;

const minuteMs = 60_000;
const dayMs = 86_400_000;

type CodeRequest = {
  email: string;
  purpose: store.CodePurpose;
  sourceUrl: string;
  origin: Origin;
};

/**
 * Sends a code. The answer is the same for every address: one that may not sign in gets a mail
 * that says why. Throws cooldown, hourly_limit or daily_limit with `retry_after` in seconds.
 */
export async function sendCode(accounts: Accounts, request: CodeRequest): Promise<void> {
  const { email, purpose, origin } = request;
  const now = accounts.clock.now();
  const expiresAt = new Date(now.getTime() + codeMinutes * minuteMs);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await accounts.database.transaction(async (tx) => {
    await store.lockEmail(tx, email);
    await holdToLimits(tx, email, purpose, now);
    await freeEmailsDeletedBefore(tx, new Date(now.getTime() - emailHeldDays * dayMs), email);
    const account = await findByEmail(tx, email);
    const isLive = account?.status !== 'deleted';
    const usable = await store.listUsableCodes(tx, email, purpose, now);
    await store.endCodes(
      tx,
      usable.slice(liveCodesMax - 1).map((row) => row.id),
      now,
    );
    await store.insertCode(tx, {
      id: newId(now),
      email,
      purpose,
      code_hash: hashCode(accounts, { email, purpose, code }),
      is_live: isLive,
      ip: origin.ip,
      user_agent: origin.userAgent,
      source_url: request.sourceUrl,
      created_at: now,
      expires_at: expiresAt,
    });
    await sendCodeMail(accounts, tx, {
      email,
      purpose,
      origin,
      at: now,
      expiresAt,
      code: isLive ? code : null,
    });
  });
}

/**
 * The wait between two codes is for one that may still arrive, and for one purpose: who just signed
 * in may ask for another, or to delete, at once.
 */
async function holdToLimits(
  tx: Tx,
  email: string,
  purpose: store.CodePurpose,
  now: Date,
): Promise<void> {
  const requests = await store.listRequests(tx, email, new Date(now.getTime() - dayMs));
  const ageMs = (request: { created_at: Date }) => now.getTime() - request.created_at.getTime();
  const awaited = requests.filter((one) => one.purpose === purpose && !one.used_at).map(ageMs);
  const all = requests.map(ageMs);
  const rules: [ErrorDeclaration, number[], number, number][] = [
    [cooldown, awaited, 1, resendSeconds * 1000],
    [hourlyLimit, all, codesPerHourMax, 60 * minuteMs],
    [dailyLimit, all, codesPerDayMax, dayMs],
  ];
  for (const [refusal, agesMs, requestsMax, windowMs] of rules) {
    // The ages rise: the one at this place must leave the window before another code may go out.
    const blocking = agesMs[requestsMax - 1];
    if (blocking !== undefined && blocking < windowMs)
      throw fail(refusal, { retry_after: Math.ceil((windowMs - blocking) / 1000) });
  }
}

export type CodeVerdict =
  | { kind: 'right' }
  | { kind: 'wrong'; attemptsLeft?: number }
  | { kind: 'locked'; retryAfterSeconds: number };

/**
 * Tries a code inside the caller's transaction, which must commit whatever the verdict: failures
 * count. Failures count only while a code is live, apart for each known device.
 */
export async function tryCode(
  accounts: Accounts,
  tx: Tx,
  attempt: { email: string; purpose: store.CodePurpose; otp: string; device: string },
): Promise<CodeVerdict> {
  const { email, purpose, otp, device } = attempt;
  const now = accounts.clock.now();
  await store.lockEmail(tx, email);
  const counted = await store.findFailures(tx, email, device);
  const lockMs = (counted?.locked_until?.getTime() ?? 0) - now.getTime();
  if (lockMs > 0) return { kind: 'locked', retryAfterSeconds: Math.ceil(lockMs / 1000) };
  const usable = await store.listUsableCodes(tx, email, purpose, now);
  if (usable.length === 0) return { kind: 'wrong' };
  const hash = hashCode(accounts, { email, purpose, code: otp });
  // Every row is compared, so that the time says nothing of which one fits.
  const fits = usable.filter((row) => timingSafeEqual(row.code_hash, hash) && row.is_live);
  if (fits.length > 0) {
    await store.endCodes(
      tx,
      usable.map((row) => row.id),
      now,
    );
    await store.clearFailures(tx, email, device);
    return { kind: 'right' };
  }
  const isRecent = counted && now.getTime() - counted.updated_at.getTime() < lockMinutes * minuteMs;
  const failures = (isRecent && !counted.locked_until ? counted.failures : 0) + 1;
  const isLocked = failures >= failuresMax;
  const lockedUntil = isLocked ? new Date(now.getTime() + lockMinutes * minuteMs) : null;
  await store.keepFailures(tx, {
    email,
    device,
    failures,
    locked_until: lockedUntil,
    updated_at: now,
  });
  return isLocked
    ? { kind: 'locked', retryAfterSeconds: lockMinutes * 60 }
    : { kind: 'wrong', attemptsLeft: failuresMax - failures };
}

/** Throws the declared failure of a verdict that is not `right`. */
export function refuseUnlessRight(verdict: CodeVerdict): asserts verdict is { kind: 'right' } {
  if (verdict.kind === 'locked')
    throw fail(tooManyAttempts, { retry_after: verdict.retryAfterSeconds });
  if (verdict.kind === 'wrong')
    throw fail(
      otpInvalid,
      verdict.attemptsLeft === undefined ? {} : { attempts_left: verdict.attemptsLeft },
    );
}

function hashCode(
  { codeKey }: Accounts,
  { email, purpose, code }: { email: string; purpose: string; code: string },
): Buffer {
  return createHmac('sha256', codeKey).update(`${purpose}\n${email}\n${code}`).digest();
}

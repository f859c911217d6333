// Six-digit codes: how they are sent, counted and tried. The rules stand in ../README.md.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { ErrorDeclaration } from '#lib/endpoint.ts';
import { cooldown, dailyLimit, hourlyLimit, otpInvalid, tooManyAttempts } from '../contract.ts';
import { findByEmail, freeEmailsDeletedBefore } from './account-store.ts';
import type { Accounts, Origin } from './accounts.ts';
import { type Asker, staffKey } from './askers.ts';
import * as store from './code-store.ts';
import { sendCodeMail } from './emails/code-mails.ts';
import * as limits from './sign-in-limits.ts';
import { deleteWrongCodesOf, insertWrongCode, listWrongCodes } from './wrong-code-store.ts';

export const emailHeldDays = 30;
const minuteMs = 60_000;
const dayMs = 86_400_000;

export type CodeRequest = {
  email: string;
  purpose: store.CodePurpose;
  sourceUrl: string;
  visitor: Origin;
  asker: Pick<Asker, 'key' | 'isKnown' | 'browserHash'>;
};

/**
 * Sends a code. The answer is the same for every address: one that may not sign in gets a mail
 * that says why. Throws cooldown, hourly_limit or daily_limit with `retry_after` in seconds, and
 * too_many_attempts for an asker who could not use the code.
 */
export async function sendCode(accounts: Accounts, tx: Tx, request: CodeRequest): Promise<void> {
  const { email, purpose, visitor, asker } = request;
  const now = accounts.clock.now();
  const expiresAt = new Date(now.getTime() + limits.codeMinutes * minuteMs);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await store.lockEmail(tx, email);
  await refuseLocked(tx, request, now);
  await holdToLimits(tx, request, now);
  await freeEmailsDeletedBefore(tx, new Date(now.getTime() - emailHeldDays * dayMs), email);
  const account = await findByEmail(tx, email);
  const isLive = account?.status !== 'deleted';
  const usable = await store.listUsableCodes(tx, email, purpose, now);
  const own = usable.filter((row) => row.asker === asker.key);
  await store.endCodes(
    tx,
    own.slice(limits.liveCodesMax - 1).map((row) => row.id),
    now,
  );
  await store.insertCode(tx, {
    id: createId(now),
    email,
    purpose,
    code_hash: hashCode(accounts, { email, purpose, code }),
    is_live: isLive,
    ip: visitor.ip,
    user_agent: visitor.userAgent,
    source_url: request.sourceUrl,
    created_at: now,
    expires_at: expiresAt,
    asker: asker.key,
    is_known: asker.isKnown,
    browser_hash: asker.browserHash,
  });
  await sendCodeMail(accounts, tx, {
    email,
    purpose,
    origin: visitor,
    at: now,
    expiresAt,
    code: isLive ? code : null,
  });
}

async function refuseLocked(tx: Tx, { email, asker }: CodeRequest, now: Date): Promise<void> {
  const wrong = await listWrongCodes(tx, email, new Date(now.getTime() - dayMs));
  const triesMax = limits.wrongCodesMax.whereAsked;
  const lockMs = limits.lockMs(wrong, asker, { triesMax, now });
  if (lockMs > 0) throw apiError(tooManyAttempts, { retry_after: Math.ceil(lockMs / 1000) });
}

/**
 * The wait between two codes is for one that may still arrive, and for one purpose: who just signed
 * in may ask for another, or to delete, at once.
 */
async function holdToLimits(
  tx: Tx,
  { email, purpose, asker }: CodeRequest,
  now: Date,
): Promise<void> {
  const all = await store.listRequests(tx, email, new Date(now.getTime() - dayMs));
  const timesOf = (rows: store.CodeRequestRow[]) => rows.map((row) => row.created_at);
  const own = all.filter((row) => row.asker === asker.key);
  const awaited = own.filter((row) => row.purpose === purpose && !row.used_at);
  const { codesOfAsker, codesOfStrangers } = limits;
  const pause = { timesMax: 1, windowMs: limits.resendSeconds * 1000 };
  const rules: [ErrorDeclaration, number][] = [
    [cooldown, limits.waitMs(timesOf(awaited), pause, now)],
    [hourlyLimit, limits.waitMs(timesOf(own), codesOfAsker.hour, now)],
    [dailyLimit, limits.waitMs(timesOf(own), codesOfAsker.day, now)],
  ];
  if (!asker.isKnown) {
    const strangers = timesOf(all.filter((row) => !row.is_known));
    rules.push([hourlyLimit, limits.waitMs(strangers, codesOfStrangers.hour, now)]);
    rules.push([dailyLimit, limits.waitMs(strangers, codesOfStrangers.day, now)]);
  }
  for (const [refusal, waitMs] of rules)
    if (waitMs > 0) throw apiError(refusal, { retry_after: Math.ceil(waitMs / 1000) });
}

export type CodeAttempt = {
  email: string;
  purpose: store.CodePurpose;
  otp: string;
  asker: Pick<Asker, 'key' | 'isKnown' | 'browserHash'>;
};
export type CodeVerdict =
  /** `codeIds`: every live row with this code; two can be equal by chance. */
  | { kind: 'right'; codeIds: string[] }
  | { kind: 'wrong'; attemptsLeft?: number }
  | { kind: 'locked'; retryAfterSeconds: number };
export type CodeRefusal = Exclude<CodeVerdict, { kind: 'right' }>;

/**
 * Tries a code inside the caller's transaction, which must commit whatever the verdict: failures
 * count. They count only while a code is live, and for each asker apart.
 */
export async function tryCode(
  accounts: Accounts,
  tx: Tx,
  attempt: CodeAttempt,
): Promise<CodeVerdict> {
  const { email, purpose, otp, asker } = attempt;
  const now = accounts.clock.now();
  await store.lockEmail(tx, email);
  const usable = await store.listUsableCodes(tx, email, purpose, now);
  const { tried, triesMax } = codesToTry(usable, asker);
  const wrong = await listWrongCodes(tx, email, new Date(now.getTime() - dayMs));
  const lockMs = limits.lockMs(wrong, asker, { triesMax, now });
  if (lockMs > 0) return { kind: 'locked', retryAfterSeconds: Math.ceil(lockMs / 1000) };
  if (usable.length === 0) return { kind: 'wrong' };
  const hash = hashCode(accounts, { email, purpose, code: otp });
  // Every row is compared, so that the time says nothing of which one fits.
  const fits = tried.filter((row) => timingSafeEqual(row.code_hash, hash) && row.is_live);
  if (fits.length > 0) {
    await store.endCodes(
      tx,
      usable.map((row) => row.id),
      now,
    );
    await deleteWrongCodesOf(tx, email, asker.key);
    return { kind: 'right', codeIds: fits.map((row) => row.id) };
  }
  const failure = { asker: asker.key, is_known: asker.isKnown, typed_at: now };
  await insertWrongCode(tx, { id: createId(now), email, ...failure });
  const counted = [failure, ...wrong];
  const newLockMs = limits.lockMs(counted, asker, { triesMax, now });
  if (newLockMs > 0) return { kind: 'locked', retryAfterSeconds: Math.ceil(newLockMs / 1000) };
  return { kind: 'wrong', attemptsLeft: limits.countTriesLeft(counted, asker, { triesMax, now }) };
}

/**
 * Where a browser asked for codes itself, those and the staff's are tried; elsewhere the newest of
 * the address, and fewer times. So no number of codes that strangers ask for makes guessing easier.
 */
function codesToTry(usable: store.CodeRow[], { isKnown, browserHash }: CodeAttempt['asker']) {
  const isOwn = (row: store.CodeRow) => browserHash && row.browser_hash?.equals(browserHash);
  const hasOwn = usable.some(isOwn);
  const fitting = hasOwn ? usable.filter((row) => isOwn(row) || row.asker === staffKey) : usable;
  const tried = fitting.slice(0, limits.liveCodesMax);
  const isElsewhere = !hasOwn && usable.length > 0 && !isKnown;
  const { whereAsked, elsewhere } = limits.wrongCodesMax;
  return { tried, triesMax: isElsewhere ? elsewhere : whereAsked };
}

export const refusalOf = (refusal: CodeRefusal) =>
  refusal.kind === 'locked'
    ? apiError(tooManyAttempts, { retry_after: refusal.retryAfterSeconds })
    : apiError(
        otpInvalid,
        refusal.attemptsLeft === undefined ? {} : { attempts_left: refusal.attemptsLeft },
      );

export function hashCode(
  { codeKey }: Accounts,
  { email, purpose, code }: { email: string; purpose: string; code: string },
): Buffer {
  return createHmac('sha256', codeKey).update(`${purpose}\n${email}\n${code}`).digest();
}

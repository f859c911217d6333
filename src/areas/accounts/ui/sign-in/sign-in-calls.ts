// API calls of the sign-in screen, with their errors as messages for the user.
import { call } from '#client/api.ts';
import { errorCode } from '#client/call.ts';
import { type SessionResult, session } from '#client/session.ts';
import site from '#content/site.json' with { type: 'json' };
import { CallError, errorMessage, errorNumber, unexpectedMessage } from '#lib/call-error.ts';
import { minuteMs, secondMs } from '#lib/durations.ts';
import { formatCount, formatWait } from '#lib/format.ts';
import { requestCode, verifyCode } from '../../wire/sign-in.ts';

export const codeLength = 6;

/** The content of the error banner. */
export type SignInFailure = {
  message: string;
  advice?: string;
  /** Earliest time of the next attempt, in epoch milliseconds. */
  retryAtMs?: number;
  /** No code, not even a new one, is accepted until `retryAtMs`. */
  isLock?: boolean;
  /** The entered code is no longer valid. */
  needsNewCode?: boolean;
};

export type SentCode = {
  email: string;
  /** When another code can be requested, in epoch milliseconds. */
  resendAtMs: number;
  /** When the code expires, in epoch milliseconds. */
  expiresAtMs: number;
  validMinutes: number | null;
  /** Why no code is accepted until `resendAtMs`. */
  lockMessage?: string | undefined;
};

const codeMs = 10 * minuteMs;
/** For a code that was sent by an earlier request. */
export const describeSentCode = (email: string, resendAtMs: number): SentCode => ({
  email,
  resendAtMs,
  expiresAtMs: Date.now() + codeMs,
  validMinutes: null,
});

const describeWait = (seconds: number) => `Try again in ${formatWait(seconds)}.`;

/** The failure that an earlier lock still means for a code. */
export function describeLock({ lockMessage, resendAtMs }: SentCode): SignInFailure | null {
  const waitMs = resendAtMs - Date.now();
  if (!lockMessage || waitMs <= 0) return null;
  const advice = describeWait(Math.ceil(waitMs / secondMs));
  return { message: lockMessage, advice, retryAtMs: resendAtMs, isLock: true, needsNewCode: true };
}

export type SendResult =
  | { kind: 'sent'; sent: SentCode }
  /** A code was sent a moment ago and can be used. */
  | { kind: 'sent_before'; sent: SentCode }
  | { kind: 'failed'; failure: SignInFailure };

const sourceUrl = () => `${location.origin}${location.pathname}`;
const serverUnreachable: SignInFailure = {
  message: unexpectedMessage,
  advice: 'The server did not answer. Check your connection and try again.',
};

function toFailure(error: unknown, fallback: string): SignInFailure {
  if (!(error instanceof CallError)) return { message: unexpectedMessage };
  if (error.status === 0) return serverUnreachable;
  const message = errorMessage(error, fallback);
  const attemptsLeft = errorNumber(error, 'attempts_left');
  if (attemptsLeft !== undefined)
    return { message, advice: `${formatCount(attemptsLeft, 'try', 'tries')} left.` };
  const waitSeconds = errorNumber(error, 'retry_after');
  if (waitSeconds === undefined) return { message };
  const retryAtMs = Date.now() + waitSeconds * secondMs;
  return { message, advice: describeWait(waitSeconds), retryAtMs };
}

const isClientError = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500;

/**
 * Requests a code with the session of this browser, if any, because the owner's limits differ from
 * those of strangers. A client error ends that session.
 */
export async function sendCode(email: string, fallback: string): Promise<SendResult> {
  try {
    const body = { email, source_url: sourceUrl() };
    const reply = await call(requestCode, { body });
    const sent = describeSentCode(email, Date.now() + (reply?.resend_after ?? 0) * 1000);
    if (!reply) return { kind: 'sent', sent };
    const expiresAtMs = Date.now() + reply.expires_in * 1000;
    const validMinutes = Math.round(reply.expires_in / 60);
    return { kind: 'sent', sent: { ...sent, expiresAtMs, validMinutes } };
  } catch (error) {
    const failure = toFailure(error, fallback);
    const { retryAtMs } = failure;
    if (errorCode(requestCode, error) === 'cooldown' && retryAtMs !== undefined)
      return { kind: 'sent_before', sent: describeSentCode(email, retryAtMs) };
    if (isClientError(error)) session.clear();
    const isLock = errorCode(requestCode, error) === 'too_many_attempts';
    return { kind: 'failed', failure: { ...failure, isLock } };
  }
}

/** Server errors and throttling say nothing about the code. */
const isCodeVerdict = (error: unknown) =>
  isClientError(error) && errorCode(verifyCode, error) !== 'throttled';

/** Signs in and records the accepted terms; undefined on success. */
export async function verify(email: string, otp: string): Promise<SignInFailure | undefined> {
  try {
    const body = {
      email,
      otp,
      source_url: sourceUrl(),
      terms_version: site.legal.termsVersion,
    };
    const reply = await call(verifyCode, { body }, { isAnonymous: true });
    const { isOk, message }: SessionResult = session.signIn({
      access: reply?.access,
      refresh: reply?.refresh,
      email: reply?.user?.email ?? email,
    });
    return isOk ? undefined : { message };
  } catch (error) {
    const failure = toFailure(
      error,
      isClientError(error) ? 'Invalid OTP code' : 'Failed to verify OTP',
    );
    // The code may still be valid and can be submitted again.
    if (!isCodeVerdict(error)) return failure;
    const isLock = errorCode(verifyCode, error) === 'too_many_attempts';
    return { advice: 'It may have expired or been used.', ...failure, needsNewCode: true, isLock };
  }
}

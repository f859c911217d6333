// The calls of the sign-in screen, and what their failures mean to a person.
import { call } from '#client/api.ts';
import { codeOf } from '#client/call.ts';
import { CallError, messageOf, numberBeside, unexpectedMessage } from '#client/errors.ts';
import { type Outcome, session } from '#client/session.ts';
import site from '#content/site.json' with { type: 'json' };
import { formatWait } from '#lib/format.ts';
import { requestCode, verifyCode } from '../contract.ts';

export const codeLength = 6;

/** What the banner says: the message, and what to do about it. */
export type Failure = {
  message: string;
  advice?: string;
  /** When the same may be tried again, in epoch milliseconds. */
  retryAtMs?: number;
  /** Until then no code can be used, the next one neither. */
  isLock?: boolean;
  /** The code that was typed is of no use any more, and another one is the way on. */
  needsNewCode?: boolean;
};

export type Sent = {
  email: string;
  /** When another code may be asked for, in epoch milliseconds. */
  resendAtMs: number;
  /** When the code is of no use any more, in epoch milliseconds. */
  expiresAtMs: number;
  validMinutes: number | null;
};

const codeMs = 10 * 60_000;
/** Of a code that another request has sent. */
export const sentBefore = (email: string, resendAtMs: number): Sent => ({
  email,
  resendAtMs,
  expiresAtMs: Date.now() + codeMs,
  validMinutes: null,
});

export type SendResult =
  | { kind: 'sent'; sent: Sent }
  /** One is on its way already: as good as sent. */
  | { kind: 'sent_before'; sent: Sent }
  | { kind: 'failed'; failure: Failure };

const sourceUrl = () => `${location.origin}${location.pathname}`;
const unreachable: Failure = {
  message: unexpectedMessage,
  advice: 'The server did not answer. Check your connection and try again.',
};

function explain(error: unknown, fallback: string): Failure {
  if (!(error instanceof CallError)) return { message: unexpectedMessage };
  if (error.status === 0) return unreachable;
  const message = messageOf(error, fallback);
  const attemptsLeft = numberBeside(error, 'attempts_left');
  if (attemptsLeft !== undefined)
    return { message, advice: `${attemptsLeft} ${attemptsLeft === 1 ? 'try' : 'tries'} left.` };
  const waitSeconds = numberBeside(error, 'retry_after');
  if (waitSeconds === undefined) return { message };
  const retryAtMs = Date.now() + waitSeconds * 1000;
  return { message, advice: `Try again in ${formatWait(waitSeconds)}.`, retryAtMs };
}

const isRefused = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500;

/**
 * Asks for a code, with the session that this browser may still have: the limits of its owner are
 * not those of strangers. A refusal ends that session.
 */
export async function sendCode(email: string, fallback: string): Promise<SendResult> {
  try {
    const body = { email, source_url: sourceUrl() };
    const reply = await call(requestCode, { body });
    const sent = sentBefore(email, Date.now() + (reply?.resend_after ?? 0) * 1000);
    if (!reply) return { kind: 'sent', sent };
    const expiresAtMs = Date.now() + reply.expires_in * 1000;
    const validMinutes = Math.round(reply.expires_in / 60);
    return { kind: 'sent', sent: { ...sent, expiresAtMs, validMinutes } };
  } catch (error) {
    const failure = explain(error, fallback);
    const { retryAtMs } = failure;
    if (codeOf(requestCode, error) === 'cooldown' && retryAtMs !== undefined)
      return { kind: 'sent_before', sent: sentBefore(email, retryAtMs) };
    if (isRefused(error)) session.clear();
    return { kind: 'failed', failure };
  }
}

/** A server in trouble, or a network that asks too often, says nothing about the code. */
const isJudged = (error: unknown) => isRefused(error) && codeOf(verifyCode, error) !== 'throttled';

/** Signs in who has accepted the terms; undefined when it worked. */
export async function verify(email: string, otp: string): Promise<Failure | undefined> {
  try {
    const body = {
      email,
      otp,
      source_url: sourceUrl(),
      terms_version: site.legal.termsVersion,
    };
    const reply = await call(verifyCode, { body }, { isAnonymous: true });
    const { isOk, message }: Outcome = session.signIn({
      access: reply?.access,
      refresh: reply?.refresh,
      email: reply?.user?.email ?? email,
    });
    return isOk ? undefined : { message };
  } catch (error) {
    const failure = explain(error, isRefused(error) ? 'Invalid OTP code' : 'Failed to verify OTP');
    // Without a verdict nobody knows: the same code may be sent again.
    if (!isJudged(error)) return failure;
    const isLock = codeOf(verifyCode, error) === 'too_many_attempts';
    return { advice: 'It may have expired or been used.', ...failure, needsNewCode: true, isLock };
  }
}

// The calls of the sign-in screen, and what their failures mean to a person.
import { call } from '#client/api.ts';
import { codeOf } from '#client/call.ts';
import { CallError, messageOf, numberBeside, unexpectedMessage } from '#client/errors.ts';
import { type Outcome, session } from '#client/session.ts';
import site from '#content/site.json' with { type: 'json' };
import { requestCode, verifyCode } from '../contract.ts';
import { sayWait } from './wait-words.ts';

export const codeLength = 6;

/** What the banner says: the message, and what to do about it. */
export type Failure = { message: string; advice?: string };

export type Sent = {
  email: string;
  /** When another code may be asked for, in epoch milliseconds. */
  resendAtMs: number;
  validMinutes: number | null;
};

export type SendResult =
  | { kind: 'sent'; sent: Sent }
  /** One is on its way already: as good as sent. */
  | { kind: 'sent_before'; sent: Sent }
  | { kind: 'failed'; failure: Failure; retryAtMs: number | null };

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
  if (waitSeconds !== undefined)
    return { message, advice: `Try again in ${sayWait(waitSeconds)}.` };
  return { message };
}

const isRefused = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500;

/** Asks for a code. A refusal ends the session that this browser may still have. */
export async function sendCode(email: string, fallback: string): Promise<SendResult> {
  try {
    const body = { email, source_url: sourceUrl() };
    const reply = await call(requestCode, { body }, { isAnonymous: true });
    const resendAtMs = Date.now() + (reply?.resend_after ?? 0) * 1000;
    const validMinutes = reply ? Math.round(reply.expires_in / 60) : null;
    return { kind: 'sent', sent: { email, resendAtMs, validMinutes } };
  } catch (error) {
    const waitSeconds = numberBeside(error, 'retry_after');
    const retryAtMs = waitSeconds === undefined ? null : Date.now() + waitSeconds * 1000;
    if (codeOf(requestCode, error) === 'cooldown' && retryAtMs !== null)
      return { kind: 'sent_before', sent: { email, resendAtMs: retryAtMs, validMinutes: null } };
    if (isRefused(error)) session.clear();
    return { kind: 'failed', failure: explain(error, fallback), retryAtMs };
  }
}

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
    return explain(error, isRefused(error) ? 'Invalid OTP code' : 'Failed to verify OTP');
  }
}

import type { Tx } from '#kernel/database/database.ts';
import { createId, createToken } from '#kernel/ids.ts';
import { budgets } from '#lib/budgets.ts';
import { dayMs, secondMs } from '#lib/durations.ts';
import { sessionDays } from '../../wire/sessions.constants.ts';
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  grantRole,
  insertAccount,
  updateAccount,
} from '../account-store.ts';
import { type Accounts, accountRegistered } from '../accounts.ts';
import { sendNewDeviceMail } from '../emails/account-mails.ts';
import { logActivity } from '../sessions/activity.ts';
import { insertDevice, setDeviceToken, touchDevice } from '../sessions/device-store.ts';
import { endOldestSessions, insertSession } from '../sessions/session-store.ts';
import { findSessionByCode, lockEmail, recordSession } from './code-store.ts';
import { alertIfGuessing, throttleAttempt } from './guessing.ts';
import {
  type ClientInfo,
  hashToken,
  identifySource,
  type RequestSource,
} from './request-source.ts';
import { type CodeCheckFailure, checkCode, hashCode, toApiError } from './sign-in-codes.ts';
import { repeatSeconds } from './sign-in-limits.ts';

export type SignInInput = {
  email: string;
  otp: string;
  sourceUrl: string;
  /** The version of the terms accepted on the sign-in screen. */
  termsVersion: string | undefined;
  client: ClientInfo;
};
type SignInAttempt = SignInInput & { source: RequestSource };
type SignInResult = {
  account: AccountRow;
  sessionId: string;
  expiresAt: Date;
  /** Set for a browser unknown to any account: the cookie to recognise it by from now on. */
  newDeviceToken?: string | undefined;
};

/**
 * The account is created here, at the first valid code, never at the request for one. Opens its own
 * units of work: the count of a wrong code must be committed before the error is thrown.
 */
export async function signIn(accounts: Accounts, input: SignInInput) {
  const { email, client } = input;
  const source = await accounts.work.read((db) => identifySource(db, client, { email }));
  const attempt = { ...input, source };
  const { rates, refund } = await throttleAttempt(accounts, source);
  const result = await accounts.work.write(async (tx) => {
    await lockEmail(tx, email);
    return (
      (await repeatSignIn(accounts, tx, attempt)) ?? (await attemptSignIn(accounts, tx, attempt))
    );
  });
  if ('kind' in result) {
    if (!source.isKnown) await alertIfGuessing(accounts);
    throw toApiError(result);
  }
  await refund();
  const { account, sessionId, expiresAt, newDeviceToken } = result;
  const subject = { accountId: account.id, sessionId };
  return {
    account,
    newDeviceToken,
    access: accounts.tokens.signAccess(subject),
    refresh: accounts.tokens.signRefresh(subject, expiresAt),
    rates,
  };
}

/** The session that this code just started in this browser: the response may have been lost. */
async function repeatSignIn(
  accounts: Accounts,
  tx: Tx,
  { email, otp, source }: SignInAttempt,
): Promise<SignInResult | null> {
  const { browserHash } = source;
  if (!browserHash) return null;
  const now = accounts.clock.now();
  const since = new Date(now.getTime() - repeatSeconds * secondMs);
  const codeHashes = hashCode(accounts, { email, purpose: 'sign_in', code: otp });
  const session = await findSessionByCode(tx, { email, codeHashes, browserHash }, { since, now });
  const account = session && (await findAccount(tx, session.account_id));
  if (!account || account.status === 'deleted') return null;
  const result = { account, sessionId: session.id, expiresAt: session.expires_at };
  // The browser keeps a cookie that is known to another account.
  if (source.deviceToken || !session.device_id) return result;
  // The device cookie was lost with the response.
  const newDeviceToken = createToken();
  await setDeviceToken(tx, session.device_id, hashToken(newDeviceToken));
  return { ...result, newDeviceToken };
}

/** Returns a wrong code instead of throwing: the count of failures must be committed. */
async function attemptSignIn(
  accounts: Accounts,
  tx: Tx,
  input: SignInAttempt,
): Promise<SignInResult | CodeCheckFailure> {
  const { email, otp, client: origin, source } = input;
  const check = await checkCode(accounts, tx, { email, otp, purpose: 'sign_in', source });
  if (check.kind !== 'valid') return check;
  const { account, isNew } = await findOrCreateAccount(accounts, tx, input);
  const device = await findOrCreateDevice(accounts, tx, account, input);
  const session = await createSession(accounts, tx, account, device.id, input);
  const started = { session_id: session.sessionId, browser_hash: source.browserHash };
  await recordSession(tx, check.codeIds, started);
  if (!isNew && !device.isKnown)
    await sendNewDeviceMail(accounts, tx, { account, origin, at: accounts.clock.now() });
  const kind = isNew ? 'registration' : device.isKnown ? 'login' : 'login_new_device';
  await logActivity(accounts, tx, { accountId: account.id, kind, origin });
  return { account, ...session, newDeviceToken: device.newToken };
}

async function findOrCreateAccount(
  accounts: Accounts,
  tx: Tx,
  { email, termsVersion }: SignInInput,
) {
  const now = accounts.clock.now();
  const changes = {
    last_login: now,
    ...(termsVersion && { terms_version: termsVersion, terms_accepted_at: now }),
  };
  const found = await findAccountByEmail(tx, email);
  const account = found
    ? await updateAccount(tx, found.id, changes)
    : await insertAccount(tx, { email, date_joined: now, ...changes });
  if (accounts.config.STAFF_EMAILS.includes(email)) await grantRole(tx, account.id, 'admin', now);
  if (!found)
    await accounts.events.publish(tx, accountRegistered, { accountId: account.id, email });
  return { account, isNew: !found };
}

async function findOrCreateDevice(
  accounts: Accounts,
  tx: Tx,
  account: AccountRow,
  { source, client }: SignInAttempt,
): Promise<{ id: string; isKnown: boolean; newToken?: string }> {
  const now = accounts.clock.now();
  const known = source.device;
  if (known && (await touchDevice(tx, known.id, now))) return { id: known.id, isKnown: true };
  const token = source.deviceToken ?? createToken();
  const id = createId(now);
  await insertDevice(tx, {
    id,
    account_id: account.id,
    token_hash: hashToken(token),
    user_agent: client.userAgent,
    created_at: now,
    last_seen_at: now,
  });
  return { id, isKnown: false, ...(!source.deviceToken && { newToken: token }) };
}

async function createSession(
  accounts: Accounts,
  tx: Tx,
  account: AccountRow,
  deviceId: string,
  { client, sourceUrl }: SignInInput,
): Promise<Pick<SignInResult, 'sessionId' | 'expiresAt'>> {
  const now = accounts.clock.now();
  const sessionId = createId(now);
  const expiresAt = new Date(now.getTime() + sessionDays * dayMs);
  await insertSession(tx, {
    id: sessionId,
    account_id: account.id,
    device_id: deviceId,
    ip: client.ip,
    user_agent: client.userAgent,
    source_url: sourceUrl,
    created_at: now,
    last_used_at: now,
    expires_at: expiresAt,
  });
  await endOldestSessions(tx, account.id, now, budgets.sessionsPerAccount);
  await accounts.sessionCache.invalidate(tx, account.id);
  return { sessionId, expiresAt };
}

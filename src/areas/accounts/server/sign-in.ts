import type { Tx } from '#kernel/database/database.ts';
import { createId, createToken } from '#kernel/ids.ts';
import { budgets } from '#lib/budgets.ts';
import {
  type AccountRow,
  findByEmail,
  findById,
  grantRole,
  insertAccount,
  updateAccount,
} from './account-store.ts';
import { type Accounts, accountRegistered } from './accounts.ts';
import { logActivity } from './activity.ts';
import { type Asker, hashToken, readAsker, type Visitor } from './askers.ts';
import { findOpenedSession, lockEmail, noteSession } from './code-store.ts';
import { sendNewDeviceMail } from './emails/account-mails.ts';
import { admitTry, reportGuessing } from './guessing.ts';
import * as store from './session-store.ts';
import { type CodeRefusal, hashCode, refusalOf, tryCode } from './sign-in-codes.ts';
import { repeatSeconds } from './sign-in-limits.ts';
import { refreshDays } from './tokens.ts';

export type SignInInput = {
  email: string;
  otp: string;
  sourceUrl: string;
  /** The version of the terms that the person accepted on the sign-in screen. */
  termsVersion: string | undefined;
  visitor: Visitor;
};
type Asked = SignInInput & { asker: Asker };
type Opened = {
  account: AccountRow;
  sessionId: string;
  expiresAt: Date;
  /** Set when no account knows the browser: the cookie that makes it known from now on. */
  newDeviceToken?: string | undefined;
};

const dayMs = 86_400_000;

/**
 * The account is made here, at the first right code, never at the request for one. Opens its units
 * itself: a wrong code is counted, and refused after that.
 */
export async function signIn(accounts: Accounts, input: SignInInput) {
  const { email, visitor } = input;
  const asker = await accounts.work.read((db) => readAsker(db, visitor, { email }));
  const asked = { ...input, asker };
  const { rates, giveBack } = await admitTry(accounts, asker);
  const outcome = await accounts.work.write(async (tx) => {
    await lockEmail(tx, email);
    return (await repeatSignIn(accounts, tx, asked)) ?? (await trySigningIn(accounts, tx, asked));
  });
  if ('kind' in outcome) {
    if (!asker.isKnown) await reportGuessing(accounts);
    throw refusalOf(outcome);
  }
  await giveBack();
  const { account, sessionId, expiresAt, newDeviceToken } = outcome;
  const subject = { accountId: account.id, sessionId };
  return {
    account,
    newDeviceToken,
    access: accounts.tokens.signAccess(subject),
    refresh: accounts.tokens.signRefresh(subject, expiresAt),
    rates,
  };
}

/** The session that this code opened in this browser just now: its answer may have been lost. */
async function repeatSignIn(
  accounts: Accounts,
  tx: Tx,
  { email, otp, asker }: Asked,
): Promise<Opened | null> {
  const { browserHash } = asker;
  if (!browserHash) return null;
  const now = accounts.clock.now();
  const since = new Date(now.getTime() - repeatSeconds * 1000);
  const codeHash = hashCode(accounts, { email, purpose: 'sign_in', code: otp });
  const session = await findOpenedSession(tx, { email, codeHash, browserHash }, { since, now });
  const account = session && (await findById(tx, session.account_id));
  if (!account || account.status === 'deleted') return null;
  const opened = { account, sessionId: session.id, expiresAt: session.expires_at };
  // A cookie that other accounts know serves this one too: it stays.
  if (asker.deviceToken || !session.device_id) return opened;
  // The device cookie was lost with that answer.
  const newDeviceToken = createToken();
  await store.setDeviceToken(tx, session.device_id, hashToken(newDeviceToken));
  return { ...opened, newDeviceToken };
}

/** Returns instead of throwing on a wrong code: the count of failures must be committed. */
async function trySigningIn(
  accounts: Accounts,
  tx: Tx,
  input: Asked,
): Promise<Opened | CodeRefusal> {
  const { email, otp, visitor: origin, asker } = input;
  const verdict = await tryCode(accounts, tx, { email, otp, purpose: 'sign_in', asker });
  if (verdict.kind !== 'right') return verdict;
  const { account, isNew } = await enter(accounts, tx, input);
  const device = await recogniseDevice(accounts, tx, account, input);
  const session = await openSession(accounts, tx, account, device.id, input);
  const opened = { session_id: session.sessionId, browser_hash: asker.browserHash };
  await noteSession(tx, verdict.codeIds, opened);
  if (!isNew && !device.isKnown)
    await sendNewDeviceMail(accounts, tx, { account, origin, at: accounts.clock.now() });
  const kind = isNew ? 'registration' : device.isKnown ? 'login' : 'login_new_device';
  await logActivity(accounts, tx, { accountId: account.id, kind, origin });
  return { account, ...session, newDeviceToken: device.newToken };
}

async function enter(accounts: Accounts, tx: Tx, { email, termsVersion }: SignInInput) {
  const now = accounts.clock.now();
  const seen = {
    last_login: now,
    ...(termsVersion && { terms_version: termsVersion, terms_accepted_at: now }),
  };
  const found = await findByEmail(tx, email);
  const account = found
    ? await updateAccount(tx, found.id, seen)
    : await insertAccount(tx, { email, date_joined: now, ...seen });
  if (accounts.config.STAFF_EMAILS.includes(email)) await grantRole(tx, account.id, 'admin', now);
  if (!found)
    await accounts.events.publish(tx, accountRegistered, { accountId: account.id, email });
  return { account, isNew: !found };
}

async function recogniseDevice(
  accounts: Accounts,
  tx: Tx,
  account: AccountRow,
  { asker, visitor }: Asked,
): Promise<{ id: string; isKnown: boolean; newToken?: string }> {
  const now = accounts.clock.now();
  const known = asker.device;
  if (known && (await store.touchDevice(tx, known.id, now))) return { id: known.id, isKnown: true };
  const token = asker.deviceToken ?? createToken();
  const id = createId(now);
  await store.insertDevice(tx, {
    id,
    account_id: account.id,
    token_hash: hashToken(token),
    user_agent: visitor.userAgent,
    created_at: now,
    last_seen_at: now,
  });
  return { id, isKnown: false, ...(!asker.deviceToken && { newToken: token }) };
}

async function openSession(
  accounts: Accounts,
  tx: Tx,
  account: AccountRow,
  deviceId: string,
  { visitor, sourceUrl }: SignInInput,
): Promise<Pick<Opened, 'sessionId' | 'expiresAt'>> {
  const now = accounts.clock.now();
  const sessionId = createId(now);
  const expiresAt = new Date(now.getTime() + refreshDays * dayMs);
  await store.insertSession(tx, {
    id: sessionId,
    account_id: account.id,
    device_id: deviceId,
    ip: visitor.ip,
    user_agent: visitor.userAgent,
    source_url: sourceUrl,
    created_at: now,
    last_used_at: now,
    expires_at: expiresAt,
  });
  await store.endOldestSessions(tx, account.id, now, budgets.sessionsPerAccount);
  return { sessionId, expiresAt };
}

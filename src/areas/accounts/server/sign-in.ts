import { createHash } from 'node:crypto';
import type { Tx } from '#server/database/database.ts';
import { newId, newToken } from '#server/ids.ts';
import {
  type AccountRow,
  findByEmail,
  grantRole,
  insertAccount,
  updateAccount,
} from './account-store.ts';
import { type Accounts, accountRegistered, type Origin } from './accounts.ts';
import { logActivity } from './activity.ts';
import { sendNewDeviceMail } from './emails/account-mails.ts';
import * as store from './session-store.ts';
import { type CodeVerdict, refuseUnlessRight, tryCode } from './sign-in-codes.ts';
import { refreshDays } from './tokens.ts';

export type SignInInput = {
  email: string;
  otp: string;
  sourceUrl: string;
  /** The version of the terms that the person accepted on the sign-in screen. */
  termsVersion: string | undefined;
  /** The device cookie of a browser that signed in before. */
  deviceToken: string | undefined;
  origin: Origin;
};
export type SignedIn = {
  account: AccountRow;
  access: string;
  refresh: string;
  /** Set when no account knows the browser: the cookie that makes it known from now on. */
  newDeviceToken?: string;
};
type Outcome = { verdict: CodeVerdict; signedIn?: Omit<SignedIn, 'access' | 'refresh'> & Opened };
type Opened = { sessionId: string; expiresAt: Date };

/** The account is made here, at the first right code, never at the request for one. */
export async function signIn(accounts: Accounts, input: SignInInput): Promise<SignedIn> {
  const { verdict, signedIn } = await accounts.database.transaction((tx) =>
    trySigningIn(accounts, tx, input),
  );
  refuseUnlessRight(verdict);
  const { sessionId, expiresAt, ...rest } = signedIn!;
  const subject = { accountId: rest.account.id, sessionId };
  return {
    ...rest,
    access: accounts.tokens.signAccess(subject),
    refresh: accounts.tokens.signRefresh(subject, expiresAt),
  };
}

/** Returns instead of throwing on a wrong code: the count of failures must be committed. */
async function trySigningIn(accounts: Accounts, tx: Tx, input: SignInInput): Promise<Outcome> {
  const { email, otp, origin } = input;
  const browser = await readBrowser(tx, input);
  const { known } = browser;
  const attempt = { email, otp, purpose: 'sign_in' as const, device: known?.id ?? '' };
  const verdict = await tryCode(accounts, tx, attempt);
  if (verdict.kind !== 'right') return { verdict };
  const { account, isNew } = await enter(accounts, tx, input);
  const device = await recogniseDevice(accounts, tx, account, browser, origin);
  const session = await openSession(accounts, tx, account, device.id, input);
  if (!isNew && !known) {
    await sendNewDeviceMail(accounts, tx, { account, origin, at: accounts.clock.now() });
  }
  const kind = isNew ? 'registration' : known ? 'login' : 'login_new_device';
  await logActivity(accounts, tx, { accountId: account.id, kind, origin });
  return {
    verdict,
    signedIn: { account, ...session, ...(device.newToken && { newDeviceToken: device.newToken }) },
  };
}

/** `token` where some account knows it, so that nobody can choose one for a browser. */
type Browser = { token?: string; known?: store.DeviceRow | undefined };

async function readBrowser(tx: Tx, { deviceToken, email }: SignInInput): Promise<Browser> {
  if (!deviceToken) return {};
  const devices = await store.listDevices(tx, hashToken(deviceToken));
  if (devices.length === 0) return {};
  return { token: deviceToken, known: devices.find((device) => device.email === email) };
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
  { token, known }: Browser,
  origin: Origin,
): Promise<{ id: string; newToken?: string }> {
  const now = accounts.clock.now();
  if (known) {
    await store.touchDevice(tx, known.id, now);
    return { id: known.id };
  }
  const kept = token ?? newToken();
  const id = newId(now);
  await store.insertDevice(tx, {
    id,
    account_id: account.id,
    token_hash: hashToken(kept),
    user_agent: origin.userAgent,
    created_at: now,
    last_seen_at: now,
  });
  return token ? { id } : { id, newToken: kept };
}

async function openSession(
  accounts: Accounts,
  tx: Tx,
  account: AccountRow,
  deviceId: string,
  { origin, sourceUrl }: SignInInput,
): Promise<Opened> {
  const now = accounts.clock.now();
  const sessionId = newId(now);
  const expiresAt = new Date(now.getTime() + refreshDays * 86_400_000);
  await store.insertSession(tx, {
    id: sessionId,
    account_id: account.id,
    device_id: deviceId,
    ip: origin.ip,
    user_agent: origin.userAgent,
    source_url: sourceUrl,
    created_at: now,
    last_used_at: now,
    expires_at: expiresAt,
  });
  return { sessionId, expiresAt };
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

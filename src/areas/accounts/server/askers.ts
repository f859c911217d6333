// Who asks for a code or types one: what limits count by. The rules stand in ../README.md.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#kernel/database/database.ts';
import { networkFrom } from '#kernel/http/caller.ts';
import type { Actor } from '#kernel/ports.ts';
import { findByEmail } from './account-store.ts';
import { type Origin, originOf } from './accounts.ts';
import { type DeviceRow, listDevices } from './session-store.ts';

export type Asker = {
  /** What is counted together: a known device, the account's sessions, the staff, or a network. */
  key: string;
  /** The owner of the account signed in here before, or staff vouch for it. */
  isKnown: boolean;
  network: string;
  /** Of the cookie that the browser got with the code it asked for. */
  browserHash: Buffer | null;
  /** Set for a browser that signed in to this account before. */
  device?: DeviceRow;
  /** The device cookie, where some account knows it: nobody can choose one for a browser. */
  deviceToken?: string;
};

/** The key of all codes that staff send. */
export const staffKey = 'staff';
const deviceCookie = { name: 'device', seconds: 365 * 86_400 };
/** Longer than any code lives, so that all codes of a browser belong to it. */
const browserCookie = { name: 'code_browser', seconds: 3600 };
const tokenShape = /^[\w-]{43}$/;

/** It only tells one browser from another; it signs nobody in. Scripts can't read it. */
const cookieOf = (cookie: { name: string; seconds: number }, token: string, isSecure: boolean) =>
  `${cookie.name}=${token}; Path=/apix/accounts/; Max-Age=${cookie.seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

export const deviceCookieOf = (token: string, isSecure: boolean): string =>
  cookieOf(deviceCookie, token, isSecure);
export const browserCookieOf = (token: string, isSecure: boolean): string =>
  cookieOf(browserCookie, token, isSecure);

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What a request says of where it comes from. */
export type Visitor = Origin & {
  network: string;
  deviceToken: string | undefined;
  browserToken: string | undefined;
};

/** A made-up browser token affects only its own sender. */
export function visitorOf(request: FastifyRequest): Visitor {
  const browserToken = request.cookies[browserCookie.name] ?? '';
  return {
    ...originOf(request),
    network: networkFrom(request),
    deviceToken: request.cookies[deviceCookie.name],
    browserToken: tokenShape.test(browserToken) ? browserToken : undefined,
  };
}

/** Who asks for, or types, a code of an address. */
export async function readAsker(
  db: Db,
  { network, deviceToken, browserToken }: Visitor,
  { email, actor }: { email: string; actor?: Actor | null },
): Promise<Asker> {
  const browserHash = browserToken ? hashToken(browserToken) : null;
  const known = await readDevice(db, deviceToken, email);
  const found = { network, browserHash, ...known };
  if (known.device) return { ...found, key: `device:${known.device.id}`, isKnown: true };
  // Sessions only: a leaked API key must not use up its owner's allowance.
  if (actor?.via === 'session' && (await findByEmail(db, email))?.id === actor.accountId)
    return { ...found, key: `account:${actor.accountId}`, isKnown: true };
  return { ...found, key: network, isKnown: false };
}

async function readDevice(
  db: Db,
  token: string | undefined,
  email: string,
): Promise<Pick<Asker, 'device' | 'deviceToken'>> {
  if (!token) return {};
  const devices = await listDevices(db, hashToken(token));
  if (devices.length === 0) return {};
  const device = devices.find((one) => one.email === email);
  return { deviceToken: token, ...(device && { device }) };
}

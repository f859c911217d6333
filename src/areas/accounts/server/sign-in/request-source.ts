// The source of a request for a code, or of an attempt, by which limits count: ../../README.md.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#kernel/database/database.ts';
import { networkFrom } from '#kernel/http/caller.ts';
import type { Actor } from '#kernel/ports.ts';
import { daySeconds, hourSeconds } from '#lib/durations.ts';
import { findAccountByEmail } from '../account-store.ts';
import { type Origin, readOrigin } from '../accounts.ts';
import { type DeviceRow, listDevices } from '../sessions/device-store.ts';

export type RequestSource = {
  /** What counts together: a device, the account's sessions, staff or a network. */
  key: string;
  /** The owner signed in here before, or staff sent the code. */
  isKnown: boolean;
  network: string;
  /** Hash of the cookie that the browser got with its request for a code. */
  browserHash: Buffer | null;
  /** Set for a browser that signed in to this account before. */
  device?: DeviceRow;
  /** The device cookie, if it is known to any account; a made-up one is ignored. */
  deviceToken?: string;
};

/** The key of all codes sent by staff. */
export const staffSourceKey = 'staff';
const deviceCookie = { name: 'device', seconds: 365 * daySeconds };
/** Outlives every code, so that all codes of a browser share it. */
const browserCookie = { name: 'code_browser', seconds: hourSeconds };
const tokenPattern = /^[\w-]{43}$/;

/** Identifies a browser but does not sign it in; not readable by scripts. */
const serializeCookie = (
  cookie: { name: string; seconds: number },
  token: string,
  isSecure: boolean,
) =>
  `${cookie.name}=${token}; Path=/apix/accounts/; Max-Age=${cookie.seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

export const createDeviceCookie = (token: string, isSecure: boolean): string =>
  serializeCookie(deviceCookie, token, isSecure);
export const createBrowserCookie = (token: string, isSecure: boolean): string =>
  serializeCookie(browserCookie, token, isSecure);

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What a request says about its client. */
export type ClientInfo = Origin & {
  network: string;
  deviceToken: string | undefined;
  browserToken: string | undefined;
};

/** A made-up browser token affects only its sender. */
export function readClientInfo(request: FastifyRequest): ClientInfo {
  const browserToken = request.cookies[browserCookie.name] ?? '';
  return {
    ...readOrigin(request),
    network: networkFrom(request),
    deviceToken: request.cookies[deviceCookie.name],
    browserToken: tokenPattern.test(browserToken) ? browserToken : undefined,
  };
}

/** The source of a request for a code, or of an attempt, for an address. */
export async function identifySource(
  db: Db,
  { network, deviceToken, browserToken }: ClientInfo,
  { email, actor }: { email: string; actor?: Actor | null },
): Promise<RequestSource> {
  const browserHash = browserToken ? hashToken(browserToken) : null;
  const deviceInfo = await findDevice(db, deviceToken, email);
  const base = { network, browserHash, ...deviceInfo };
  if (deviceInfo.device) return { ...base, key: `device:${deviceInfo.device.id}`, isKnown: true };
  // Sessions only: a leaked API key must not use up its owner's allowance.
  if (actor?.via === 'session' && (await findAccountByEmail(db, email))?.id === actor.accountId)
    return { ...base, key: `account:${actor.accountId}`, isKnown: true };
  return { ...base, key: network, isKnown: false };
}

async function findDevice(
  db: Db,
  token: string | undefined,
  email: string,
): Promise<Pick<RequestSource, 'device' | 'deviceToken'>> {
  if (!token) return {};
  const devices = await listDevices(db, hashToken(token));
  if (devices.length === 0) return {};
  const device = devices.find((one) => one.email === email);
  return { deviceToken: token, ...(device && { device }) };
}

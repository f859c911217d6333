// What the parsers of proxy lists have in common.

import { normalizeHost } from '#kernel/outbound/address-guard.ts';
import type { Protocol, ProxyType } from '../../wire/proxies.constants.ts';

export type ParsedProxy = {
  /** Of JSON the number of the entry. */
  line: number;
  host: string;
  port: number;
  username: string;
  password: string;
  protocol?: Protocol;
  country_code?: string | null;
  city?: string;
  asn?: number | null;
  type?: ProxyType;
  provider?: string;
};
/** Errors give the line number, never its content, which may include a password. */
export type RejectedLine = { line: number; error: string };
export type ParseResult = { proxies: ParsedProxy[]; rejected: RejectedLine[] };

export const howToWrite = 'Write host:port, host:port:user:password or a URL.';
const hostCharactersMax = 253;
const loginCharactersMax = 500;

type Address = Pick<ParsedProxy, 'host' | 'port' | 'username' | 'password'>;

/** The proxy with its host normalized; null when it is not valid. */
export function validateAddress<T extends Address>(proxy: T): T | null {
  const { port, username, password } = proxy;
  const host = normalizeHost(proxy.host.toLowerCase());
  const isHost = host !== null && host.length <= hostCharactersMax;
  const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
  // A colon would end the user name, and a line break the header.
  const isLogin =
    Math.max(username.length, password.length) <= loginCharactersMax &&
    !username.includes(':') &&
    !/[\r\n\0]/.test(username + password);
  return isHost && isPort && isLogin ? { ...proxy, host } : null;
}

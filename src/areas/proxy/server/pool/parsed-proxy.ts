// What the parsers of proxy lists have in common.

import { normalizeHost } from '#kernel/outbound/address-guard.ts';
import { type Protocol, type ProxyType, protocols } from '../../wire/proxies.constants.ts';

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

const protocolNames: Record<string, Protocol> = {
  http: 'http',
  https: 'https',
  socks5: 'socks5',
  socks5h: 'socks5',
  socks: 'socks5',
};

/** By the name that lists give it, in any case. */
export function readProtocol(name: string): Protocol | { error: string } {
  const known = name.toLowerCase();
  if (/^socks4a?$/.test(known)) return { error: noSocks4 };
  return protocolNames[known] ?? { error: `Use one of ${protocols.join(', ')} as protocol.` };
}

const noSocks4 =
  'SOCKS 4 has no password and no IPv6, and is not supported. Most providers offer the same proxy as socks5 or http: change the protocol of the line.';
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

// A line of a proxy list: a URL, host:port or host:port:user:password.
import type { Protocol } from '../../wire/proxies.constants.ts';
import { type ParsedProxy, validateAddress } from './parsed-proxy.ts';

const schemes: Record<string, Protocol> = {
  'http:': 'http',
  'https:': 'https',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
};

/** A password may contain `://` too. */
const hasScheme = (text: string): boolean => /^[a-z0-9]+:\/\//i.test(text);

/** Null when it is none of these. */
export function readLine(text: string): Omit<ParsedProxy, 'line'> | null {
  if (hasScheme(text)) return readUrl(text);
  const v6 = /^(\[[^\]]+\]):(\d+)(?::([^:]*):(.*))?$/.exec(text);
  const plain = /^([^:\s]+):(\d+)(?::([^:]*):(.*))?$/.exec(text);
  if (!v6 && !plain && text.includes('@')) return readUrl(text);
  const [, host = '', port = '', username = '', password = ''] = v6 ?? plain ?? [];
  return validateAddress({ host, port: Number(port), username, password });
}

function readUrl(text: string): Omit<ParsedProxy, 'line'> | null {
  const address = hasScheme(text) ? text : `http://${text}`;
  // URL drops the default port of http and https, so a neutral scheme is parsed instead.
  const scheme = /^[a-z0-9]+:/i.exec(address)?.[0].toLowerCase() ?? '';
  const protocol = schemes[scheme];
  const neutral = address.replace(/^[a-z0-9]+:/i, 'proxy:');
  if (!protocol || !URL.canParse(neutral)) return null;
  const { hostname, port, username, password } = new URL(neutral);
  try {
    const login = {
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
    const read = validateAddress({ host: hostname, port: Number(port), ...login });
    return read && { ...read, ...(hasScheme(text) && { protocol }) };
  } catch {
    return null;
  }
}

// Parses pasted proxies: URLs, host:port, host:port:user:password, or CSV.
import { CsvError, parse } from 'csv-parse/sync';
import {
  type Protocol,
  type ProxyType,
  protocols,
  proxyTypes,
} from '../../wire/proxies.constants.ts';
import { normalizeHost } from '../forwarding/address-guard.ts';

export type ParsedProxy = {
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
export type RejectedLine = { line: number; error: string };
export type ParseResult = { proxies: ParsedProxy[]; rejected: RejectedLine[] };

const schemes: Record<string, Protocol> = {
  'http:': 'http',
  'https:': 'https',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
};
const brokenCsv = 'A quote up to this line is never closed. Close it or remove it.';
const columnsMax = 30;
const tooWide = `A line has at most ${columnsMax} columns.`;
const hostCharactersMax = 253;
const loginCharactersMax = 500;
const labelCharactersMax = 100;
const howToWrite = 'Write host:port, host:port:user:password or a URL.';

/** Errors give the line number, never its content, which may include a password. */
export function parseProxies(text: string): ParseResult {
  const lines = text.split(/\r?\n/);
  const first = lines.find((line) => line.trim()) ?? '';
  const [header] = /(^|[,;])\s*"?host"?\s*([,;]|$)/i.exec(first) ?? [];
  if (header === undefined) return parseLines(lines);
  const delimiter = first.includes(';') ? ';' : ',';
  const wide = lines.findIndex((line) => line.split(delimiter, columnsMax + 1).length > columnsMax);
  if (wide >= 0) return { proxies: [], rejected: [{ line: wide + 1, error: tooWide }] };
  try {
    return parseCsv(text, delimiter);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines);
    return { proxies: [], rejected: [{ line, error: brokenCsv }] };
  }
}

function parseLines(lines: readonly string[]): ParseResult {
  const parsed: ParseResult = { proxies: [], rejected: [] };
  for (const [at, raw] of lines.entries()) {
    const text = raw.trim();
    if (text === '' || text.startsWith('#')) continue;
    const line = at + 1;
    const read = readLine(text);
    if (read) parsed.proxies.push({ line, ...read });
    else parsed.rejected.push({ line, error: howToWrite });
  }
  return parsed;
}

function readLine(text: string): Omit<ParsedProxy, 'line'> | null {
  if (text.includes('://')) return readUrl(text);
  const v6 = /^(\[[^\]]+\]):(\d+)(?::([^:]*):(.*))?$/.exec(text);
  const plain = /^([^:\s]+):(\d+)(?::([^:]*):(.*))?$/.exec(text);
  if (!v6 && !plain && text.includes('@')) return readUrl(text);
  const [, host = '', port = '', username = '', password = ''] = v6 ?? plain ?? [];
  return validateAddress({ host, port: Number(port), username, password });
}

function readUrl(text: string): Omit<ParsedProxy, 'line'> | null {
  const address = text.includes('://') ? text : `http://${text}`;
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
    return read && { ...read, ...(text.includes('://') && { protocol }) };
  } catch {
    return null;
  }
}

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

function parseCsv(text: string, delimiter: string): ParseResult {
  const parsed: ParseResult = { proxies: [], rejected: [] };
  const rows = parse(text, {
    columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    delimiter,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    bom: true,
  }) as unknown as { record: Record<string, string>; info: { lines: number } }[];
  for (const { record, info } of rows) {
    const read = readRecord(record);
    if (typeof read === 'string') parsed.rejected.push({ line: info.lines, error: read });
    else parsed.proxies.push({ line: info.lines, ...read });
  }
  return parsed;
}

function readRecord(record: Record<string, string>): Omit<ParsedProxy, 'line'> | string {
  const { host = '', port = '', username = '', password = '', city = '', provider = '' } = record;
  const address = validateAddress({ host, port: Number(port), username, password });
  if (!address) return 'Check host, port and user name.';
  const protocol = protocols.find((one) => one === record.protocol?.toLowerCase());
  const type = proxyTypes.find((one) => one === record.type?.toLowerCase());
  if (record.protocol && !protocol) return `Use one of ${protocols.join(', ')} as protocol.`;
  if (record.type && !type) return `Use one of ${proxyTypes.join(', ')} as type.`;
  const country = (record.country_code ?? record.country ?? '').toUpperCase();
  if (country && !/^[A-Z]{2}$/.test(country)) return 'Use two letters for the country, such as DE.';
  if (Math.max(city.length, provider.length) > labelCharactersMax)
    return `Use at most ${labelCharactersMax} characters for city and provider.`;
  return {
    ...address,
    ...(protocol && { protocol }),
    ...(type && { type }),
    ...(country && { country_code: country }),
    ...(city && { city }),
    ...(provider && { provider }),
    ...(/^\d{1,9}$/.test(record.asn ?? '') && { asn: Number(record.asn) }),
  };
}

// A line of a proxy list as people paste them: a URL, host:port, host:port:user:password,
// user:password:host:port, either with `@` in the middle, and each with other separators, a scheme
// and a comment.
import { isIP } from 'node:net';
import { type ParsedProxy, readProtocol, validateAddress } from './parsed-proxy.ts';

/** Where four values begin with the host, or end with it. */
export type LineOrder = 'host first' | 'host last';
type Address = Omit<ParsedProxy, 'line'>;
type Reading = { order: LineOrder; name: string; address: Address };

/** `order` is absent where it is no question. */
export type ReadLine =
  | { proxy: Address; order?: LineOrder }
  | { error: string; isAmbiguous?: true };

export const howToWrite =
  'Write host:port, host:port:user:password or a URL such as socks5://user:password@host:port.';
const ambiguous =
  'This can be host:port:user:password and user:password:host:port. Write http://user:password@host:port.';
const badPort = 'The port is no number from 1 to 65535.';

const host = String.raw`(\[[^\]]+\]|[^:@\s/[\]]+)`;
const hostFirst = new RegExp(`^${host}:(\\d+)(?::([^:]*):(.*))?$`);
const hostLast = new RegExp(`^([^:]*):(.*):${host}:(\\d+)$`);

/** `order` is that of other lines of the list: it decides where a line alone could be both. */
export function readLine(text: string, order?: LineOrder): ReadLine {
  const line = text
    .trim()
    .replace(/\s+(?:#|\/\/).*$/, '')
    .replace(/^(["'])(.*)\1,?$/, '$2');
  // A password may contain `://` too.
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(line)?.[1];
  if (scheme === undefined) return readAddress(line, order);
  const protocol = readProtocol(scheme);
  if (typeof protocol === 'object') return protocol;
  const rest = line.slice(scheme.length + '://'.length).replace(/\/+$/, '');
  const read = readLogin(rest) ?? readAddress(rest, order);
  return 'proxy' in read ? { ...read, proxy: { ...read.proxy, protocol } } : read;
}

function readAddress(text: string, order?: LineOrder): ReadLine {
  const separated = text.replaceAll(/[ \t]*[ \t,;|][ \t]*/g, ':');
  const read =
    readParts(text, order) ??
    readLogin(text) ??
    (separated === text ? undefined : readParts(separated, order));
  if (read) return read;
  const port = hostFirst.exec(separated)?.[2];
  return { error: port && (Number(port) < 1 || Number(port) > 65_535) ? badPort : howToWrite };
}

/** Values between colons. */
function readParts(text: string, order: LineOrder | undefined): ReadLine | undefined {
  const first = hostFirst.exec(text);
  const last = hostLast.exec(text);
  const readings: Reading[] = [];
  if (first) {
    const [, name = '', port, username = '', password = ''] = first;
    const address = validateAddress({ host: name, port: Number(port), username, password });
    if (address) readings.push({ order: 'host first', name, address });
  }
  if (last) {
    const [, username = '', password = '', name = '', port] = last;
    const address = validateAddress({ host: name, port: Number(port), username, password });
    if (address) readings.push({ order: 'host last', name, address });
  }
  const [one, other] = readings;
  if (!one) return undefined;
  if (!other) return first?.[3] === undefined && first ? { proxy: one.address } : toResult(one);
  const ranks = readings.map(({ name }) => rankHost(name));
  if (ranks[0] !== ranks[1]) return toResult(ranks[0]! > ranks[1]! ? one : other);
  // Neither looks like a host, and this is the usual order.
  if (ranks[0] === 0) return toResult(one);
  const usual = readings.find((reading) => reading.order === order);
  return usual ? { proxy: usual.address } : { error: ambiguous, isAmbiguous: true };
}

const toResult = ({ address, order }: Reading): ReadLine => ({ proxy: address, order });

/**
 * How much a word looks like a host: an IP address, a name with a domain, or any word. It is as it
 * was written: the number 7 would be an address too.
 */
function rankHost(name: string): number {
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) > 0) return 2;
  return /\.[a-z][a-z\d-]*$/i.test(name) ? 1 : 0;
}

/** `user:password@host:port`, or the other way round. */
function readLogin(text: string): ReadLine | undefined {
  const at = text.lastIndexOf('@');
  if (at < 0) return undefined;
  const [left, right] = [text.slice(0, at), text.slice(at + 1)];
  const usual = joinLogin(left, right.replace(/[/?#].*$/, ''));
  const reversed = joinLogin(right, left);
  const isReversed = reversed && (!usual || rankHost(reversed.name) > rankHost(usual.name));
  const read = isReversed ? reversed : usual;
  return read && { proxy: read.address };
}

function joinLogin(login: string, target: string): Omit<Reading, 'order'> | undefined {
  const [, name = '', port] = new RegExp(`^${host}:(\\d+)$`).exec(target) ?? [];
  const [, username = '', password = ''] = /^([^:]*)(?::(.*))?$/.exec(login) ?? [];
  const address = validateAddress({
    host: name,
    port: Number(port),
    username: decode(username),
    password: decode(password),
  });
  return address ? { name, address } : undefined;
}

/** Not everyone encodes what a URL needs encoded. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

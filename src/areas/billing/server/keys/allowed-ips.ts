import ipaddr from 'ipaddr.js';

export type IpRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Null for what is neither an address nor a CIDR range. IPv4 needs all four parts. */
function parseRange(text: string): IpRange | null {
  const [address = '', bits, ...rest] = text.split('/');
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (rest.length > 0 || !(isV4 || ipaddr.IPv6.isValid(address))) return null;
  if (address.includes('%') || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null;
  const parsed = ipaddr.parse(address);
  const bitsMax = isV4 ? 32 : 128;
  const length = bits === undefined ? bitsMax : Number(bits);
  return length <= bitsMax ? [parsed, length] : null;
}

/**
 * One way to write each range: `10.1.2.3/8` is `10.0.0.0/8`, a single address has no slash, IPv6 is
 * short. Null for what is no range.
 */
export function normalizeRange(text: string): string | null {
  const range = parseRange(text.trim());
  if (!range) return null;
  const [address, length] = range;
  if (length === address.toByteArray().length * 8) return address.toString();
  const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${address}/${length}`)}/${length}`;
}

/** For texts that `normalizeRange` made. */
export const readRanges = (texts: readonly string[]): IpRange[] =>
  texts.map(parseRange).filter((range) => range !== null);

/** An IPv4 client of an IPv6 socket (`::ffff:10.1.2.3`) counts as IPv4. */
export function isWithinRanges(ip: string, ranges: readonly IpRange[]): boolean {
  const text = ip.split('%')[0] ?? '';
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return ranges.some(([network, length]) => {
    if (network.kind() === address.kind()) return address.match(network, length);
    // A range such as ::ffff:0:0/96, written for IPv4 clients.
    return address.kind() === 'ipv4' && network.kind() === 'ipv6'
      ? (address as ipaddr.IPv4).toIPv4MappedAddress().match(network as ipaddr.IPv6, length)
      : false;
  });
}

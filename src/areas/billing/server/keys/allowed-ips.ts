import ipaddr from 'ipaddr.js';

export type IpRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Null for text that is neither an IP address nor a CIDR range. IPv4 requires all four parts. */
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

/** Canonical: `10.1.2.3/8` becomes `10.0.0.0/8`, IPv6 is compressed. Null if invalid. */
export function normalizeRange(text: string): string | null {
  const range = parseRange(text.trim());
  if (!range) return null;
  const [address, length] = range;
  if (length === address.toByteArray().length * 8) return address.toString();
  const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${address}/${length}`)}/${length}`;
}

/** For texts in the canonical form of `normalizeRange`. */
export const parseRanges = (texts: readonly string[]): IpRange[] =>
  texts.map(parseRange).filter((range) => range !== null);

/** An IPv4 client on an IPv6 socket (`::ffff:10.1.2.3`) counts as IPv4. */
export function isWithinRanges(ip: string, ranges: readonly IpRange[]): boolean {
  const text = ip.split('%')[0] ?? '';
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return ranges.some(([network, length]) => {
    if (network.kind() === address.kind()) return address.match(network, length);
    // A range such as ::ffff:0:0/96 that was written for IPv4 clients.
    return address.kind() === 'ipv4' && network.kind() === 'ipv6'
      ? (address as ipaddr.IPv4).toIPv4MappedAddress().match(network as ipaddr.IPv6, length)
      : false;
  });
}

import ipaddr from 'ipaddr.js';
import { InvalidInput } from '#kernel/http/errors.ts';
import { isPublicAddress } from '#kernel/outbound/address-guard.ts';
import { rangeBitsMin } from '../../wire/sub-users.constants.ts';

/**
 * Ranges in PostgreSQL's form of `cidr`, without duplicates and ranges within others. Throws
 * InvalidInput for the field `addresses`.
 */
export function parseAddressRanges(
  texts: readonly string[],
  { allowPrivate }: { allowPrivate: boolean },
): string[] {
  const ranges = texts.map((text) => parseRange(text.trim(), allowPrivate));
  const isWithin = ([address, bits]: Range, [other, otherBits]: Range) =>
    address.kind() === other.kind() && bits > otherBits && address.match(other, otherBits);
  const widest = ranges.filter((range) => !ranges.some((other) => isWithin(range, other)));
  return [...new Set(widest.map(([address, bits]) => `${address}/${bits}`))];
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

function parseRange(text: string, allowPrivate: boolean): Range {
  const [word = '', bitsWord, ...rest] = text.split('/');
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(word);
  const isV6 = !isV4 && ipaddr.IPv6.isValid(word) && !word.includes('%');
  const bitsMax = isV4 ? 32 : 128;
  const bits = bitsWord === undefined ? bitsMax : Number(bitsWord);
  const areBitsValid = bitsWord === undefined || (/^\d{1,3}$/.test(bitsWord) && bits <= bitsMax);
  if (rest.length > 0 || !(isV4 || isV6) || !areBitsValid)
    throw refusal(`“${text}” is not an address or a range such as 203.0.113.0/24.`);
  const bitsMin = isV4 ? rangeBitsMin.ipv4 : rangeBitsMin.ipv6;
  if (bits < bitsMin)
    throw refusal(`“${text}” is too large a range. Use /${bitsMin} or a smaller one.`);
  const kind = isV4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const address = kind.networkAddressFromCIDR(`${word}/${bits}`);
  if (!allowPrivate && !isPublicAddress(address.toString()))
    throw refusal(`“${text}” is not public: the gateway sees no client with such an address.`);
  return [address, bits];
}

export const refusal = (message: string): InvalidInput =>
  new InvalidInput({ addresses: [message] });

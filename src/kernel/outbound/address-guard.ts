// Protects private networks, ours and those of proxies, from requests of customers and to addresses
// that they name. A name is resolved once, all its addresses are checked, and the connection uses
// the checked address, which also prevents DNS rebinding.
import dns from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `network_failed`: nothing is known about the name, because no resolver answered. */
export type AddressProblem = 'name_not_found' | 'address_refused' | 'network_failed';

export class AddressError extends Error {
  readonly reason: AddressProblem;
  constructor(reason: AddressProblem) {
    super(reason);
    this.reason = reason;
  }
}

export type ResolveAddresses = (host: string) => Promise<string[]>;

export type AddressGuard = {
  /** An address of the host that may be connected to. Throws AddressError. */
  resolveHost(host: string): Promise<string>;
};

const globalV6 = ipaddr.IPv6.parseCIDR('2000::/3');
const cacheMs = 10_000;
const cacheEntriesMax = 2000;

/** IPv6 outside 2000::/3 (mapped, compatible, local, NAT64) is not public either. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalV6);
}

/**
 * The host as a browser parses it: `0x7f.1`, `2130706433` and `0177.0.0.1` are all 127.0.0.1. Null
 * when it is not a valid host.
 */
export function normalizeHost(text: string): string | null {
  const bracketed = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  if (!URL.canParse(`http://${bracketed}/`)) return null;
  const { hostname, host, pathname, username } = new URL(`http://${bracketed}/`);
  if (hostname !== host || pathname !== '/' || username) return null;
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') || null;
}

const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });
/** Of the resolver and of the system: there is no such name, or it has no address. */
const noSuchName = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME']);

/** No answer says nothing about the name: that is a failure of our side. */
function throwUnlessMissing(error: unknown): [] {
  const code = String((error as { code?: unknown }).code);
  if (noSuchName.has(code)) return [];
  throw new AddressError('network_failed');
}

/**
 * For names of customers. Not dns.lookup: it uses the thread pool, where four hanging look-ups
 * would block all file access.
 */
const lookUpByDns: ResolveAddresses = async (host) => {
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (addresses.length > 0) return addresses;
  return found.flatMap((one) => (one.status === 'rejected' ? throwUnlessMissing(one.reason) : []));
};

/** As any program on this machine finds a name, /etc/hosts included. */
const lookUpBySystem: ResolveAddresses = async (host) => {
  const found = await dns.lookup(host, { all: true }).catch(throwUnlessMissing);
  return found.map(({ address }) => address);
};

/**
 * Where private addresses are allowed, names are the operator's, and the system resolves them.
 */
export function createAddressGuard({
  allowPrivate,
  resolve = allowPrivate ? lookUpBySystem : lookUpByDns,
}: {
  allowPrivate: boolean;
  resolve?: ResolveAddresses;
}): AddressGuard {
  const cache = new Map<string, { atMs: number; address: Promise<string> }>();

  async function check(host: string): Promise<string> {
    const isLiteral = ipaddr.isValid(host);
    const addresses = isLiteral ? [host] : await resolve(host);
    // Many proxies have no IPv6.
    const preferred = addresses.find((address) => isIPv4(address)) ?? addresses[0];
    if (!preferred) throw new AddressError('name_not_found');
    // All addresses must be public: retries could otherwise reach a private one.
    if (!allowPrivate && !addresses.every(isPublicAddress))
      throw new AddressError('address_refused');
    return preferred;
  }

  return {
    resolveHost(name) {
      const host = normalizeHost(name);
      if (!host) return Promise.reject(new AddressError('name_not_found'));
      const known = cache.get(host);
      if (known && performance.now() - known.atMs < cacheMs) return known.address;
      const address = check(host);
      cache.delete(host);
      cache.set(host, { atMs: performance.now(), address });
      address.catch(() => cache.delete(host));
      const oldest = cache.keys().next();
      if (cache.size > cacheEntriesMax && !oldest.done) cache.delete(oldest.value);
      return address;
    },
  };
}

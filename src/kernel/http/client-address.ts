import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

// Some proxies forward the client's port too: `192.0.2.7:5678`, `[2001:db8::1]:5678`.
const withPort = /^(?:\[(?<v6>.+)\]|(?<v4>[\d.]+))(?::\d+)?$/;

/**
 * The client's address in the form of PostgreSQL's `inet`, IPv4-mapped IPv6 as IPv4. Null when
 * X-Forwarded-For contains something else. IPv6 zones (`fe80::1%eth0`) are dropped, because they
 * have a meaning on the client's machine only.
 */
export function clientAddress(request: { ip: string }): string | null {
  // Undefined after the client has disconnected, despite the type.
  const rawAddress = request.ip ?? '';
  const { v4, v6 } = withPort.exec(rawAddress)?.groups ?? {};
  const address = (v4 ?? v6 ?? rawAddress).split('%')[0] ?? '';
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? address : ipaddr.process(address).toString();
}

/**
 * The unit of limits by address: an IPv4 address, or the /64 of an IPv6 address, because a customer
 * usually owns a whole /64.
 */
export const toNetwork = (address: string): string =>
  address.includes(':') ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address;

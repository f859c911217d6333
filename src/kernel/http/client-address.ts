import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

// Some proxies pass on the client's port too: `192.0.2.7:5678`, `[2001:db8::1]:5678`.
const withPort = /^(?:\[(?<v6>.+)\]|(?<v4>[\d.]+))(?::\d+)?$/;

/**
 * The client's address as PostgreSQL's `inet` takes it, IPv4 within IPv6 as IPv4. Null where a
 * proxy passed on something else in X-Forwarded-For; an IPv6 zone (`fe80::1%eth0`) means nothing
 * elsewhere and is dropped.
 */
export function clientAddress(request: { ip: string }): string | null {
  // A client that hung up has no address any more, whatever the type says.
  const given = request.ip ?? '';
  const { v4, v6 } = withPort.exec(given)?.groups ?? {};
  const address = (v4 ?? v6 ?? given).split('%')[0] ?? '';
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? address : ipaddr.process(address).toString();
}

/**
 * Who counts as one in a limit: an address of `clientAddress`, but of IPv6 its /64, because a
 * customer has a whole one to send from.
 */
export const networkOf = (address: string): string =>
  address.includes(':') ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address;

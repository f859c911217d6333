import { isIP } from 'node:net';

/**
 * The client's address as PostgreSQL's `inet` takes it. Null where a proxy passed on something
 * else in X-Forwarded-For; an IPv6 zone (`fe80::1%eth0`) means nothing elsewhere and is dropped.
 */
export function clientAddress(request: { ip: string }): string | null {
  // A client that hung up has no address any more, whatever the type says.
  const address = (request.ip ?? '').split('%')[0] ?? '';
  return isIP(address) ? address : null;
}

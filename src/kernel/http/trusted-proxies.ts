import { isIP } from 'node:net';

const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Which proxies' X-Forwarded-For to trust: none (`false`), all (`true`), or a comma-separated list
 * of addresses, CIDR ranges and network names. Null for anything else. A number of hops is invalid
 * too: it cannot tell a proxy from a client that forged the header, and Fastify ignores it.
 */
export function readTrustedProxies(text: string): boolean | string[] | null {
  if (text === 'true' || text === 'false') return text === 'true';
  const proxies = text.split(',').map((one) => one.trim());
  return proxies.every((one) => networkNames.includes(one) || isRange(one)) ? proxies : null;
}

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const bitsMax = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bitsMax === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= bitsMax);
}

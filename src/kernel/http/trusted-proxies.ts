import { isIP } from 'node:net';

const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Whose X-Forwarded-For to believe: nobody's (`false`), everybody's (`true`), or that of a comma
 * list of addresses, CIDR ranges and names of networks. Null for anything else. A number of hops is
 * refused too: it can't tell a proxy from a client that made the header up, and Fastify ignores it.
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

// The address of a client before the router has seen its request: as Fastify's `trustProxy` finds
// it, from the connection and X-Forwarded-For.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const networks: Readonly<Record<string, readonly [address: string, bits: number][]>> = {
  loopback: [
    ['127.0.0.0', 8],
    ['::1', 128],
  ],
  linklocal: [
    ['169.254.0.0', 16],
    ['fe80::', 10],
  ],
  uniquelocal: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['fc00::', 7],
  ],
};

const toFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** `trusted` is TRUST_PROXY: none, all, or addresses, CIDR ranges and names of networks. */
export function createClientReader(
  trusted: boolean | readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => { ip: string } {
  const isTrusted = typeof trusted === 'boolean' ? () => trusted : matchNetworks(trusted);
  return ({ headers, socket }) => {
    let ip = socket.remoteAddress ?? '';
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
    while (forwarded.length > 0 && isTrusted(ip)) ip = forwarded.pop()!;
    return { ip };
  };
}

/** Addresses, CIDR ranges and names of networks. */
export function matchNetworks(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const ranges = networks[proxy] ?? [[address, Number(bits ?? (isIP(address) === 6 ? 128 : 32))]];
    for (const [start, length] of ranges) list.addSubnet(start, length, toFamily(start));
  }
  return (address) => isIP(address) !== 0 && list.check(address, toFamily(address));
}

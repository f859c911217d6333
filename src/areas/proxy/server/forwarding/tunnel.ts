// Connections to a checked address through a proxy. Plain HTTP uses a tunnel too, because a proxy
// that gets a host name would resolve it again, unchecked.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { AddressGuard } from '#kernel/outbound/address-guard.ts';
import type { FailureReason, Protocol } from '../../wire/proxies.constants.ts';
import type { Login } from '../pool/credentials.ts';
import { ProxyError, readFailureReason, TunnelError } from './proxy-error.ts';
import {
  expectHead,
  repairResponseHeads,
  headBytesMax as siteHeadBytesMax,
} from './repair-response-head.ts';
import { performSocksHandshake, readChunk } from './socks.ts';

export type ProxyServer = { protocol: Protocol; host: string; port: number; login: Login | null };
export type Target = { address: string; port: number };
export type TunnelOptions = { guard: AddressGuard; timeoutMs: number };

/** Of a proxy's response to CONNECT. */
const headBytesMax = 16_384;

/** Returns a socket to the target. Throws ProxyError or a socket error. */
export async function openTunnel(
  proxy: ProxyServer,
  target: Target,
  { guard, timeoutMs }: TunnelOptions,
): Promise<net.Socket> {
  const address = await guard.resolveHost(proxy.host);
  const socket = connect(proxy, address);
  const timer = setTimeout(() => socket.destroy(new ProxyError('timeout')), timeoutMs);
  // Handshake errors are thrown by the awaits below; later ones concern the user of the socket.
  socket.on('error', () => undefined);
  let isConnected = false;
  try {
    await once(socket, proxy.protocol === 'https' ? 'secureConnect' : 'connect');
    isConnected = true;
    if (proxy.protocol === 'socks5') await performSocksHandshake(socket, target, proxy.login);
    else await requestTunnel(socket, target, proxy.login);
    return socket;
  } catch (error) {
    socket.destroy();
    const reason = readFailureReason(error);
    throw isConnected && uncertainReasons.has(reason) ? new TunnelError(reason) : error;
  } finally {
    clearTimeout(timer);
  }
}

const uncertainReasons = new Set<FailureReason>(['timeout', 'connection_closed', 'tunnel_refused']);

function connect({ protocol, host, port }: ProxyServer, address: string): net.Socket {
  const socket =
    protocol === 'https'
      ? tls.connect({ host: address, port, ...(net.isIP(host) === 0 && { servername: host }) })
      : net.connect({ host: address, port });
  return socket.setNoDelay(true);
}

async function requestTunnel(socket: net.Socket, target: Target, login: Login | null) {
  const authority = formatAuthority(target);
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (login) {
    const token = Buffer.from(`${login.username}:${login.password}`).toString('base64');
    lines.push(`Proxy-Authorization: Basic ${token}`);
  }
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let head = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    head = Buffer.concat([head, await readChunk(socket)]);
    end = head.indexOf('\r\n\r\n');
    if (end < 0 && head.length > headBytesMax) throw new ProxyError('bad_response');
  }
  checkStatus(head.toString('latin1', 0, end));
  if (head.length > end + 4) socket.unshift(head.subarray(end + 4));
}

function checkStatus(head: string): void {
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
  if (Number.isNaN(status)) throw new ProxyError('bad_response');
  if (status >= 200 && status < 300) return;
  if (status === 401 || status === 407) throw new ProxyError('auth_failed');
  if (status === 502 || status === 504) throw new ProxyError('unreachable');
  throw new ProxyError(status >= 500 ? 'connection_closed' : 'tunnel_refused');
}

export const formatAuthority = ({ address, port }: Target): string =>
  `${net.isIPv6(address) ? `[${address}]` : address}:${port}`;

/**
 * Options of a request through an open tunnel: what comes back is the site's, and is read as
 * leniently as browsers read it.
 */
export const siteResponse = { maxHeaderSize: siteHeadBytesMax, insecureHTTPParser: true } as const;

/** Keeps tunnels of one proxy open for the next plain request to the same address. */
export class TunnelAgent extends http.Agent {
  readonly #proxy: ProxyServer;
  readonly #options: TunnelOptions;
  constructor(proxy: ProxyServer, options: TunnelOptions) {
    super({ keepAlive: true, maxFreeSockets: 32, timeout: 60_000 });
    this.#proxy = proxy;
    this.#options = options;
  }
  /** Keeps no tunnels from now on; requests in progress are completed. */
  retire(): void {
    this.maxFreeSockets = 0;
    for (const sockets of Object.values(this.freeSockets))
      for (const socket of sockets ?? []) socket.destroy();
  }
  override reuseSocket(socket: Duplex, request: http.ClientRequest): void {
    super.reuseSocket(socket, request);
    expectHead(socket as net.Socket);
  }
  override createConnection(
    { host, port }: http.ClientRequestArgs,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const target = { address: String(host), port: Number(port) };
    openTunnel(this.#proxy, target, this.#options).then(
      (socket) => callback?.(null, repairResponseHeads(socket)),
      (error: Error) => callback?.(error, undefined as unknown as Duplex),
    );
  }
}

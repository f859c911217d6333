// The one way out: a connection to a checked address through a proxy. Plain requests go through a
// tunnel too, because a proxy that is sent a name would resolve it again, unchecked.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { Protocol } from '../proxy-words.ts';
import type { AddressGuard } from './address-guard.ts';
import type { Login } from './credentials.ts';
import { ProxyFailure } from './proxy-failure.ts';
import { readMore, shakeSocks } from './socks.ts';

export type Exit = { protocol: Protocol; host: string; port: number; login: Login | null };
export type Target = { address: string; port: number };
export type TunnelOptions = { guard: AddressGuard; timeoutMs: number };

const headBytesMax = 16_384;

/** A socket that leads to the target. Throws ProxyFailure or what the socket threw. */
export async function openTunnel(
  exit: Exit,
  target: Target,
  { guard, timeoutMs }: TunnelOptions,
): Promise<net.Socket> {
  const address = await guard.find(exit.host);
  const socket = connect(exit, address);
  const timer = setTimeout(() => socket.destroy(new ProxyFailure('timeout')), timeoutMs);
  // An error after the handshake is the user's of the socket; before, it is thrown by the waits.
  socket.on('error', () => undefined);
  try {
    await once(socket, exit.protocol === 'https' ? 'secureConnect' : 'connect');
    if (exit.protocol === 'socks5') await shakeSocks(socket, target, exit.login);
    else await askForTunnel(socket, target, exit.login);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function connect({ protocol, host, port }: Exit, address: string): net.Socket {
  const socket =
    protocol === 'https'
      ? tls.connect({ host: address, port, ...(net.isIP(host) === 0 && { servername: host }) })
      : net.connect({ host: address, port });
  return socket.setNoDelay(true);
}

async function askForTunnel(socket: net.Socket, target: Target, login: Login | null) {
  const authority = authorityOf(target);
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (login) {
    const token = Buffer.from(`${login.username}:${login.password}`).toString('base64');
    lines.push(`Proxy-Authorization: Basic ${token}`);
  }
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let head = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    head = Buffer.concat([head, await readMore(socket)]);
    end = head.indexOf('\r\n\r\n');
    if (end < 0 && head.length > headBytesMax) throw new ProxyFailure('bad_response');
  }
  checkStatus(head.toString('latin1', 0, end));
  if (head.length > end + 4) socket.unshift(head.subarray(end + 4));
}

function checkStatus(head: string): void {
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
  if (Number.isNaN(status)) throw new ProxyFailure('bad_response');
  if (status >= 200 && status < 300) return;
  if (status === 401 || status === 407) throw new ProxyFailure('auth_failed');
  throw new ProxyFailure(status >= 500 ? 'connection_closed' : 'tunnel_refused');
}

export const authorityOf = ({ address, port }: Target): string =>
  `${net.isIPv6(address) ? `[${address}]` : address}:${port}`;

/** Keeps tunnels of one exit open for the next plain request to the same address. */
export class TunnelAgent extends http.Agent {
  readonly #exit: Exit;
  readonly #options: TunnelOptions;
  constructor(exit: Exit, options: TunnelOptions) {
    super({ keepAlive: true, maxFreeSockets: 32, timeout: 60_000 });
    this.#exit = exit;
    this.#options = options;
  }
  /** Keeps nothing from here on; what runs comes to its end. */
  retire(): void {
    this.maxFreeSockets = 0;
    for (const sockets of Object.values(this.freeSockets))
      for (const socket of sockets ?? []) socket.destroy();
  }
  override createConnection(
    { host, port }: http.ClientRequestArgs,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const target = { address: String(host), port: Number(port) };
    openTunnel(this.#exit, target, this.#options).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as unknown as Duplex),
    );
  }
}

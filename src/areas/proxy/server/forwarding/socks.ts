// A SOCKS 5 client (RFC 1928) with user names (RFC 1929), for CONNECT only.
import type net from 'node:net';
import ipaddr from 'ipaddr.js';
import type { FailureReason } from '../../wire/proxies.constants.ts';
import type { Login } from '../pool/credentials.ts';
import { ProxyError } from './proxy-error.ts';

const version = 5;
const noAuthentication = 0;
const passwordAuthentication = 2;
const loginVersion = 1;
const connectCommand = 1;
const ipv4 = 1;
const name = 3;
const ipv6 = 4;
/** RFC 1928 (6): not allowed; network, host or port of the target not reached; TTL expired. */
const reasonOfReply: Record<number, FailureReason> = {
  2: 'tunnel_refused',
  3: 'unreachable',
  4: 'unreachable',
  5: 'unreachable',
  6: 'unreachable',
};
const addressBytes: Record<number, number> = { [ipv4]: 4, [ipv6]: 16 };

/** The next bytes of a socket that has no other reader. */
export async function readChunk(socket: net.Socket): Promise<Buffer> {
  for (;;) {
    const chunk = socket.read() as Buffer | null;
    if (chunk) return chunk;
    if (socket.readableEnded || socket.destroyed)
      throw socket.errored ?? new ProxyError('connection_closed');
    await waitForData(socket);
  }
}

/** Resolves when there is data to read, or the socket is closed. */
async function waitForData(socket: net.Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const events = ['readable', 'close'] as const;
  for (const event of events) socket.once(event, resolve);
  await promise;
  for (const event of events) socket.off(event, resolve);
}

/** `bytes` bytes; further ones stay in the socket. */
export async function readExactly(socket: net.Socket, bytes: number): Promise<Buffer> {
  let read = Buffer.alloc(0);
  while (read.length < bytes) read = Buffer.concat([read, await readChunk(socket)]);
  if (read.length > bytes) socket.unshift(read.subarray(bytes));
  return read.subarray(0, bytes);
}

export async function performSocksHandshake(
  socket: net.Socket,
  { address, port }: { address: string; port: number },
  login: Login | null,
): Promise<void> {
  const methods = login ? [noAuthentication, passwordAuthentication] : [noAuthentication];
  socket.write(Buffer.from([version, methods.length, ...methods]));
  const [answeredVersion, method] = await readExactly(socket, 2);
  if (answeredVersion !== version) throw new ProxyError('bad_response');
  if (method === passwordAuthentication && login) await sendLogin(socket, login);
  else if (method !== noAuthentication) throw new ProxyError('auth_failed');
  const target = ipaddr.parse(address);
  const kind = target.kind() === 'ipv4' ? ipv4 : ipv6;
  const ports = [port >> 8, port & 0xff];
  socket.write(Buffer.from([version, connectCommand, 0, kind, ...target.toByteArray(), ...ports]));
  const [, code, , bound = 0] = await readExactly(socket, 4);
  if (code !== 0) throw new ProxyError(reasonOfReply[code ?? 0] ?? 'connection_closed');
  const length = bound === name ? (await readExactly(socket, 1))[0]! : addressBytes[bound];
  if (length === undefined) throw new ProxyError('bad_response');
  await readExactly(socket, length + 2);
}

async function sendLogin(socket: net.Socket, { username, password }: Login): Promise<void> {
  const user = Buffer.from(username);
  const secret = Buffer.from(password);
  if (user.length > 255 || secret.length > 255) throw new ProxyError('auth_failed');
  const lengths = {
    user: Buffer.from([loginVersion, user.length]),
    secret: Buffer.from([secret.length]),
  };
  socket.write(Buffer.concat([lengths.user, user, lengths.secret, secret]));
  const [, status] = await readExactly(socket, 2);
  if (status !== 0) throw new ProxyError('auth_failed');
}

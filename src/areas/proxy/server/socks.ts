// The client's half of SOCKS 5 (RFC 1928) with a user name (RFC 1929), for CONNECT alone.
import type net from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Login } from './credentials.ts';
import { ProxyFailure } from './proxy-failure.ts';

const version = 5;
const withoutLogin = 0;
const withLogin = 2;
const loginVersion = 1;
const connectCommand = 1;
const ipv4 = 1;
const name = 3;
const ipv6 = 4;
const addressBytes: Record<number, number> = { [ipv4]: 4, [ipv6]: 16 };

/** The next bytes of a socket that nobody else reads. */
export async function readMore(socket: net.Socket): Promise<Buffer> {
  for (;;) {
    const chunk = socket.read() as Buffer | null;
    if (chunk) return chunk;
    if (socket.readableEnded || socket.destroyed)
      throw socket.errored ?? new ProxyFailure('connection_closed');
    await moved(socket);
  }
}

/** Resolves when there is more to read, or nothing will come. */
async function moved(socket: net.Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const events = ['readable', 'close'] as const;
  for (const event of events) socket.once(event, resolve);
  await promise;
  for (const event of events) socket.off(event, resolve);
}

async function readExactly(socket: net.Socket, bytes: number): Promise<Buffer> {
  let read = Buffer.alloc(0);
  while (read.length < bytes) read = Buffer.concat([read, await readMore(socket)]);
  if (read.length > bytes) socket.unshift(read.subarray(bytes));
  return read.subarray(0, bytes);
}

export async function shakeSocks(
  socket: net.Socket,
  { address, port }: { address: string; port: number },
  login: Login | null,
): Promise<void> {
  const methods = login ? [withoutLogin, withLogin] : [withoutLogin];
  socket.write(Buffer.from([version, methods.length, ...methods]));
  const [answered, method] = await readExactly(socket, 2);
  if (answered !== version) throw new ProxyFailure('bad_response');
  if (method === withLogin && login) await sendLogin(socket, login);
  else if (method !== withoutLogin) throw new ProxyFailure('auth_failed');
  const target = ipaddr.parse(address);
  const kind = target.kind() === 'ipv4' ? ipv4 : ipv6;
  const ports = [port >> 8, port & 0xff];
  socket.write(Buffer.from([version, connectCommand, 0, kind, ...target.toByteArray(), ...ports]));
  const [, code, , bound = 0] = await readExactly(socket, 4);
  if (code !== 0) throw new ProxyFailure(code === 2 ? 'tunnel_refused' : 'connection_closed');
  const length = bound === name ? (await readExactly(socket, 1))[0]! : addressBytes[bound];
  if (length === undefined) throw new ProxyFailure('bad_response');
  await readExactly(socket, length + 2);
}

async function sendLogin(socket: net.Socket, { username, password }: Login): Promise<void> {
  const user = Buffer.from(username);
  const secret = Buffer.from(password);
  if (user.length > 255 || secret.length > 255) throw new ProxyFailure('auth_failed');
  const lengths = {
    user: Buffer.from([loginVersion, user.length]),
    secret: Buffer.from([secret.length]),
  };
  socket.write(Buffer.concat([lengths.user, user, lengths.secret, secret]));
  const [, status] = await readExactly(socket, 2);
  if (status !== 0) throw new ProxyFailure('auth_failed');
}

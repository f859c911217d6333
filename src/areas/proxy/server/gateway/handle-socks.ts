// SOCKS 5 (RFC 1928) with user name and password (RFC 1929), or neither for known addresses: the
// same logins, limits and tunnels as for CONNECT. BIND and UDP are refused.
import type net from 'node:net';
import ipaddr from 'ipaddr.js';
import { ProxyError } from '../forwarding/proxy-error.ts';
import { readExactly } from '../forwarding/socks.ts';
import { admitIdentified, type GatewayPorts, type GatewayTarget } from './admit-request.ts';
import { endConnection } from './end-connection.ts';
import { type GatewayError, toGatewayError } from './gateway-error.ts';
import { type GatewayClient, type Identified, identifyClient } from './identify-client.ts';
import { serveTunnel, type TunnelPorts, type TunnelReplies } from './serve-tunnel.ts';

export const socksVersion = 5;
const loginVersion = 1;
const noAuthentication = 0;
const passwordMethod = 2;
const noMethod = 0xff;
const connectCommand = 1;
const addressKinds = { ipv4: 1, name: 3, ipv6: 4 } as const;
const codes = {
  succeeded: 0,
  failed: 1,
  notAllowed: 2,
  unreachable: 4,
  refused: 5,
  timeout: 6,
  command: 7,
  addressKind: 8,
} as const;

/** Ends the handshake with these bytes. */
class Refusal extends Error {
  readonly reply: Buffer;
  constructor(reply: Buffer) {
    super('The SOCKS request was refused.');
    this.reply = reply;
  }
}

/** The client gets no address of ours, which is what zeros mean. */
const createReply = (code: number): Buffer =>
  Buffer.from([socksVersion, code, 0, addressKinds.ipv4, 0, 0, 0, 0, 0, 0]);

const replies: TunnelReplies = {
  opened: () => createReply(codes.succeeded),
  refused: (error) => createReply(toReplyCode(error)),
};

function toReplyCode({ status, code }: GatewayError): number {
  if (code === 'connection_refused') return codes.refused;
  if (code === 'name_not_found' || code === 'unreachable') return codes.unreachable;
  if (status === 504) return codes.timeout;
  return status >= 500 ? codes.failed : codes.notAllowed;
}

/** The whole handshake has to be done within `handshakeMs`. */
export async function handleSocks(
  tunnelPorts: TunnelPorts,
  socket: net.Socket,
  handshakeMs: number,
): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), handshakeMs);
  try {
    const ip = socket.remoteAddress ?? '';
    const { identified, ...gatewayClient } = await authenticate(tunnelPorts, socket, ip);
    const target = await readTarget(socket);
    clearTimeout(timer);
    await serveTunnel(tunnelPorts, {
      socket,
      head: Buffer.alloc(0),
      gatewayClient,
      replies,
      admit: () => admitIdentified(tunnelPorts.ports, identified, { ...target, ip }),
    });
  } catch (error) {
    if (error instanceof Refusal && socket.writable) endConnection(socket, error.reply);
    else socket.destroy();
  } finally {
    clearTimeout(timer);
  }
}

async function authenticate(
  { ports }: TunnelPorts,
  socket: net.Socket,
  ip: string,
): Promise<GatewayClient & { identified: Identified }> {
  const [, methodCount = 0] = await readExactly(socket, 2);
  const methods = await readExactly(socket, methodCount);
  if (methods.includes(noAuthentication) && !methods.includes(passwordMethod))
    return authenticateByAddress(ports, socket, ip);
  if (!methods.includes(passwordMethod)) throw noMethodAccepted();
  socket.write(Buffer.from([socksVersion, passwordMethod]));
  const [version, userLength = 0] = await readExactly(socket, 2);
  if (version !== loginVersion) throw new ProxyError('bad_response');
  const user = (await readExactly(socket, userLength)).toString('utf8');
  const [passwordLength = 0] = await readExactly(socket, 1);
  const password = (await readExactly(socket, passwordLength)).toString('utf8');
  const credentials = { user, password };
  const refusal = new Refusal(Buffer.from([loginVersion, 1]));
  const identified = await identify(ports, { credentials, ip }, refusal);
  socket.write(Buffer.from([loginVersion, 0]));
  return { credentials, ip, identified };
}

const noMethodAccepted = () => new Refusal(Buffer.from([socksVersion, noMethod]));

/** A client that offers no password may be known by its address. */
async function authenticateByAddress(ports: GatewayPorts, socket: net.Socket, ip: string) {
  const credentials = null;
  const identified = await identify(ports, { credentials, ip }, noMethodAccepted());
  socket.write(Buffer.from([socksVersion, noAuthentication]));
  return { credentials, ip, identified };
}

async function identify(
  ports: GatewayPorts,
  gatewayClient: GatewayClient,
  refusal: Refusal,
): Promise<Identified> {
  return identifyClient(ports, gatewayClient).catch((error) => {
    if (toGatewayError(error).status === 500)
      ports.proxies.kernel.log.error({ err: error }, 'the gateway failed');
    throw refusal;
  });
}

async function readTarget(socket: net.Socket): Promise<GatewayTarget> {
  const [version, command, , kind] = await readExactly(socket, 4);
  if (version !== socksVersion) throw new ProxyError('bad_response');
  const host = await readHost(socket, kind);
  const port = (await readExactly(socket, 2)).readUInt16BE();
  if (command !== connectCommand) throw new Refusal(createReply(codes.command));
  if (port === 0) throw new Refusal(createReply(codes.notAllowed));
  return { host, port };
}

async function readHost(socket: net.Socket, kind: number | undefined): Promise<string> {
  if (kind === addressKinds.name) {
    const [length = 0] = await readExactly(socket, 1);
    return (await readExactly(socket, length)).toString('latin1');
  }
  if (kind !== addressKinds.ipv4 && kind !== addressKinds.ipv6)
    throw new Refusal(createReply(codes.addressKind));
  const bytes = await readExactly(socket, kind === addressKinds.ipv4 ? 4 : 16);
  return ipaddr.fromByteArray([...bytes]).toString();
}

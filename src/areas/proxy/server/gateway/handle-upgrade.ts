// A WebSocket that a client asks for by the address, as aiohttp does for ws://. Its handshake is the
// site's, so all that is left for the gateway is a tunnel.
import type http from 'node:http';
import type net from 'node:net';
import { admitRequest } from './admit-request.ts';
import { endConnection } from './end-connection.ts';
import { formatErrorResponse, toGatewayError } from './gateway-error.ts';
import { readBasicLogin } from './gateway-login.ts';
import { type RequestTarget, readTarget, toGatewayTarget } from './read-target.ts';
import { serveTunnel, type TunnelPorts, type TunnelReplies } from './serve-tunnel.ts';
import { toUpgradeHeaders } from './site-headers.ts';

const replies: TunnelReplies = { opened: () => '', refused: formatErrorResponse };

/** Others, such as h2c, are offers that a client can do without. */
export const isWebSocketRequest = ({ headers }: http.IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

export async function handleUpgrade(
  tunnelPorts: TunnelPorts,
  request: http.IncomingMessage,
  socket: net.Socket,
  head: Buffer,
): Promise<void> {
  const gatewayClient = {
    credentials: readBasicLogin(request.headers['proxy-authorization']),
    ip: socket.remoteAddress ?? '',
  };
  try {
    const site = readTarget(request.url, ['http', 'ws']);
    await serveTunnel(tunnelPorts, {
      socket,
      head: Buffer.concat([formatHead(request, site), head]),
      gatewayClient,
      replies,
      admit: () => admitRequest(tunnelPorts.ports, { ...gatewayClient, ...toGatewayTarget(site) }),
    });
  } catch (error) {
    endConnection(socket, formatErrorResponse(toGatewayError(error)));
  }
}

function formatHead(request: http.IncomingMessage, site: RequestTarget): Buffer {
  const lines = [`${request.method} ${site.path} HTTP/1.1`];
  const headers = toUpgradeHeaders(request, site);
  for (let at = 0; at + 1 < headers.length; at += 2)
    lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

// CONNECT of HTTP (RFC 9110, 9.3.6).
import type http from 'node:http';
import type net from 'node:net';
import { admitRequest } from './admit-request.ts';
import { attemptsHeader, causeHeader, formatErrorResponse, proxyHeader } from './gateway-error.ts';
import { readBasicLogin } from './gateway-login.ts';
import { readAuthority } from './read-target.ts';
import { serveTunnel, type TunnelPorts, type TunnelReplies } from './serve-tunnel.ts';

const replies: TunnelReplies = {
  opened: ({ proxyId, attempts, blame }) =>
    [
      'HTTP/1.1 200 Connection Established',
      `${proxyHeader}: ${proxyId}`,
      `${attemptsHeader}: ${attempts}`,
      ...(blame ? [`${causeHeader}: ${blame}`] : []),
      '\r\n',
    ].join('\r\n'),
  refused: formatErrorResponse,
};

export function handleConnect(
  tunnelPorts: TunnelPorts,
  request: http.IncomingMessage,
  socket: net.Socket,
  head: Buffer,
): Promise<void> {
  const gatewayClient = {
    credentials: readBasicLogin(request.headers['proxy-authorization']),
    ip: socket.remoteAddress ?? '',
  };
  return serveTunnel(tunnelPorts, {
    socket,
    head,
    gatewayClient,
    replies,
    admit: async () =>
      admitRequest(tunnelPorts.ports, { ...gatewayClient, ...readAuthority(request.url) }),
  });
}

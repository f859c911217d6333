// The gateway: a forward proxy in front of the customers' proxies. The first byte of a connection
// tells SOCKS from HTTP.
import http from 'node:http';
import type net from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { withCaller } from '#kernel/database/work.ts';
import { networkCaller } from '#kernel/http/caller.ts';
import type { GatewayPorts } from './admit-request.ts';
import { detectSocks } from './detect-socks.ts';
import { endConnection } from './end-connection.ts';
import { forwardRequest } from './forward-request.ts';
import { formatErrorResponse, gatewayErrors } from './gateway-error.ts';
import { handleConnect } from './handle-connect.ts';
import { handleSocks } from './handle-socks.ts';
import { handleUpgrade, isWebSocketRequest } from './handle-upgrade.ts';
import { explainClientError, requestHeadBytesMax } from './request-error.ts';
import { createReviews } from './review-open.ts';
import { createTunnelAgents } from './tunnel-agents.ts';
import { createTunnelCounter } from './tunnel-counter.ts';

export type Gateway = {
  /** Resolves with the port; the system chooses one for 0. */
  listen(options: { host: string; port: number }): Promise<number>;
  /** Stops accepting; after `drainMs` closes what is open, and records its traffic. */
  close(drainMs: number): Promise<void>;
};

/** Identifies the caller by network until the account is known. */
const identifyCaller = ({ remoteAddress }: net.Socket): string =>
  networkCaller({ ip: remoteAddress ?? '' });

/** Until a client has sent its request: the headers, or the handshake of SOCKS. */
const headersTimeoutMs = 20_000;
const keepAliveMs = 30_000;

const serverOptions: http.ServerOptions = {
  headersTimeout: headersTimeoutMs,
  requestTimeout: 0,
  maxHeaderSize: requestHeadBytesMax,
  // The address says it, which proxies get.
  requireHostHeader: false,
  shouldUpgradeCallback: isWebSocketRequest,
};

export function createGateway(ports: GatewayPorts, { tunnelsPerKey = 200 } = {}): Gateway {
  const agents = createTunnelAgents();
  const reviews = createReviews(ports);
  const tunnelPorts = { ports, reviews, count: createTunnelCounter(tunnelsPerKey) };
  const tunnels = new Set<net.Socket>();
  let isClosing = false;
  const server = http.createServer(serverOptions);
  server.keepAliveTimeout = keepAliveMs;
  const closeSilent = detectSocks(server, headersTimeoutMs, (client) => {
    trackTunnel(tunnels, client);
    void withCaller(identifyCaller(client), () =>
      handleSocks(tunnelPorts, client.setNoDelay(true), headersTimeoutMs),
    );
  });
  server.on('request', (request, response) => {
    if (isClosing) response.setHeader('connection', 'close');
    // Keep-alive connections would delay closing.
    response.once('close', () => isClosing && setImmediate(() => server.closeIdleConnections()));
    void withCaller(identifyCaller(request.socket), () =>
      forwardRequest({ ports, reviews, agents }, request, response),
    );
  });
  const serveOpaque = (handle: typeof handleConnect) => {
    return (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
      const client = socket as net.Socket;
      trackTunnel(tunnels, client);
      if (isClosing) {
        endConnection(client, formatErrorResponse(gatewayErrors.closing()));
        return;
      }
      void withCaller(identifyCaller(request.socket), () =>
        handle(tunnelPorts, request, client.setNoDelay(true), head),
      );
    };
  };
  server.on('connect', serveOpaque(handleConnect));
  server.on('upgrade', serveOpaque(handleUpgrade));
  server.on('clientError', (error, socket) => {
    if (socket.writable) endConnection(socket, formatErrorResponse(explainClientError(error)));
  });

  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve((server.address() as net.AddressInfo).port);
        });
      }),
    async close(drainMs) {
      isClosing = true;
      closeSilent();
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.race([closed, sleep(drainMs, undefined, { ref: false })]);
      for (const socket of tunnels) socket.destroy();
      server.closeAllConnections();
      await closed;
      reviews.recordAll();
      agents.close();
    },
  };
}

function trackTunnel(tunnels: Set<net.Socket>, client: net.Socket): void {
  client.on('error', () => client.destroy());
  // Both directions, the counter and the review each add a close listener.
  client.setMaxListeners(20);
  tunnels.add(client);
  client.on('close', () => tunnels.delete(client));
}

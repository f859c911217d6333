// The gateway: a forward proxy in front of the customers' proxies.
import http from 'node:http';
import type net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { withCaller } from '#kernel/database/work.ts';
import { networkCaller } from '#kernel/http/caller.ts';
import type { GatewayPorts } from './admit.ts';
import { openAgents } from './agents.ts';
import { countTunnels } from './count-tunnels.ts';
import { forwardRequest } from './forward-request.ts';
import { openConnect } from './open-connect.ts';
import { refusals, writeRefusal } from './refusal.ts';

export type Gateway = {
  /** Resolves with the port, which the system chooses for 0. */
  listen(options: { host: string; port: number }): Promise<number>;
  /** No new connections; what runs has `drainMs`, then it is cut. */
  close(drainMs: number): Promise<void>;
};

/** Until an account is known, its network stands for it. */
const callerOf = ({ socket }: http.IncomingMessage): string =>
  networkCaller({ ip: socket.remoteAddress ?? '' });

const headersTimeoutMs = 20_000;
const keepAliveMs = 30_000;

export function openGateway(ports: GatewayPorts, { tunnelsPerKey = 200 } = {}): Gateway {
  const agents = openAgents();
  const count = countTunnels(tunnelsPerKey);
  const tunnels = new Set<net.Socket>();
  let isClosing = false;
  const server = http.createServer({ headersTimeout: headersTimeoutMs, requestTimeout: 0 });
  server.keepAliveTimeout = keepAliveMs;
  server.on('request', (request, response) => {
    if (isClosing) response.setHeader('connection', 'close');
    // A client that keeps its connection would hold a closing gateway up.
    response.once('close', () => isClosing && setImmediate(() => server.closeIdleConnections()));
    void withCaller(callerOf(request), () => forwardRequest(ports, agents, request, response));
  });
  server.on('connect', (request, socket, head) => {
    const client = socket as net.Socket;
    client.on('error', () => client.destroy());
    // Both directions of a tunnel, its count and its reviews wait for the end.
    client.setMaxListeners(20);
    if (isClosing) {
      client.end(writeRefusal(refusals.closing()));
      return;
    }
    tunnels.add(client);
    client.once('close', () => tunnels.delete(client));
    void withCaller(callerOf(request), () =>
      openConnect({ ports, count }, request, client.setNoDelay(true), head),
    );
  });
  server.on('clientError', (_, socket) => {
    if (socket.writable) socket.end(writeRefusal(refusals.notAbsolute()));
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
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.race([closed, sleep(drainMs, undefined, { ref: false })]);
      for (const socket of tunnels) socket.destroy();
      server.closeAllConnections();
      await closed;
      agents.close();
    },
  };
}

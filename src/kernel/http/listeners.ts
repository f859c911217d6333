// Node takes one of the connections that wait at a listener in each turn of the event loop. While the
// turns are full of calls, connections wait longer than the calls on them take, until the kernel
// drops new ones and clients come back a second later. With more listeners at the same port each
// turn takes more of them. See docs/decisions/0054-overload-and-outages.md.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

const listenersCount = 16;
/** Of each listener; the kernel's own limit is usually 4096. */
const connectionsWaitingMax = 4096;
/** Only there the kernel shares the connections of a port among its listeners. */
const sharesPort = process.platform === 'linux';

const more = new WeakMap<net.Server, net.Server[]>();

type Address = { host: string; port: number };

/** Rejects with EADDRINUSE when another process listens there. */
export async function listen(app: FastifyInstance, { host, port }: Address): Promise<void> {
  const backlog = connectionsWaitingMax;
  if (!sharesPort) {
    await app.listen({ host, port, backlog });
    return;
  }
  // Listeners that share a port would also share it with those of another process.
  if (port !== 0) await assertFree({ host, port });
  const shared = { host, backlog, reusePort: true };
  await app.listen({ ...shared, port });
  const boundPort = (app.server.address() as AddressInfo).port;
  const servers = Array.from({ length: listenersCount - 1 }, () => createListener(app.server));
  more.set(app.server, servers);
  await Promise.all(
    servers.map((server) => once(server.listen({ ...shared, port: boundPort }), 'listening')),
  );
}

/** Takes no more connections. Those that are open stay so. */
export function closeListeners(server: net.Server): Promise<unknown> {
  const all = [server, ...(more.get(server) ?? [])].filter(({ listening }) => listening);
  const closed = all.map((one) => once(one, 'close'));
  // The HTTP server's own close() would close idle connections as well.
  for (const one of all) net.Server.prototype.close.call(one);
  return Promise.all(closed);
}

/** Hands its connections to the HTTP server, whose options of sockets it has. */
const createListener = (server: net.Server): net.Server =>
  net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  );

async function assertFree(address: Address): Promise<void> {
  const probe = net.createServer();
  await once(probe.listen(address), 'listening');
  await once(probe.close(), 'close');
}

// A TCP proxy in front of a server, which can do to its connections what networks do.
import { once } from 'node:events';
import net, { type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `pass` forwards at once, `refuse` listens no longer, `hang` accepts and forwards nothing, a number
 * is the delay of each piece in milliseconds.
 */
export type ProxyState = 'pass' | 'refuse' | 'hang' | number;

export type FaultProxy = {
  port: number;
  set(state: ProxyState): Promise<void>;
  /** Breaks all connections. */
  cut(): void;
  stop(): Promise<void>;
};

/** Listens on 127.0.0.1. What was held back during `hang` is forwarded after it. */
export async function startFaultProxy(target: NetConnectOpts, port = 0): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let state: ProxyState = 'pass';
  let released = Promise.withResolvers<void>();
  const delay = async () => {
    while (state === 'hang') await released.promise;
    if (typeof state === 'number') await sleep(state);
  };
  const server = net.createServer((near) => {
    const far = net.connect(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.once('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      forward(from, to, delay);
    }
  });
  const listen = async (at: number) => {
    await once(server.listen(at, '127.0.0.1'), 'listening');
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  await listen(port);
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    async set(next) {
      state = next;
      released.resolve();
      released = Promise.withResolvers();
      if (next === 'refuse') {
        server.close();
        cut();
      } else if (!server.listening) await listen(bound);
    },
    cut,
    async stop() {
      state = 'pass';
      released.resolve();
      if (!server.listening) return;
      const closed = once(server.close(), 'close');
      cut();
      await closed;
    },
  };
}

/** Keeps the order of the pieces, and reads no further while one is held back. */
function forward(from: Socket, to: Socket, delay: () => Promise<void>): void {
  let last = Promise.resolve();
  from.on('data', (piece: Buffer) => {
    from.pause();
    last = last.then(async () => {
      await delay();
      if (!to.destroyed) to.write(piece);
      from.resume();
    });
  });
  from.once('end', () => {
    last = last.then(() => {
      to.end();
    });
  });
}

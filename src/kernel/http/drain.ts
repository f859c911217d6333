// The time between SIGTERM and the end of the listener. Load balancers see from /readyz that the
// process leaves and send new connections elsewhere, while it still responds to all requests.
import type http from 'node:http';
import { setImmediate as afterEvents, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { closeListeners } from './listeners.ts';

export type Drain = {
  isDraining(): boolean;
  /** Makes /readyz say 503. Resolves after `seconds`. */
  begin(seconds: number): Promise<void>;
};

/** A turn takes one connection of each listener. */
const takingTurnsMax = 1000;
/** Longer than reverse proxies may keep idle connections open, in docs/examples/ 2 s. */
const unusedMsMax = 3000;

export function createDrain(): Drain {
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    async begin(seconds) {
      isDraining = true;
      await sleep(seconds * 1000);
    },
  };
}

/**
 * Accepts no more connections, and responds on the open ones until they end: each with its next
 * response, or by the proxy, when it has not used it for a while. Only the proxy knows that it is
 * not sending a request just now. Resolves after `waitMs` at the latest.
 */
export async function stopAccepting(app: FastifyInstance, waitMs = unusedMsMax): Promise<void> {
  await takeWaiting(app.server);
  await Promise.race([closeListeners(app.server), sleep(waitMs)]);
}

/**
 * Connections that wait in the kernel when the listener closes are reset, with the requests that
 * proxies have sent on them.
 */
async function takeWaiting(server: http.Server): Promise<void> {
  // From here on each turn is a whole one.
  await afterEvents();
  let hasConnected = true;
  const note = () => {
    hasConnected = true;
  };
  server.on('connection', note);
  for (let turn = 0; turn < takingTurnsMax && hasConnected; turn++) {
    hasConnected = false;
    await afterEvents();
  }
  server.off('connection', note);
}

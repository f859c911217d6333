// The time between SIGTERM and the end of the listener. Load balancers see from /readyz that the
// process leaves and send new connections elsewhere, while it still responds to all requests.
import { setTimeout as sleep } from 'node:timers/promises';

export type Drain = {
  isDraining(): boolean;
  /** Makes /readyz say 503 and responses close their connection. Resolves after `seconds`. */
  begin(seconds: number): Promise<void>;
};

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

import { createCounts } from '#kernel/counts.ts';
import { gatewayErrors } from './gateway-error.ts';

/** Tunnels per API key, open or being opened. */
export type TunnelCounter = {
  /** Counts a tunnel until the returned function is called. Throws GatewayError above the limit. */
  enter(keyId: string): () => void;
};

export function createTunnelCounter(tunnelsMax: number): TunnelCounter {
  const open = createCounts<string>();
  return {
    enter(keyId) {
      if (open.read(keyId) >= tunnelsMax) throw gatewayErrors.tooManyTunnels(tunnelsMax);
      open.add(keyId, 1);
      return () => open.add(keyId, -1);
    },
  };
}

import { gatewayErrors } from './gateway-error.ts';

/** Tunnels per API key, open or being opened. */
export type TunnelCounter = {
  /** Counts a tunnel until the returned function is called. Throws GatewayError above the limit. */
  enter(keyId: string): () => void;
};

export function createTunnelCounter(tunnelsMax: number): TunnelCounter {
  const open = new Map<string, number>();
  return {
    enter(keyId) {
      const before = open.get(keyId) ?? 0;
      if (before >= tunnelsMax) throw gatewayErrors.tooManyTunnels(tunnelsMax);
      open.set(keyId, before + 1);
      return () => {
        const left = (open.get(keyId) ?? 1) - 1;
        if (left > 0) open.set(keyId, left);
        else open.delete(keyId);
      };
    },
  };
}

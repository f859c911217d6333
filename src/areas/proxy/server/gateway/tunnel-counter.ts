import type net from 'node:net';
import { gatewayErrors } from './gateway-error.ts';

/** Tunnels per API key, open or being opened. */
export type TunnelCounter = {
  /** Counts a tunnel until the client's socket closes. Throws GatewayError above the limit. */
  add(keyId: string, client: net.Socket): void;
};

export function createTunnelCounter(tunnelsMax: number): TunnelCounter {
  const open = new Map<string, number>();
  return {
    add(keyId, client) {
      const before = open.get(keyId) ?? 0;
      if (before >= tunnelsMax) throw gatewayErrors.tooManyTunnels(tunnelsMax);
      if (client.closed) return;
      open.set(keyId, before + 1);
      client.once('close', () => {
        const left = (open.get(keyId) ?? 1) - 1;
        if (left > 0) open.set(keyId, left);
        else open.delete(keyId);
      });
    },
  };
}

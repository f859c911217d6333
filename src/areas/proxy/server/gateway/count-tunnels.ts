import type net from 'node:net';
import { refusals } from './refusal.ts';

/** Open tunnels, and those being opened, of each key. */
export type TunnelCount = {
  /** Counts one until its client's socket closes. Throws a Refusal when there are too many. */
  add(keyId: string, client: net.Socket): void;
};

export function countTunnels(most: number): TunnelCount {
  const open = new Map<string, number>();
  return {
    add(keyId, client) {
      const before = open.get(keyId) ?? 0;
      if (before >= most) throw refusals.tooManyTunnels(most);
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

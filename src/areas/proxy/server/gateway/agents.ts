// Tunnels that wait for the next plain request, kept by proxy and login.
import type { Seat } from '../boards.ts';
import type { Proxies } from '../proxies.ts';
import { TunnelAgent } from '../tunnel.ts';
import { exitOf } from '../use-seat.ts';

export type Agents = {
  of(proxies: Proxies, seat: Seat, timeoutMs: number): TunnelAgent;
  close(): void;
};

const keptMax = 500;

export function openAgents(): Agents {
  const kept = new Map<string, { agent: TunnelAgent; row: Seat['row'] }>();
  return {
    of(proxies, seat, timeoutMs) {
      const { row } = seat;
      const key = `${row.id} ${timeoutMs}`;
      const known = kept.get(key);
      const isSame = known && String(known.row.credentials) === String(row.credentials);
      if (known && !isSame) known.agent.retire();
      const options = { guard: proxies.guard, timeoutMs };
      const agent = isSame ? known.agent : new TunnelAgent(exitOf(proxies, seat), options);
      kept.delete(key);
      kept.set(key, { agent, row });
      const [longestUnused] = kept;
      if (longestUnused && kept.size > keptMax) {
        longestUnused[1].agent.retire();
        kept.delete(longestUnused[0]);
      }
      return agent;
    },
    close() {
      for (const { agent } of kept.values()) agent.destroy();
      kept.clear();
    },
  };
}

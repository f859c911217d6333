// Tunnels that wait for the next plain request, kept by account, proxy and login: what one customer
// left in a tunnel must not meet another's request.
import type { Seat } from '../boards.ts';
import type { Proxies } from '../proxies.ts';
import type { ResourceRow } from '../resource-store.ts';
import { TunnelAgent } from '../tunnel.ts';
import { exitOf } from '../use-seat.ts';

export type Agents = {
  of(proxies: Proxies, resource: ResourceRow, seat: Seat): TunnelAgent;
  close(): void;
};

const keptMax = 500;

export function openAgents(): Agents {
  const kept = new Map<string, { agent: TunnelAgent; row: Seat['row'] }>();
  return {
    of(proxies, { account_id, timeout_ms: timeoutMs }, seat) {
      const { row } = seat;
      const key = `${account_id} ${row.id} ${timeoutMs}`;
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

// Keep-alive tunnels for plain requests, separate by account, proxy and login: data left in a
// tunnel by one customer must never reach another.

import { TunnelAgent } from '../forwarding/tunnel.ts';
import type { Proxies } from '../proxies.ts';
import type { ResourceRow } from '../resources/resource-store.ts';
import type { Candidate } from '../selection/resource-pool.ts';
import { toProxyServer } from '../selection/select-proxy.ts';

export type TunnelAgents = {
  of(proxies: Proxies, resource: ResourceRow, candidate: Candidate): TunnelAgent;
  close(): void;
};

const agentsMax = 500;

export function createTunnelAgents(): TunnelAgents {
  const agents = new Map<string, { agent: TunnelAgent; row: Candidate['row'] }>();
  return {
    of(proxies, { account_id, timeout_ms: timeoutMs }, candidate) {
      const { row } = candidate;
      const key = `${account_id} ${row.id} ${timeoutMs}`;
      const known = agents.get(key);
      const isSame = known && String(known.row.credentials) === String(row.credentials);
      if (known && !isSame) known.agent.retire();
      const options = { guard: proxies.guard, timeoutMs };
      const agent = isSame
        ? known.agent
        : new TunnelAgent(toProxyServer(proxies, candidate), options);
      agents.delete(key);
      agents.set(key, { agent, row });
      const [leastRecent] = agents;
      if (leastRecent && agents.size > agentsMax) {
        leastRecent[1].agent.retire();
        agents.delete(leastRecent[0]);
      }
      return agent;
    },
    close() {
      for (const { agent } of agents.values()) agent.destroy();
      agents.clear();
    },
  };
}

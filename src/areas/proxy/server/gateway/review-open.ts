// What a client has open, a tunnel or a request, is reviewed until its connection to the site is
// closed: its traffic is recorded, and the client is disconnected when it is no longer allowed.
import type http from 'node:http';
import type net from 'node:net';
import { withCaller } from '#kernel/database/work.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import type { Traffic } from '../usage/record-usage.ts';
import type { AdmittedRequest, GatewayPorts } from './admit-request.ts';
import { type GatewayClient, isStillAllowed } from './identify-client.ts';

/** When the process is killed, the traffic since the last review is not counted. */
const reviewMs = 15_000;

export type OpenExchange = {
  admitted: AdmittedRequest;
  gatewayClient: GatewayClient;
  client: net.Socket | http.ServerResponse;
  upstream: net.Socket | http.ClientRequest;
  /** Of this exchange until now. Not called after `upstream` is closed. */
  countBytes(): Traffic;
};

export type Reviews = {
  begin(open: OpenExchange): void;
  /** Records the traffic of all that is open. */
  recordAll(): void;
};

export function createReviews(ports: GatewayPorts): Reviews {
  const open = new Set<() => void>();
  return {
    begin({ admitted, gatewayClient, client, upstream, countBytes }) {
      const { id } = admitted.pool.resource;
      const caller = accountCaller(admitted.actor.accountId);
      const record = trafficRecorder(countBytes, (traffic) =>
        ports.proxies.usage.recordTraffic(id, admitted.client, traffic),
      );
      const review = setInterval(async () => {
        record();
        const mayStay = await withCaller(caller, () => isStillAllowed(ports, gatewayClient, id));
        if (!mayStay) client.destroy();
      }, reviewMs);
      open.add(record);
      // A keep-alive connection is given to the next request only after this event.
      upstream.on('close', () => {
        clearInterval(review);
        open.delete(record);
        record();
      });
    },
    recordAll() {
      for (const record of open) record();
    },
  };
}

/** Each call records what was transferred since the last one. */
function trafficRecorder(
  countBytes: () => Traffic,
  recordTraffic: (traffic: Traffic) => void,
): () => void {
  let recorded: Traffic = { sent: 0, received: 0 };
  return () => {
    const total = countBytes();
    const sent = total.sent - recorded.sent;
    const received = total.received - recorded.received;
    if (sent + received === 0) return;
    recorded = total;
    recordTraffic({ sent, received });
  };
}

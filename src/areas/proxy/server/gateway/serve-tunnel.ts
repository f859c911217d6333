// A tunnel of a client to the checked address, asked for by CONNECT or SOCKS. Its content is
// opaque, so only opening it tells whether the proxy works, and until it is open another proxy can
// be tried.
import type net from 'node:net';
import type { FailureReason } from '../../wire/proxies.constants.ts';
import { isUncertain, readFailureReason } from '../forwarding/proxy-error.ts';
import { openTunnel } from '../forwarding/tunnel.ts';
import { compareFailures } from '../selection/compare-failures.ts';
import type { Candidate } from '../selection/resource-pool.ts';
import { settleAttempt, takeProxy, toProxyServer } from '../selection/select-proxy.ts';
import { type AdmittedRequest, type GatewayPorts, secondsToRelease } from './admit-request.ts';
import { endConnection } from './end-connection.ts';
import {
  formatFailureCause,
  type GatewayError,
  gatewayErrors,
  toGatewayError,
} from './gateway-error.ts';
import type { GatewayClient } from './identify-client.ts';
import type { Reviews } from './review-open.ts';
import type { TunnelCounter } from './tunnel-counter.ts';

/** Idle tunnels are closed after this, and clients that take nothing of a response. */
export const idleMsMax = 600_000;

export type TunnelPorts = { ports: GatewayPorts; reviews: Reviews; count: TunnelCounter };

/** `blame` is why the last proxy before this one failed. */
export type OpenedTunnel = { proxyId: string; attempts: number; blame: string | null };

/** How a protocol responds to its client. */
export type TunnelReplies = {
  opened(tunnel: OpenedTunnel): string | Buffer;
  refused(error: GatewayError): string | Buffer;
};

export type TunnelRequest = {
  socket: net.Socket;
  /** What the client sent after its request. */
  head: Buffer;
  gatewayClient: GatewayClient;
  replies: TunnelReplies;
  /** Throws when the client may not have this tunnel. */
  admit(): Promise<AdmittedRequest>;
};

export async function serveTunnel(
  { ports, reviews, count }: TunnelPorts,
  { socket, head, gatewayClient, replies, admit }: TunnelRequest,
): Promise<void> {
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  let admitted: AdmittedRequest | undefined;
  try {
    admitted = await admit();
    const leave = count.enter(admitted.client.id);
    const { upstream, opened } = await openUpstream(ports, admitted, socket).finally(() => {
      // A client that hangs up does not end the attempt to open its tunnel.
      if (socket.closed) leave();
      else socket.on('close', leave);
    });
    admitted.record({ status: 200, isServed: true, elapsedMs: elapsed() });
    const countBytes = () => ({ sent: upstream.bytesWritten, received: upstream.bytesRead });
    reviews.begin({ admitted, gatewayClient, client: socket, upstream, countBytes });
    connectTunnel({ socket, upstream, head }, replies.opened(opened));
  } catch (error) {
    const gatewayError = toGatewayError(error);
    if (gatewayError.status === 500)
      ports.proxies.kernel.log.error({ err: error }, 'the gateway failed');
    admitted?.record({ status: gatewayError.status, isServed: false, elapsedMs: elapsed() });
    if (socket.writable) endConnection(socket, replies.refused(gatewayError));
  }
}

async function openUpstream(ports: GatewayPorts, admitted: AdmittedRequest, socket: net.Socket) {
  const { proxies } = ports;
  const { pool, target, selection, client, attemptsMax } = admitted;
  const failures = compareFailures(proxies, pool, client);
  const triedIds = new Set<string>();
  let failed: { reason: FailureReason; candidate: Candidate } | undefined;
  while (triedIds.size < attemptsMax && socket.writable) {
    const candidate: Candidate | null = takeProxy(proxies, pool, { ...selection, triedIds });
    if (!candidate) break;
    triedIds.add(candidate.id);
    const started = performance.now();
    const elapsed = () => performance.now() - started;
    try {
      const options = { guard: proxies.guard, timeoutMs: pool.resource.timeout_ms };
      const upstream = await openTunnel(toProxyServer(proxies, candidate), target, options);
      await failures.blameProxies();
      await settleAttempt(proxies, pool, candidate, { latencyMs: elapsed(), client });
      const blame = failed ? formatFailureCause(failed.reason) : null;
      const opened = { proxyId: candidate.id, attempts: triedIds.size, blame };
      return { upstream, opened };
    } catch (error) {
      const reason = readFailureReason(error);
      const isComparable = isUncertain(error);
      await failures.add({ candidate, reason, isComparable, latencyMs: elapsed() });
      failed = { reason, candidate };
    }
  }
  const targetReason = await failures.blameNone();
  const error = failed
    ? gatewayErrors.failed(targetReason ?? failed.reason, failed.candidate)
    : gatewayErrors.exhausted(secondsToRelease(pool, proxies.kernel.clock.now().getTime()));
  error.attempts = triedIds.size;
  throw error;
}

type TunnelEnds = { socket: net.Socket; upstream: net.Socket; head: Buffer };

function connectTunnel({ socket, upstream, head }: TunnelEnds, opened: string | Buffer): void {
  const close = () => {
    socket.destroy();
    upstream.destroy();
  };
  for (const end of [socket, upstream]) end.setTimeout(idleMsMax).on('timeout', close);
  if (!socket.writable) {
    close();
    return;
  }
  socket.write(opened);
  if (head.length > 0) upstream.write(head);
  // Each direction can end separately (half-close); an error or a break closes both. Not by
  // `pipeline`, which needs several kilobytes for each direction of an idle tunnel, and not by
  // `once`, which needs 130 bytes for each listener: a socket closes only once.
  for (const end of [socket, upstream]) {
    end.on('error', close);
    end.on('close', () => {
      if (!end.readableEnded || !end.writableFinished) close();
    });
  }
  socket.pipe(upstream);
  upstream.pipe(socket);
}

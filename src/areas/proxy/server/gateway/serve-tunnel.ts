// A tunnel of a client to the checked address, asked for by CONNECT or SOCKS. Its content is
// opaque, so only opening it tells whether the proxy works, and until it is open another proxy can
// be tried.
import type net from 'node:net';
import { withCaller } from '#kernel/database/work.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import { failureReasonOf } from '../forwarding/proxy-error.ts';
import { openTunnel } from '../forwarding/tunnel.ts';
import type { Candidate } from '../selection/resource-pool.ts';
import { settleAttempt, takeProxy, toProxyServer } from '../selection/select-proxy.ts';
import type { Traffic } from '../usage/record-usage.ts';
import { type AdmittedRequest, type GatewayPorts, secondsToRelease } from './admit-request.ts';
import { type GatewayError, gatewayErrors, toGatewayError } from './gateway-error.ts';
import { type GatewayClient, isStillAllowed } from './identify-client.ts';
import type { TunnelCounter } from './tunnel-counter.ts';

/** Idle tunnels are closed after this, and clients that take nothing of a response. */
export const idleMsMax = 600_000;
/** How often permission for an open tunnel is checked again, and its traffic recorded. */
const reviewMs = 15_000;

export type TunnelPorts = { ports: GatewayPorts; count: TunnelCounter };

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
  { ports, count }: TunnelPorts,
  { socket, head, gatewayClient, replies, admit }: TunnelRequest,
): Promise<void> {
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  let admitted: AdmittedRequest | undefined;
  try {
    admitted = await admit();
    const { client, actor, pool } = admitted;
    const { id } = pool.resource;
    count.add(client.id, socket);
    const { upstream, opened } = await openUpstream(ports, admitted, socket);
    admitted.record({ status: 200, isServed: true, elapsedMs: elapsed() });
    const recordTraffic = trafficRecorder(upstream, (traffic) =>
      ports.proxies.usage.recordTraffic(id, client, traffic),
    );
    const caller = accountCaller(actor.accountId);
    reviewWhileOpen(socket, () => {
      recordTraffic();
      return withCaller(caller, () => isStillAllowed(ports, gatewayClient, id));
    });
    upstream.once('close', recordTraffic);
    connectTunnel({ socket, upstream, head }, replies.opened(opened));
  } catch (error) {
    const gatewayError = toGatewayError(error);
    if (gatewayError.status === 500)
      ports.proxies.kernel.log.error({ err: error }, 'the gateway failed');
    admitted?.record({ status: gatewayError.status, isServed: false, elapsedMs: elapsed() });
    if (socket.writable) socket.end(replies.refused(gatewayError));
  }
}

async function openUpstream(ports: GatewayPorts, admitted: AdmittedRequest, socket: net.Socket) {
  const { proxies } = ports;
  const { pool, target, selection, client, attemptsMax } = admitted;
  const triedIds = new Set<string>();
  let failure: GatewayError | undefined;
  while (triedIds.size < attemptsMax && socket.writable) {
    const candidate: Candidate | null = takeProxy(proxies, pool, { ...selection, triedIds });
    if (!candidate) break;
    triedIds.add(candidate.id);
    const started = performance.now();
    const latency = () => ({ latencyMs: performance.now() - started, client });
    try {
      const options = { guard: proxies.guard, timeoutMs: pool.resource.timeout_ms };
      const upstream = await openTunnel(toProxyServer(proxies, candidate), target, options);
      await settleAttempt(proxies, pool, candidate, latency());
      const blame = failure?.blame ?? null;
      const opened = { proxyId: candidate.id, attempts: triedIds.size, blame };
      return { upstream, opened };
    } catch (error) {
      const reason = failureReasonOf(error);
      await settleAttempt(proxies, pool, candidate, { error: reason, ...latency() });
      failure = gatewayErrors.failed(reason, candidate);
    }
  }
  failure ??= gatewayErrors.exhausted(secondsToRelease(pool, proxies.kernel.clock.now().getTime()));
  failure.attempts = triedIds.size;
  throw failure;
}

/** Each call records what was transferred since the last one. */
function trafficRecorder(upstream: net.Socket, record: (traffic: Traffic) => void): () => void {
  const recorded: Traffic = { sent: 0, received: 0 };
  return () => {
    const { bytesWritten, bytesRead } = upstream;
    const sent = bytesWritten - recorded.sent;
    const received = bytesRead - recorded.received;
    if (sent + received === 0) return;
    recorded.sent = bytesWritten;
    recorded.received = bytesRead;
    record({ sent, received });
  };
}

function reviewWhileOpen(socket: net.Socket, mayStay: () => Promise<boolean>): void {
  if (socket.closed) return;
  const review = setInterval(async () => {
    if (!(await mayStay())) socket.destroy();
  }, reviewMs);
  socket.once('close', () => clearInterval(review));
}

type TunnelEnds = { socket: net.Socket; upstream: net.Socket; head: Buffer };

function connectTunnel({ socket, upstream, head }: TunnelEnds, opened: string | Buffer): void {
  const close = () => {
    socket.destroy();
    upstream.destroy();
  };
  for (const end of [socket, upstream]) end.setTimeout(idleMsMax, close);
  if (!socket.writable) {
    close();
    return;
  }
  socket.write(opened);
  if (head.length > 0) upstream.write(head);
  // Each direction can end separately (half-close); an error or a break closes both. Not by
  // `pipeline`, which needs several kilobytes for each direction of an idle tunnel.
  for (const end of [socket, upstream]) {
    end.on('error', close);
    end.once('close', () => {
      if (!end.readableEnded || !end.writableFinished) close();
    });
  }
  socket.pipe(upstream);
  upstream.pipe(socket);
}

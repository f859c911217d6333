// CONNECT: a tunnel to the checked address. Its content is opaque, so only opening it tells whether
// the proxy works, and until it is open another proxy can be tried.
import type http from 'node:http';
import type net from 'node:net';
import { pipeline } from 'node:stream';
import { withCaller } from '#kernel/database/work.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import { failureReasonOf } from '../forwarding/proxy-error.ts';
import { openTunnel } from '../forwarding/tunnel.ts';
import type { Candidate } from '../selection/resource-pool.ts';
import { attemptsMax, settleAttempt, takeProxy, toProxyServer } from '../selection/select-proxy.ts';
import {
  type AdmittedRequest,
  admitRequest,
  type GatewayPorts,
  isStillAllowed,
  secondsToRelease,
} from './admit-request.ts';
import {
  formatErrorResponse,
  gatewayErrors,
  proxyHeader,
  toGatewayError,
} from './gateway-error.ts';
import type { TunnelCounter } from './tunnel-counter.ts';

/** Idle tunnels are closed after this. */
const idleMsMax = 600_000;
/** How often permission for an open tunnel is checked again. */
const reviewMs = 15_000;

export async function handleConnect(
  { ports, count }: { ports: GatewayPorts; count: TunnelCounter },
  request: http.IncomingMessage,
  client: net.Socket,
  head: Buffer,
): Promise<void> {
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  const gatewayRequest = {
    login: request.headers['proxy-authorization'],
    ip: client.remoteAddress ?? '',
  };
  let admitted: AdmittedRequest | undefined;
  try {
    admitted = await admitRequest(ports, { ...gatewayRequest, ...readAuthority(request.url) });
    const { keyId, accountId } = admitted.actor;
    const { id } = admitted.pool.resource;
    count.add(keyId, client);
    const { upstream, candidate } = await openUpstream(ports, admitted, client);
    admitted.record({ status: 200, isServed: true, elapsedMs: elapsed() });
    const caller = accountCaller(accountId);
    reviewWhileOpen(client, () =>
      withCaller(caller, () => isStillAllowed(ports, gatewayRequest, id)),
    );
    connectTunnel({ client, upstream, head, candidate }, (bytes) =>
      ports.proxies.usage.recordBytes(id, keyId, bytes),
    );
  } catch (error) {
    const gatewayError = toGatewayError(error);
    if (gatewayError.status === 500)
      ports.proxies.kernel.log.error({ err: error }, 'the gateway failed');
    admitted?.record({ status: gatewayError.status, isServed: false, elapsedMs: elapsed() });
    if (client.writable) client.end(formatErrorResponse(gatewayError));
  }
}

function readAuthority(text = ''): { host: string; port: number } {
  const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:/@]+):(\d{1,5})$/.exec(text) ?? [];
  if (!host) throw gatewayErrors.target();
  return { host, port: Number(port) };
}

async function openUpstream(ports: GatewayPorts, admitted: AdmittedRequest, client: net.Socket) {
  const { proxies } = ports;
  const { pool, target, session, country, actor } = admitted;
  const { keyId } = actor;
  const triedIds = new Set<string>();
  let failure = gatewayErrors.exhausted(
    secondsToRelease(pool, proxies.kernel.clock.now().getTime()),
  );
  while (triedIds.size < attemptsMax && client.writable) {
    const candidate = takeProxy(proxies, pool, { session, country, triedIds, keyId });
    if (!candidate) break;
    triedIds.add(candidate.id);
    const started = performance.now();
    const elapsed = () => performance.now() - started;
    try {
      const options = { guard: proxies.guard, timeoutMs: pool.resource.timeout_ms };
      const upstream = await openTunnel(toProxyServer(proxies, candidate), target, options);
      await settleAttempt(proxies, pool, candidate, { latencyMs: elapsed(), keyId });
      return { upstream, candidate };
    } catch (error) {
      const reason = failureReasonOf(error);
      await settleAttempt(proxies, pool, candidate, { error: reason, latencyMs: elapsed(), keyId });
      failure = gatewayErrors.failed(reason);
    }
  }
  throw failure;
}

function reviewWhileOpen(client: net.Socket, mayStay: () => Promise<boolean>): void {
  if (client.closed) return;
  const review = setInterval(async () => {
    if (!(await mayStay())) client.destroy();
  }, reviewMs);
  client.once('close', () => clearInterval(review));
}

type TunnelEnds = { client: net.Socket; upstream: net.Socket; head: Buffer; candidate: Candidate };

function connectTunnel(
  { client, upstream, head, candidate }: TunnelEnds,
  onEnd: (bytes: number) => void,
): void {
  const close = () => {
    client.destroy();
    upstream.destroy();
  };
  upstream.once('close', () => onEnd(upstream.bytesRead + upstream.bytesWritten));
  for (const socket of [client, upstream]) socket.setTimeout(idleMsMax, close);
  if (!client.writable) {
    close();
    return;
  }
  client.write(`HTTP/1.1 200 Connection Established\r\n${proxyHeader}: ${candidate.id}\r\n\r\n`);
  if (head.length > 0) upstream.write(head);
  // Each direction can end separately (half-close); an error closes both.
  pipeline(client, upstream, (error) => error && close());
  pipeline(upstream, client, (error) => error && close());
}

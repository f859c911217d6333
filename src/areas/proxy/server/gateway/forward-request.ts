// A plain HTTP request, streamed through a keep-alive tunnel. After a ban status, or without a
// response, an idempotent request is sent through another proxy.
import type http from 'node:http';
import { ExactRequest } from '../forwarding/exact-request.ts';
import {
  isUncertain,
  ProxyError,
  readFailureReason,
  readSiteFailure,
} from '../forwarding/proxy-error.ts';
import { siteResponse } from '../forwarding/tunnel.ts';
import { formatBanCause } from '../health/find-ban.ts';
import {
  compareFailures,
  type FailureComparison,
  toProxyReason,
} from '../selection/compare-failures.ts';
import type { Candidate } from '../selection/resource-pool.ts';
import { hasAvailableProxy, settleAttempt, takeProxy } from '../selection/select-proxy.ts';
import type { Traffic } from '../usage/record-usage.ts';
import {
  type AdmittedRequest,
  admitRequest,
  type GatewayPorts,
  secondsToRelease,
} from './admit-request.ts';
import {
  attemptsHeader,
  causeHeader,
  formatFailureCause,
  type GatewayError,
  gatewayErrors,
  proxyHeader,
  toErrorBody,
  toErrorHeaders,
  toGatewayError,
} from './gateway-error.ts';
import { readBasicLogin } from './gateway-login.ts';
import type { GatewayClient } from './identify-client.ts';
import { inspectResponse } from './inspect-response.ts';
import { type RequestTarget, readTarget, toGatewayTarget } from './read-target.ts';
import { endWhenStopped, sendBody, watchBreaks } from './relay-body.ts';
import type { Reviews } from './review-open.ts';
import { idleMsMax } from './serve-tunnel.ts';
import { toClientHeaders, toSiteHeaders, toValidText } from './site-headers.ts';
import type { TunnelAgents } from './tunnel-agents.ts';

/** Idempotent methods of RFC 9110 (9.2.2). */
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

export type ForwardPorts = { ports: GatewayPorts; reviews: Reviews; agents: TunnelAgents };

type Exchange = ForwardPorts & {
  request: http.IncomingMessage;
  response: http.ServerResponse;
  site: RequestTarget;
  /** To the site. */
  headers: string[];
  gatewayClient: GatewayClient;
};

export async function forwardRequest(
  forwardPorts: ForwardPorts,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { ports } = forwardPorts;
  const started = performance.now();
  let admitted: AdmittedRequest | undefined;
  let isServed = true;
  try {
    const site = readTarget(request.url);
    const headers = toSiteHeaders(request, site);
    const gatewayClient = {
      credentials: readBasicLogin(request.headers['proxy-authorization']),
      ip: request.socket.remoteAddress ?? '',
    };
    admitted = await admitRequest(ports, { ...gatewayClient, ...toGatewayTarget(site) });
    const exchange = { ...forwardPorts, request, response, site, headers, gatewayClient };
    await forwardWithRetries(exchange, admitted);
  } catch (error) {
    isServed = false;
    const gatewayError = toGatewayError(error);
    if (gatewayError.status === 500)
      ports.proxies.kernel.log.error({ err: error }, 'the gateway failed');
    if (!response.headersSent) {
      response.writeHead(gatewayError.status, toErrorHeaders(gatewayError));
      response.end(toErrorBody(gatewayError));
    } else response.destroy();
  } finally {
    const elapsedMs = performance.now() - started;
    admitted?.record({ status: response.statusCode, isServed, elapsedMs });
  }
}

async function forwardWithRetries(exchange: Exchange, admitted: AdmittedRequest): Promise<void> {
  const { request, response, ports } = exchange;
  const { pool, selection, attemptsMax, client } = admitted;
  const { kernel } = ports.proxies;
  const mayRepeat = !hasBody(request) && repeatable.has(request.method ?? '');
  const failures = compareFailures(ports.proxies, pool, client);
  const triedIds = new Set<string>();
  let failed: Failed | undefined;
  while (triedIds.size < (mayRepeat ? attemptsMax : 1) && !response.destroyed) {
    const candidate = takeProxy(ports.proxies, pool, { ...selection, triedIds });
    if (!candidate) break;
    triedIds.add(candidate.id);
    const isLast = !mayRepeat || triedIds.size === attemptsMax;
    const attempt = { candidate, failures, triedIds, isLast, blame: failed?.blame ?? null };
    const outcome = await forwardThrough(exchange, admitted, attempt);
    if (outcome === 'answered') return;
    failed = outcome;
    // The site would respond to another proxy with the same.
    if (failed.error.code === 'target_bad_response') break;
  }
  const targetReason = await failures.blameNone();
  if (response.destroyed) return;
  const error =
    failed && targetReason
      ? gatewayErrors.failed(targetReason, failed.candidate)
      : (failed?.error ??
        gatewayErrors.exhausted(secondsToRelease(pool, kernel.clock.now().getTime())));
  error.attempts = triedIds.size;
  throw error;
}

/** `blame` is why the proxy before this one failed. */
type Attempt = {
  candidate: Candidate;
  failures: FailureComparison;
  triedIds: ReadonlySet<string>;
  isLast: boolean;
  blame: string | null;
};

/** `error` is to report if no other proxy succeeds, `blame` if one does. */
type Failed = { candidate: Candidate; error: GatewayError; blame: string };

async function forwardThrough(
  exchange: Exchange,
  admitted: AdmittedRequest,
  { candidate, failures, triedIds, isLast, blame }: Attempt,
): Promise<'answered' | Failed> {
  const { ports, reviews, response, gatewayClient } = exchange;
  const { pool, client, selection } = admitted;
  const started = performance.now();
  const { upstream, answer } = sendUpstream(exchange, admitted, candidate);
  const abort = () => upstream.destroy();
  response.once('close', abort);
  const countBytes = byteCounter(upstream);
  reviews.begin({ admitted, gatewayClient, client: response, upstream, countBytes });
  try {
    const answered = await answer;
    await failures.blameProxies();
    const brokenBy = watchBreaks(answered, response);
    const status = answered.statusCode ?? 0;
    const latencyMs = performance.now() - started;
    const { ban, body } = await inspectResponse(pool.resource, answered);
    // A block is stored before the client gets the response; success is known only at the end.
    if (ban) {
      const seen = { ban, url: exchange.site.url };
      await settleAttempt(ports.proxies, pool, candidate, { status, ban: seen, latencyMs, client });
      const others = { ...selection, triedIds };
      if (!isLast && hasAvailableProxy(ports.proxies, pool, others)) {
        answered.destroy();
        const error = gatewayErrors.banned(ban);
        return { candidate, error, blame: error.blame };
      }
    }
    const cause = ban ? formatBanCause(ban) : blame;
    response.sendDate = false;
    response.writeHead(status, toValidText(answered.statusMessage ?? ''), [
      ...toClientHeaders(answered.rawHeaders),
      proxyHeader,
      candidate.id,
      attemptsHeader,
      String(triedIds.size),
      ...(cause ? [causeHeader, cause] : []),
    ]);
    response.setTimeout(idleMsMax);
    await sendBody(body, response);
    const error = brokenBy();
    if (!ban)
      await settleAttempt(ports.proxies, pool, candidate, { status, error, latencyMs, client });
    return 'answered' as const;
  } catch (error) {
    const latencyMs = performance.now() - started;
    if (response.destroyed) {
      ports.proxies.usage.recordAbandoned(pool.resource.id, client, latencyMs);
      return 'answered' as const;
    }
    if (response.headersSent) throw error;
    const failure = readAttemptFailure(error, upstream);
    await failures.add({ candidate, latencyMs, ...failure });
    const { reason } = failure;
    const blame = formatFailureCause(toProxyReason(reason));
    return { candidate, error: gatewayErrors.failed(reason, candidate), blame };
  } finally {
    response.off('close', abort);
  }
}

/** A request has its socket when the tunnel is open. */
function readAttemptFailure(error: unknown, { socket, reusedSocket }: http.ClientRequest) {
  if (!socket) return { reason: readFailureReason(error), isComparable: isUncertain(error) };
  const reason = readSiteFailure(error);
  // Sites close kept connections when they like, which says nothing about the proxy.
  const isIdleEnd = reusedSocket && reason === 'target_closed';
  return { reason, isComparable: !isIdleEnd && reason !== 'target_bad_response' };
}

function sendUpstream(
  { agents, request, response, site, headers, ports }: Exchange,
  { pool, target }: AdmittedRequest,
  candidate: Candidate,
) {
  const { timeout_ms } = pool.resource;
  const upstream = new ExactRequest({
    ...siteResponse,
    agent: agents.of(ports.proxies, pool.resource, candidate),
    host: target.address,
    port: target.port,
    method: request.method,
    path: site.path,
    headers,
    setHost: false,
    timeout: timeout_ms,
  });
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    const stop = () => upstream.destroy(new ProxyError('timeout'));
    const refuse = () => reject(new ProxyError('connection_closed'));
    upstream.on('response', (answered) => {
      upstream.off('timeout', stop).off('close', refuse);
      endWhenStopped(answered, response, timeout_ms);
      resolve(answered);
    });
    upstream.on('timeout', stop);
    upstream.on('error', reject);
    upstream.on('close', refuse);
  });
  if (hasBody(request)) request.pipe(upstream);
  else upstream.end();
  return { upstream, answer };
}

const hasBody = ({ headers }: http.IncomingMessage): boolean =>
  'content-length' in headers || 'transfer-encoding' in headers;

/** Bytes of this request only: a keep-alive socket has transferred others before. */
function byteCounter(upstream: http.ClientRequest): () => Traffic {
  const before: Traffic = { sent: 0, received: 0 };
  upstream.once('socket', (socket) => {
    before.sent = socket.bytesWritten;
    before.received = socket.bytesRead;
  });
  return () => {
    const { bytesWritten = 0, bytesRead = 0 } = upstream.socket ?? {};
    const sent = Math.max(0, bytesWritten - before.sent);
    return { sent, received: Math.max(0, bytesRead - before.received) };
  };
}

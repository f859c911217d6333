// A plain HTTP request, streamed through a keep-alive tunnel. After a ban status, or without a
// response, an idempotent request is sent through another proxy.
import http from 'node:http';
import { ProxyError, readFailureReason } from '../forwarding/proxy-error.ts';
import { siteResponse } from '../forwarding/tunnel.ts';
import { formatBanCause } from '../health/find-ban.ts';
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
import { endWhenStopped, sendBody, watchBreaks } from './relay-body.ts';
import type { Reviews } from './review-open.ts';
import { idleMsMax } from './serve-tunnel.ts';
import type { TunnelAgents } from './tunnel-agents.ts';

/** Idempotent methods of RFC 9110 (9.2.2). */
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A site cannot say them for us. */
const ownHeaders = new Set([proxyHeader, attemptsHeader, causeHeader]);
const hostHeader = new Set(['host']);

export type ForwardPorts = { ports: GatewayPorts; reviews: Reviews; agents: TunnelAgents };

type Exchange = ForwardPorts & {
  request: http.IncomingMessage;
  response: http.ServerResponse;
  url: URL;
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
    const url = parseTarget(request.url);
    const gatewayClient = {
      credentials: readBasicLogin(request.headers['proxy-authorization']),
      ip: request.socket.remoteAddress ?? '',
    };
    const target = { host: url.hostname, port: Number(url.port) || 80 };
    admitted = await admitRequest(ports, { ...gatewayClient, ...target });
    await forwardWithRetries({ ...forwardPorts, request, response, url, gatewayClient }, admitted);
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

function parseTarget(text = ''): URL {
  if (!/^http:\/\//i.test(text) || !URL.canParse(text)) throw gatewayErrors.notAbsolute();
  const url = new URL(text);
  if (url.username || url.password) throw gatewayErrors.target();
  return url;
}

async function forwardWithRetries(exchange: Exchange, admitted: AdmittedRequest): Promise<void> {
  const { request, response, ports } = exchange;
  const { pool, selection, attemptsMax } = admitted;
  const { kernel } = ports.proxies;
  const mayRepeat = !hasBody(request) && repeatable.has(request.method ?? '');
  const triedIds = new Set<string>();
  let failure: GatewayError | undefined;
  while (triedIds.size < (mayRepeat ? attemptsMax : 1) && !response.destroyed) {
    const candidate = takeProxy(ports.proxies, pool, { ...selection, triedIds });
    if (!candidate) break;
    triedIds.add(candidate.id);
    const isLast = !mayRepeat || triedIds.size === attemptsMax;
    const blame = failure?.blame ?? null;
    const outcome = await forwardThrough(exchange, admitted, candidate, {
      triedIds,
      isLast,
      blame,
    });
    if (outcome === 'answered') return;
    failure = outcome;
    // The site would respond to another proxy with the same.
    if (failure.code === 'target_bad_response') break;
  }
  if (response.destroyed) return;
  failure ??= gatewayErrors.exhausted(secondsToRelease(pool, kernel.clock.now().getTime()));
  failure.attempts = triedIds.size;
  throw failure;
}

/** `blame` is why the proxy before this one failed. */
type Attempt = { triedIds: ReadonlySet<string>; isLast: boolean; blame: string | null };

/** Returns `answered`, or the error to report if no other proxy succeeds. */
async function forwardThrough(
  exchange: Exchange,
  admitted: AdmittedRequest,
  candidate: Candidate,
  { triedIds, isLast, blame }: Attempt,
) {
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
    const brokenBy = watchBreaks(answered, response);
    const status = answered.statusCode ?? 0;
    const latencyMs = performance.now() - started;
    const { ban, body } = await inspectResponse(pool.resource, answered);
    // A block is stored before the client gets the response; success is known only at the end.
    if (ban) {
      const seen = { ban, url: exchange.url };
      await settleAttempt(ports.proxies, pool, candidate, { status, ban: seen, latencyMs, client });
      const others = { ...selection, triedIds };
      if (!isLast && hasAvailableProxy(ports.proxies, pool, others)) {
        answered.destroy();
        return gatewayErrors.banned(ban);
      }
    }
    const cause = ban ? formatBanCause(ban) : blame;
    response.writeHead(status, toValidText(answered.statusMessage ?? ''), [
      ...withoutHopByHopHeaders(answered.rawHeaders, ownHeaders).map(toValidText),
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
    const reason = readFailureReason(error);
    await settleAttempt(ports.proxies, pool, candidate, { error: reason, latencyMs, client });
    return gatewayErrors.failed(reason, candidate);
  } finally {
    response.off('close', abort);
  }
}

function sendUpstream(
  { agents, request, response, url, ports }: Exchange,
  { pool, target }: AdmittedRequest,
  candidate: Candidate,
) {
  const { timeout_ms } = pool.resource;
  // Node adds no framing to bodies of GET and DELETE: unframed, they would be read as a request.
  const isUnframed = hasBody(request) && !('content-length' in request.headers);
  const framing = isUnframed ? ['transfer-encoding', 'chunked'] : [];
  const upstream = http.request({
    ...siteResponse,
    agent: agents.of(ports.proxies, pool.resource, candidate),
    host: target.address,
    port: target.port,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: [
      'host',
      url.host,
      ...withoutHopByHopHeaders(request.rawHeaders, hostHeader),
      ...framing,
    ],
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

/** Node sends no control characters, which the lenient parser lets pass. */
const toValidText = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ' ');

/** Without hop-by-hop headers, as RFC 9110 (7.6.1) requires of a proxy. */
function withoutHopByHopHeaders(raw: readonly string[], dropped: ReadonlySet<string>): string[] {
  const headers: string[] = [];
  const named = raw
    .filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === 'connection')
    .flatMap((names) => names.toLowerCase().split(/[\s,]+/))
    // Content-Length frames the body and must stay, even if Connection lists it.
    .filter((name) => name !== 'content-length');
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!;
    const key = name.toLowerCase();
    if (!hopByHop.has(key) && !named.includes(key) && !dropped.has(key))
      headers.push(name, raw[at + 1]!);
  }
  return headers;
}

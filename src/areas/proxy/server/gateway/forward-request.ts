// A plain HTTP request: streamed through a tunnel that is kept for the next one. An answer that
// bans the proxy, or none at all, sends a request that bears repetition through another.
import http from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FailureReason } from '../../proxy-words.ts';
import type { Seat } from '../boards.ts';
import { ProxyFailure, reasonOf } from '../proxy-failure.ts';
import { attemptsMax, hasSeat, settle, takeSeat } from '../use-seat.ts';
import { type Admitted, admit, type GatewayPorts, secondsToRelease } from './admit.ts';
import type { Agents } from './agents.ts';
import { proxyHeader, refusalBody, refusals, toRefusal } from './refusal.ts';

/** Idempotent by RFC 9110 (9.2.2): sent twice they come to the same. */
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

type Exchange = {
  ports: GatewayPorts;
  agents: Agents;
  request: http.IncomingMessage;
  response: http.ServerResponse;
  url: URL;
};

export async function forwardRequest(
  ports: GatewayPorts,
  agents: Agents,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const started = performance.now();
  let admitted: Admitted | undefined;
  let isServed = true;
  try {
    const url = readTarget(request.url);
    admitted = await admit(ports, {
      login: request.headers['proxy-authorization'],
      ip: request.socket.remoteAddress ?? '',
      host: url.hostname,
      port: Number(url.port) || 80,
    });
    await sendOn({ ports, agents, request, response, url }, admitted);
  } catch (error) {
    isServed = false;
    const refusal = toRefusal(error);
    if (refusal.status === 500)
      ports.proxies.kernel.log.error({ err: error }, 'the gateway failed');
    if (!response.headersSent) {
      response.writeHead(refusal.status, {
        ...refusal.headers,
        'content-type': 'application/json; charset=utf-8',
      });
      response.end(refusalBody(refusal));
    } else response.destroy();
  } finally {
    const elapsedMs = performance.now() - started;
    admitted?.record({ status: response.statusCode, isServed, elapsedMs });
  }
}

function readTarget(text = ''): URL {
  if (!/^http:\/\//i.test(text) || !URL.canParse(text)) throw refusals.notAbsolute();
  const url = new URL(text);
  if (url.username || url.password) throw refusals.target();
  return url;
}

async function sendOn(exchange: Exchange, admitted: Admitted): Promise<void> {
  const { request, response, ports } = exchange;
  const { board, session, country, actor } = admitted;
  const { kernel } = ports.proxies;
  const mayRepeat = !hasBody(request) && repeatable.has(request.method ?? '');
  const tried = new Set<string>();
  let failure = refusals.exhausted(1);
  while (tried.size < (mayRepeat ? attemptsMax : 1) && !response.destroyed) {
    const seat = takeSeat(ports.proxies, board, { session, country, tried, keyId: actor.keyId });
    if (!seat) {
      if (tried.size === 0)
        failure = refusals.exhausted(secondsToRelease(board, kernel.clock.now().getTime()));
      break;
    }
    tried.add(seat.id);
    const isLast = !mayRepeat || tried.size === attemptsMax;
    const outcome = await tryThrough(exchange, admitted, seat, isLast);
    if (outcome === 'answered') return;
    failure = outcome;
  }
  if (!response.destroyed) throw failure;
}

/** `answered`, or what to say when no other proxy does better. */
async function tryThrough(exchange: Exchange, admitted: Admitted, seat: Seat, isLast: boolean) {
  const { ports, response } = exchange;
  const { board, actor } = admitted;
  const { keyId } = actor;
  const started = performance.now();
  const { upstream, answer } = send(exchange, admitted, seat);
  const abort = () => upstream.destroy();
  response.once('close', abort);
  const count = countBytes(upstream);
  try {
    const answered = await answer;
    const status = answered.statusCode ?? 0;
    const latencyMs = performance.now() - started;
    const isBan = board.resource.ban_status_codes.includes(status);
    // A block is stored before anybody is answered; whether it went well is known at the end.
    if (isBan) await settle(ports.proxies, board, seat, { status, latencyMs, keyId });
    const goesOn = isBan && !isLast && hasSeat(ports.proxies, board, admitted.country);
    if (goesOn) {
      answered.destroy();
      return refusals.failed('banned');
    }
    const headers = [...withoutHops(answered.rawHeaders), proxyHeader, seat.id];
    response.writeHead(status, answered.statusMessage, headers);
    const error = await passOn(answered, response);
    if (!isBan) await settle(ports.proxies, board, seat, { status, error, latencyMs, keyId });
    return 'answered' as const;
  } catch (error) {
    if (response.destroyed) return 'answered' as const;
    if (response.headersSent) throw error;
    const reason = reasonOf(error);
    const latencyMs = performance.now() - started;
    await settle(ports.proxies, board, seat, { error: reason, latencyMs, keyId });
    return refusals.failed(reason);
  } finally {
    response.off('close', abort);
    ports.proxies.uses.noteBytes(board.resource.id, keyId, count());
  }
}

/** Why the answer broke off half-way; undefined when it came whole, or the client has left. */
async function passOn(
  answered: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<FailureReason | undefined> {
  let reason: FailureReason | undefined;
  answered.once('error', (error) => {
    if (!response.destroyed) reason = reasonOf(error);
  });
  await pipeline(answered, response).catch(() => response.destroy());
  return reason;
}

function send({ agents, request, url, ports }: Exchange, { board, target }: Admitted, seat: Seat) {
  const { timeout_ms } = board.resource;
  // Node frames no body of a DELETE or a GET by itself: unframed, it would be the next request.
  const isUnframed = hasBody(request) && !('content-length' in request.headers);
  const framing = isUnframed ? ['transfer-encoding', 'chunked'] : [];
  const upstream = http.request({
    agent: agents.of(ports.proxies, board.resource, seat),
    host: target.address,
    port: target.port,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: ['host', url.host, ...withoutHops(request.rawHeaders, 'host'), ...framing],
    setHost: false,
    timeout: timeout_ms,
  });
  upstream.on('timeout', () => upstream.destroy(new ProxyFailure('timeout')));
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    upstream.on('response', (answered) => {
      upstream.on('timeout', () => answered.destroy(new ProxyFailure('timeout')));
      resolve(answered);
    });
    upstream.on('error', reject);
    upstream.on('close', () => reject(new ProxyFailure('connection_closed')));
  });
  if (hasBody(request)) request.pipe(upstream);
  else upstream.end();
  return { upstream, answer };
}

const hasBody = ({ headers }: http.IncomingMessage): boolean =>
  'content-length' in headers || 'transfer-encoding' in headers;

/** As they went over the wire; a kept socket has moved others before. */
function countBytes(upstream: http.ClientRequest): () => number {
  let before = 0;
  upstream.once('socket', (socket) => {
    before = socket.bytesRead + socket.bytesWritten;
  });
  return () => {
    const { socket } = upstream;
    return socket ? Math.max(0, socket.bytesRead + socket.bytesWritten - before) : 0;
  };
}

/** Without what concerns one connection alone, as RFC 9110 (7.6.1) asks of a proxy. */
function withoutHops(raw: readonly string[], more = ''): string[] {
  const kept: string[] = [];
  const named = raw
    .filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === 'connection')
    .flatMap((names) => names.toLowerCase().split(/[\s,]+/))
    // Where a body ends is no option of the connection, whatever the header says.
    .filter((name) => name !== 'content-length');
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!;
    const key = name.toLowerCase();
    if (!hopByHop.has(key) && !named.includes(key) && key !== more) kept.push(name, raw[at + 1]!);
  }
  return kept;
}

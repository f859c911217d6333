// Spans of the HTTP calls that requests and jobs make: to payment providers, object storage, speech
// servers, sources of rates. Node announces them, so no call needs code of its own. Only the host is
// recorded, as paths and headers contain ids and keys; the trace is not passed on to third parties.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type Span, startSpan } from '../spans.ts';

type FetchRequest = { origin: string | URL; method: string };
type Announcement = {
  request: FetchRequest | ClientRequest;
  response?: IncomingMessage | { statusCode: number };
  error?: Error & { code?: string };
};

const begun = ['undici:request:create', 'http.client.request.created'];
const answered = ['undici:request:headers', 'http.client.response.finish'];
const failed = ['undici:request:error', 'http.client.request.error'];

/** `except` are the hosts that telemetry is sent to. Call the returned function to stop. */
export function traceOutboundCalls(except: ReadonlySet<string>): () => void {
  const spans = new WeakMap<object, Span>();
  const begin = (message: unknown) => {
    const { request } = message as Announcement;
    const url = toAddress(request);
    if (!url || except.has(url.host)) return;
    const span = startSpan(() => ({
      name: request.method,
      kind: 'client',
      attributes: {
        'http.request.method': request.method,
        'server.address': url.hostname,
        'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
        'url.scheme': url.protocol.slice(0, -1),
      },
    }));
    if (span) spans.set(request, span);
  };
  const end = (message: unknown) => {
    const { request, response } = message as Announcement;
    const status = response?.statusCode ?? 0;
    const attributes = { 'http.response.status_code': status };
    spans.get(request)?.end({ attributes, errorType: status >= 400 ? String(status) : undefined });
  };
  const fail = (message: unknown) => {
    const { request, error } = message as Announcement;
    spans.get(request)?.end({ errorType: error?.code ?? error?.name ?? 'error' });
  };
  const listeners = [
    ...begun.map((channel) => [channel, begin] as const),
    ...answered.map((channel) => [channel, end] as const),
    ...failed.map((channel) => [channel, fail] as const),
  ];
  for (const [channel, listener] of listeners) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener);
  };
}

function toAddress(request: FetchRequest | ClientRequest): URL | null {
  const origin = 'origin' in request ? String(request.origin) : toOrigin(request);
  return URL.canParse(origin) ? new URL(origin) : null;
}

const toOrigin = (request: ClientRequest) =>
  `${request.protocol}//${String(request.getHeader('host') ?? request.host)}`;

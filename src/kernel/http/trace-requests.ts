// A span for each request that reaches a route, by the semantic conventions for HTTP. The path and
// the query string, addresses and browsers are left out: they say who asked, or are secrets.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runInSpan, type Span, type Tracing } from '../observability/spans.ts';

/** Asked by load balancers and by monitoring, every few seconds. */
const untraced: ReadonlySet<string | undefined> = new Set(['/readyz', '/metrics']);

/** Ends the span of a request after `last`, which runs within it. */
export type EndTrace = (request: FastifyRequest, reply: FastifyReply, last: () => void) => void;

/** Call it before other hooks are added: they then run within the span. The caller ends it. */
export function traceRequests(app: FastifyInstance, tracing: Tracing | undefined): EndTrace {
  if (!tracing) return (_request, _reply, last) => last();
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (untraced.has(request.routeOptions.url)) return done();
    const span = startRequestSpan(tracing, request);
    spans.set(request, span);
    runInSpan(span, done);
  });
  // The body is read in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) runInSpan(span, done);
    else done();
  });
  return (request, reply, last) => {
    const span = spans.get(request);
    if (!span) return last();
    runInSpan(span, last);
    const status = reply.statusCode;
    span.end({
      attributes: { 'http.response.status_code': status },
      errorType: status >= 500 ? String(status) : undefined,
    });
  };
}

function startRequestSpan(tracing: Tracing, request: FastifyRequest): Span {
  const { id, method, protocol } = request;
  const route = request.routeOptions.url;
  const { traceparent } = request.headers;
  return tracing.startTrace(
    {
      name: route ? `${method} ${route}` : method,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        'url.scheme': protocol,
        'http.response.header.x-request-id': [id],
        ...(route && { 'http.route': route }),
      },
    },
    tracing.continuesCallers && typeof traceparent === 'string' ? traceparent : undefined,
  );
}

// The configuration of Fastify that all routes share: request ids, headers, errors, 404 and 405.
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { testModeHeader } from '#lib/test-mode.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createId } from '../ids.ts';
import type { ReportError } from '../observability/error-reports.ts';
import { createHealthHandler } from '../observability/health.ts';
import type { Logger } from '../observability/logging.ts';
import type { Tracing } from '../observability/spans.ts';
import { ceilingHeaderNames } from './ceiling-headers.ts';
import { serverErrorResponse, toFrameworkErrorResponse } from './errors.ts';
import { assertNesting } from './input/nesting.ts';
import { installErrors } from './install-errors.ts';
import { closeListeners } from './listeners.ts';
import { limitBodies } from './load/limit-bodies.ts';
import type { LoadControl } from './load/load-control.ts';
import type { Call } from './nearest-calls.ts';
import { createErrorFormat } from './responses/error-format.ts';
import { apiHeaders, securityHeaders } from './responses/security-headers.ts';
import { traceRequests } from './trace-requests.ts';

/** Time limits of a connection, in milliseconds. */
export type Timeouts = {
  /** For the request line and headers, from the connection or the first byte on. */
  headers: number;
  /** For the whole request including its body. Responses have no limit. */
  request: number;
  /** For the next request on the same connection. */
  keepAlive: number;
  /** How often connections are checked; a timeout is at most this much late. */
  check: number;
};
const defaultTimeouts: Timeouts = {
  headers: 20_000,
  // A recording of 25 MB is 35 MB as JSON: 280 s at 1 Mbit/s.
  request: 300_000,
  // Longer than reverse proxies keep idle connections open (60 s, 65 s).
  keepAlive: 75_000,
  check: 5_000,
};

/** Handles a request before the router sees it; false when it did not. */
export type StaticHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

export async function createServer(options: {
  config: Config;
  log: Logger;
  clock?: Clock;
  handleStatic?: StaticHandler;
  /** Serves the requests of test mode, which count towards the load. */
  handleTestMode?: StaticHandler | undefined;
  timeouts?: Timeouts;
  load?: LoadControl | undefined;
  /** Called with every error that is answered with 500. */
  reportError?: ReportError | undefined;
  tracing?: Tracing | undefined;
  /** Those that unknown addresses are compared with; mounted later. */
  calls?: readonly Call[];
}): Promise<FastifyInstance> {
  const { config, log, handleStatic, timeouts = defaultTimeouts, load } = options;
  const handleHealth = createHealthHandler(securityHeaders(config));
  const headers = apiHeaders(config);
  const format = createErrorFormat(config);
  // Its fields are chosen below and contain no secrets; redaction would cost more than the line.
  const requestLog = log.child({}, { redact: [] });
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // The request log finds a call by the time in its id.
    genReqId: () => createId((options.clock ?? systemClock).now()),
    // A child logger per request costs more than its log line: lines contain the request id
    // instead.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.TRUST_PROXY,
    // A URL that cannot be decoded reaches neither routes nor hooks.
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      const response = format(request, toFrameworkErrorResponse(error) ?? serverErrorResponse);
      reply.headers({ ...headers, ...response.headers }).header('x-request-id', request.id);
      reply.code(response.status).send(response.body);
      logRequest(requestLog, request, reply);
    },
    routerOptions: { ignoreTrailingSlash: true },
    serverFactory: (handle) =>
      createHttpServer(timeouts, (request, response) => {
        if (handleHealth(request, response) || handleStatic?.(request, response)) return;
        if (load?.refuse(request, response)) return;
        if (options.handleTestMode?.(request, response)) return;
        handle(request, response);
      }),
  });
  destroyUnusedSockets(app);
  const endTrace = traceRequests(app, options.tracing);
  if (load) measureWhileListening(app, load);
  for (const name of requestFields) app.decorateRequest(name, null);
  // Fastify parses text/plain by default, which forms of other sites can send without a preflight.
  app.removeContentTypeParser('text/plain');
  await app.register(cookie);
  // input.ts reports files that are too large, on their field.
  await app.register(multipart, { throwFileSizeLimit: false });
  // Before the hook of the CORS plugin, which responds to preflights and extends `Vary`.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  await allowOrigins(app, config);
  guardBodies(app);
  app.addHook('onResponse', (request, reply, done) => {
    if (request.actor) load?.identify(request.raw, request.actor);
    endTrace(request, reply, () => logRequest(requestLog, request, reply));
    done();
  });
  installErrors(app, config, options);
  return app;
}

const requestFields = ['actor', 'consumed', 'decoded', 'silence'] as const;

async function allowOrigins(app: FastifyInstance, { CORS_ORIGINS: origins }: Config) {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: [...methods],
    exposedHeaders,
    maxAge: 600,
  });
}

/** Before one is read, and before a handler uses it. */
function guardBodies(app: FastifyInstance): void {
  limitBodies(app);
  app.addHook('preValidation', (request, _reply, done) => {
    assertNesting(request.body);
    done();
  });
}

/** Once it accepts no more connections, each ends with its next response. */
function createHttpServer(timeouts: Timeouts, respond: http.RequestListener): http.Server {
  const server = http.createServer(serverOptions(timeouts), (request, response) => {
    if (refuseSeveralHosts(request, response)) return;
    if (!server.listening) response.setHeader('connection', 'close');
    respond(request, response);
  });
  return server;
}

/** RFC 9112, 3.2: with two Host headers a proxy and this server could each read another one. */
function refuseSeveralHosts({ headers }: IncomingMessage, response: ServerResponse): boolean {
  // Node joins them.
  if (!headers.host?.includes(',')) return false;
  response.writeHead(400, { connection: 'close' }).end();
  return true;
}

function measureWhileListening(app: FastifyInstance, load: LoadControl): void {
  app.server.on('listening', () => load.start());
  app.server.on('close', () => load.stop());
}

/**
 * Browsers open connections that they may never use. Node treats them as busy until the headers
 * time out, and a closing server would wait for them.
 */
function destroyUnusedSockets(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
  });
}

/** Fastify sets no timeouts on a server that it did not create. */
const serverOptions = ({ headers, request, keepAlive, check }: Timeouts): http.ServerOptions => ({
  headersTimeout: headers,
  requestTimeout: request,
  keepAliveTimeout: keepAlive,
  connectionsCheckingInterval: check,
  // Otherwise a second Authorization header would be dropped silently.
  joinDuplicateHeaders: true,
});

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const exposedHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  ...ceilingHeaderNames,
  'Retry-After',
  'Link',
  'Idempotency-Replayed',
  'ETag',
  'X-Data-Stale',
  'X-Ignored-Fields',
  testModeHeader,
  'Deprecation',
  'Sunset',
];

/** Logs the route's template, never the URL: paths and query strings may contain secrets. */
function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const claimed = request.headers['x-request-id'];
  const status = reply.statusCode;
  log[status >= 500 ? 'error' : 'info'](
    {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
      account: request.actor?.accountId,
      client_request_id: typeof claimed === 'string' ? claimed.slice(0, 100) : undefined,
    },
    'request',
  );
}

/**
 * Accepts no more connections and waits up to `waitMs` for pending responses; then closes what is
 * left, such as slow uploads. Idle connections are closed immediately.
 */
export async function closeServer(app: FastifyInstance, waitMs = 5000): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  const late = setTimeout(() => app.server.closeAllConnections(), waitMs);
  const closed = closeListeners(app.server);
  try {
    await app.close();
    await closed;
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
}

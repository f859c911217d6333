// Fastify, set up the way every path of ours needs it: ids, headers, errors, 404 and 405.
import { randomUUID } from 'node:crypto';
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
import { commonErrors, type Endpoint } from '#lib/endpoint.ts';
import type { Config } from '../config.ts';
import { createHealthAnswer } from '../health.ts';
import type { Logger } from '../logging.ts';
import {
  ApiError,
  apiError,
  secondsBusy,
  toErrorResponse,
  toFrameworkErrorResponse,
} from './errors.ts';
import { apiHeaders, securityHeaders } from './security-headers.ts';

/** How long one connection may take, in milliseconds. */
export type Timeouts = {
  /** For the request's line and headers, from the connection or the first byte on. */
  headers: number;
  /** For the whole request, its body included; an answer may take as long as it wants. */
  request: number;
  /** For the next request on the same connection. */
  keepAlive: number;
  /** How often the connections are looked through; a time-out comes so much later at most. */
  check: number;
};
const defaultTimeouts: Timeouts = {
  headers: 20_000,
  // A recording of 25 MB is 35 MB as JSON: 280 s at 1 Mbit/s.
  request: 300_000,
  // Longer than a reverse proxy keeps a connection that it may use again: 60 s, 65 s.
  keepAlive: 75_000,
  check: 5_000,
};

/** Answers a request before the router sees it, or says that it did not. */
export type StaticAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

export async function createServer(options: {
  config: Config;
  log: Logger;
  answerStatic?: StaticAnswer;
  timeouts?: Timeouts;
}): Promise<FastifyInstance> {
  const { config, log, answerStatic, timeouts = defaultTimeouts } = options;
  const answerHealth = createHealthAnswer(securityHeaders(config));
  const headers = apiHeaders(config);
  // The line's fields are chosen below and hold no secret; hiding secrets costs more than the line.
  const requestLog = log.child({}, { redact: [] });
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A logger for each request costs more than the request's line: lines name the request instead.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.TRUST_PROXY,
    // An address that can't be decoded meets no route, and so no hook either.
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      const { status, body } = toFrameworkErrorResponse(error) ?? serverError(request);
      reply.headers(headers).header('x-request-id', request.id).code(status).send(body);
      logRequest(requestLog, request, reply);
    },
    routerOptions: { ignoreTrailingSlash: true },
    serverFactory: (handle) =>
      http.createServer(serverOptions(timeouts), (request, response) => {
        if (answerHealth(request, response) || answerStatic?.(request, response)) return;
        handle(request, response);
      }),
  });
  closeUnused(app);
  app.decorateRequest('actor', null);
  app.decorateRequest('decoded', null);
  // Fastify reads text/plain bodies by default; a form on another site could send one unasked.
  app.removeContentTypeParser('text/plain');
  await app.register(cookie);
  // Too large a file is answered on its field, with its own words: see input.ts.
  await app.register(multipart, { throwFileSizeLimit: false });
  // Before the plugin's hook, which answers a preflight itself and adds to `Vary`.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  if (config.CORS_ORIGINS.length > 0)
    await app.register(cors, {
      origin: [...config.CORS_ORIGINS],
      methods: [...methods],
      exposedHeaders,
      maxAge: 600,
    });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(requestLog, request, reply);
    done();
  });
  installErrors(app, config);
  return app;
}

/**
 * A browser opens connections that it may never use. Node counts them as busy until the time-out of
 * the headers, and a server that closes would wait for them.
 */
function closeUnused(app: FastifyInstance): void {
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

/** Fastify sets no time-outs on a server that it does not make itself. */
const serverOptions = ({ headers, request, keepAlive, check }: Timeouts): http.ServerOptions => ({
  headersTimeout: headers,
  requestTimeout: request,
  keepAliveTimeout: keepAlive,
  connectionsCheckingInterval: check,
  // Else a second Authorization would be dropped unseen.
  joinDuplicateHeaders: true,
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const exposedHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Idempotency-Replayed',
  'ETag',
  'X-Data-Stale',
  'X-Ignored-Fields',
];

/** The route's template, never the address itself: query strings and paths may hold secrets. */
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

function installErrors(app: FastifyInstance, config: Config): void {
  app.setErrorHandler((error, request, reply) => {
    const endpoint = request.routeOptions.config.endpoint;
    const known =
      toErrorResponse(error, request.id) ??
      toFrameworkErrorResponse(error as { statusCode?: number });
    if (secondsBusy(error) !== null)
      request.log.warn({ reqId: request.id, err: error }, 'request refused as busy');
    if (known && isDeclared(error, endpoint, config.isProduction))
      return reply.code(known.status).headers(known.headers).send(known.body);
    request.log.error({ reqId: request.id, err: error }, 'request failed');
    const { status, body } = serverError(request);
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler(() => {
    throw apiError(commonErrors.notFound);
  });
}

const serverError = ({ id }: FastifyRequest) => ({
  status: 500,
  body: { detail: 'A server error occurred.', code: 'error', request_id: id },
});

/** Outside production a code that the contract does not name is our mistake, and shown as one. */
function isDeclared(error: unknown, endpoint: Endpoint | undefined, isProduction: boolean) {
  if (!(error instanceof ApiError) || !endpoint || isProduction) return true;
  const declared = [...Object.values(commonErrors), ...(endpoint.errors ?? [])];
  return declared.some(({ code }) => code === error.declaration.code);
}

/**
 * Takes no more connections and waits for the answers that are owed, `waitMs` at most; then cuts
 * what is left, such as a slow upload. Connections that stay open for a next request end at once.
 */
export async function closeServer(app: FastifyInstance, waitMs = 5000): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  const late = setTimeout(() => app.server.closeAllConnections(), waitMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
}

/** After the last mount: a known path answers the methods it lacks with 405 and `Allow`. */
export function closeMethods(
  app: FastifyInstance,
  endpoints: readonly Pick<Endpoint, 'method' | 'path'>[],
): void {
  for (const [url, list] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const allowed = list.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.route({
      method: [...methods, 'OPTIONS' as const].filter((method) => !allowed.includes(method)),
      url,
      onRequest: async (request, reply) => {
        // Before the body is read: what a method would have sent does not matter.
        await reply
          .code(405)
          .header('allow', allowed.join(', '))
          .send({ detail: `Method "${request.method}" not allowed.`, code: 'method_not_allowed' });
      },
      handler: () => undefined,
    });
  }
}

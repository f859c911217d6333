// Refuses API calls that the process could not answer in time, before their body is read and the
// database is asked. See docs/decisions/0054-overload-and-outages.md.
import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { commonErrors } from '#lib/endpoint.ts';
import type { Config } from '../../config.ts';
import type { Logger } from '../../observability/logging.ts';
import type { Actor } from '../../ports.ts';
import { accountCaller, networkCaller } from '../caller.ts';
import { apiError, type ErrorResponse, toErrorResponse } from '../errors.ts';
import { createErrorFormat, isOpenAiPath, openAiPath } from '../responses/error-format.ts';
import { apiHeaders } from '../responses/security-headers.ts';
import { type Admission, type Call, createAdmission } from './admission.ts';
import { createClientReader } from './client-of.ts';
import { createOverloadLog } from './overload-log.ts';
import { createTickets } from './tickets.ts';

export type LoadControl = {
  /** True when the call was refused, and answered with 503. */
  refuse(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whose call it was, so that the next one with this credential counts for the account. */
  identify(request: IncomingMessage, actor: Actor): void;
  /** Begins to measure. Until then, only the number of calls in flight is limited. */
  start(): void;
  stop(): void;
  stats(): LoadStats;
};

export type LoadStats = ReturnType<Admission['stats']> & {
  refused: number;
  /** The smoothed delay of the event loop, in seconds. */
  delaySeconds: number;
};

export type LoadControlOptions = {
  config: Pick<
    Config,
    | 'CORS_ORIGINS'
    | 'DATABASE_WAIT_MS'
    | 'OVERLOAD_DELAY_MS'
    | 'OVERLOAD_IN_FLIGHT_MAX'
    | 'SITE_URL'
    | 'TRUST_PROXY'
    | 'isProduction'
  >;
  log: Pick<Logger, 'info' | 'warn'>;
  /** The paths of sign-in. */
  essentialPaths: ReadonlySet<string>;
  /** How long the call that waits longest for a database connection has waited. */
  connectionWaitMs: () => number;
};

const inFlightMin = 20;
const tickMs = 100;
const resolutionMs = 10;
/** The weight of the newest measurement: one pause of the garbage collector is no overload. */
const newestWeight = 0.3;
/** A call that takes longer waits for something else: an upload, an engine, a provider. */
const workMsMax = 10_000;
const credentialsMax = 10_000;
const credentialTtlMs = 600_000;
/** Waiting for a connection may take this part of what a call waits before it is refused. */
const connectionWaitPart = 6;
const retrySecondsMax = 3;

export function createLoadControl(options: LoadControlOptions): LoadControl {
  const { config, essentialPaths, connectionWaitMs } = options;
  const limits = { inFlightMin, inFlightMax: config.OVERLOAD_IN_FLIGHT_MAX };
  const admission = createAdmission(limits);
  const loop = createDelayMeter();
  const overload = createOverloadLog(options.log);
  const sendRefusal = createRefusal(config);
  const readClient = createClientReader(config.TRUST_PROXY);
  const known = new LRUCache<string, Call>({ max: credentialsMax, ttl: credentialTtlMs });
  const tickets = createTickets(admission.leave);
  let timer: NodeJS.Timeout | undefined;

  function measure(): void {
    loop.measure();
    const nowMs = performance.now();
    for (const ticket of tickets.all())
      if (ticket.response?.headersSent || nowMs - ticket.startedMs > workMsMax)
        tickets.leave(ticket);
    const connectionWait = connectionWaitMs() / (config.DATABASE_WAIT_MS / connectionWaitPart);
    admission.adjust(Math.max(loop.delayMs() / config.OVERLOAD_DELAY_MS, connectionWait));
    overload.check(nowMs);
  }

  return {
    refuse(request, response) {
      const { url = '', method } = request;
      // Preflights cost nothing; what is not the API is served from memory.
      if (!mayBeApi(url) || method === 'OPTIONS') return false;
      const credential = toCredential(request);
      const found = credential === undefined ? undefined : known.get(credential);
      const caller = found ? found.caller : networkCaller(readClient(request));
      const isEssential = found?.isEssential === true || essentialPaths.has(toPath(url));
      if (!admission.enter({ caller, isEssential })) {
        overload.record(performance.now(), admission.stats());
        sendRefusal(request, response);
        return true;
      }
      const unknown = found ? undefined : credential;
      const ticket = tickets.add(request, response, { caller, unknown });
      // In the next turn of the event loop: calls that do not wait for anything would never be in
      // flight together. Without headers the client hung up; `measure` sees when the work ends.
      response.once('close', () => response.headersSent && setImmediate(tickets.leave, ticket));
      return false;
    },
    identify(request, actor) {
      const ticket = tickets.find(request);
      if (ticket?.unknown === undefined) return;
      const isEssential = actor.roles.length > 0;
      known.set(ticket.unknown, { caller: accountCaller(actor.accountId), isEssential });
    },
    start() {
      loop.start();
      timer ??= setInterval(measure, tickMs).unref();
    },
    stop() {
      loop.stop();
      clearInterval(timer);
      timer = undefined;
    },
    stats: () => ({
      ...admission.stats(),
      refused: overload.refused(),
      delaySeconds: loop.delayMs() / 1000,
    }),
  };
}

/** The delay of the event loop, smoothed. */
function createDelayMeter() {
  const loop = monitorEventLoopDelay({ resolution: resolutionMs });
  let delayMs = 0;
  return {
    start: () => loop.enable(),
    stop: () => loop.disable(),
    delayMs: () => delayMs,
    measure() {
      // Without a sample since the last time it is not a number.
      const newestMs = Math.max(0, loop.mean / 1e6 - resolutionMs) || 0;
      loop.reset();
      delayMs += (newestMs - delayMs) * newestWeight;
    },
  };
}

/** Undefined without one. Only hashes stay in memory. */
function toCredential({ headers }: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': key } = headers;
  if (authorization === undefined && key === undefined) return undefined;
  return hash('sha256', `${authorization} ${String(key)}`, 'base64');
}

/** The router also accepts `/%61pix/` and `http://host/apix/`. */
const mayBeApi = (url: string): boolean =>
  /^(?:\/(?:apix|mcp|oauth)(?:\/|\?|$)|[^/])/.test(url) || toPath(url).includes('%');

/** As contracts write it, with a slash at the end. */
function toPath(url: string): string {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  return path.endsWith('/') ? path : `${path}/`;
}

/**
 * Under overload most calls are refused, so a refusal is made of prepared parts. Only its id is its
 * own, and clients that were refused together do not return together.
 */
function createRefusal(config: Pick<Config, 'isProduction' | 'CORS_ORIGINS' | 'SITE_URL'>) {
  const common = apiHeaders(config);
  const origins = new Set(config.CORS_ORIGINS);
  const format = createErrorFormat(config);
  const prepare = (path: string) =>
    Array.from({ length: retrySecondsMax }, (_, at) => {
      const id = randomUUID();
      const busy = toErrorResponse(apiError(commonErrors.busy, { retry_after: 1 + at }))!;
      return prepareRefusal(common, id, format({ url: path, id }, busy));
    });
  const [usual, openAi] = [prepare('/apix/'), prepare(openAiPath)];
  return (request: IncomingMessage, response: ServerResponse): void => {
    const id = randomUUID();
    const prepared = isOpenAiPath(request.url ?? '') ? openAi : usual;
    const { status, headers, body } = prepared[Math.floor(Math.random() * retrySecondsMax)]!;
    const own = ['x-request-id', id];
    const { origin } = request.headers;
    if (origin !== undefined && origins.has(origin))
      own.push(
        'access-control-allow-origin',
        origin,
        'access-control-expose-headers',
        'X-Request-Id, Retry-After',
        'vary',
        'Origin',
      );
    response.writeHead(status, [...headers, ...own]);
    response.end(request.method === 'HEAD' ? undefined : body.join(id));
  };
}

/** The body in the two parts around the id. */
function prepareRefusal(
  common: Readonly<Record<string, string>>,
  id: string,
  { status, headers, body }: ErrorResponse,
) {
  const text = JSON.stringify(body);
  const all = {
    ...common,
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
  };
  return { status, headers: Object.entries(all).flat(), body: text.split(id) };
}

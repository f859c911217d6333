// The request log: every metered call and every other call with a valid API key, also one that was
// refused. The meter writes it; see docs/decisions/0020-usage-is-counted-in-memory.md.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { budgets } from '#lib/budgets.ts';
import { firstMessage } from '#lib/call-error.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { transportErrors } from '#lib/transport-errors.ts';
import { withCaller } from '../database/work.ts';
import type { Actor, ApiKeys, CallFailure, Meter, MeteredCall } from '../ports.ts';
import { identifyCaller } from './caller.ts';
import { clientAddress } from './client-address.ts';
import { toErrorResponse } from './errors.ts';
import { readCredential } from './guard.ts';
import { type AdmittedCall, countUnits } from './metering.ts';
import type { RateLimits } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key or app makes the call, also when it is refused afterwards. */
    keyActor: Actor | null;
    isRecorded: boolean;
  }
}

type Deps = { meter: Meter; apiKeys: ApiKeys; limits: Pick<RateLimits, 'consume'> };

/** In place of the path of an endpoint: unknown paths must not each become an endpoint. */
const unknownEndpoint = '/apix/*/';
const pathLengthMax = 200;
const codeLengthMax = 60;
const messageLengthMax = 300;
const userAgentLengthMax = 300;
const freeCalls = {
  name: 'free-calls',
  points: budgets.freeCallsLoggedPerMinute,
  windowSeconds: 60,
  scope: 'process',
} as const;
/** Of a network: each key that nobody has costs a query. */
const identifiedCalls = {
  ...freeCalls,
  name: 'identified-calls',
  points: budgets.keyCallsPerMinute,
};

/**
 * Call it before routes are mounted, and before responses are compressed. Calls are recorded before
 * the response is sent, because a client that disconnects early has caused the work as well.
 */
export function recordCalls(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('admitted', null);
  app.decorateRequest('keyActor', null);
  app.decorateRequest('isRecorded', false);
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const { admitted, keyActor } = request;
    const isOfKey = keyActor !== null || isUnknown(request, reply);
    // A response that could not be sent is replaced by an error, which comes here again.
    if ((admitted || isOfKey) && !request.isRecorded) {
      request.isRecorded = true;
      if (admitted) recordAdmitted(deps.meter, admitted, { request, reply, payload });
      else void recordFree(deps, keyActor, { request, reply, payload });
    }
    done(null, payload);
  });
}

type Answered = { request: FastifyRequest; reply: FastifyReply; payload: unknown };

function recordAdmitted(meter: Meter, admitted: AdmittedCall, answered: Answered): void {
  const { actor, metric, overageUnits, work } = admitted;
  const isReplay = answered.reply.hasHeader('idempotency-replayed');
  const call = describe(actor, answered);
  const record = (changed: Partial<MeteredCall>) => {
    const status = changed.status ?? call.status;
    const units = countUnits(admitted, status < 400 && !isReplay);
    meter.record({ ...call, metric, units, overageUnits, isFree: false, ...changed });
  };
  const { reply } = answered;
  if (!work) {
    record({});
    return;
  }
  work.then(
    () => record({ elapsedMs: reply.elapsedTime }),
    (error: unknown) => record({ elapsedMs: reply.elapsedTime, ...failureOfStream(error) }),
  );
}

/** The status that the response would have had, if the error had come before its first byte. */
function failureOfStream(error: unknown): Pick<MeteredCall, 'status' | 'failure'> {
  const response = toErrorResponse(error);
  const failure = response ? findFailure(response.body) : serverFailure;
  return { status: response?.status ?? 500, failure };
}

/** A call that the plan was not asked about: refused before, or free. */
async function recordFree(
  { meter, apiKeys, limits }: Deps,
  known: Actor | null,
  answered: Answered,
): Promise<void> {
  const actor = known ?? (await identifyKey({ apiKeys, limits }, answered.request));
  if (!actor) return;
  // A client that repeats a refused call without end must not fill the log.
  const { isAllowed } = await limits.consume(freeCalls, `key:${actor.keyId ?? actor.grantId}`);
  if (!isAllowed) return;
  meter.record({ ...describe(actor, answered), metric: 'request', units: 0, isFree: true });
}

/** No guard has asked for the key of a call that has no endpoint. */
async function identifyKey(
  { apiKeys, limits }: Omit<Deps, 'meter'>,
  request: FastifyRequest,
): Promise<Actor | null> {
  try {
    const credential = readCredential(request.headers);
    if (credential.kind !== 'key') return null;
    const caller = identifyCaller(request);
    if (!(await limits.consume(identifiedCalls, caller)).isAllowed) return null;
    const found = await withCaller(caller, () => apiKeys.check(credential.value, request.ip));
    return 'accountId' in found ? found : null;
  } catch {
    return null;
  }
}

const isUnknown = ({ routeOptions, url }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  !routeOptions.config.endpoint &&
  (statusCode === 404 || statusCode === 405) &&
  url.startsWith('/apix/');

/** Never the query or a body, and of an unknown path nothing that looks like a key. */
const cleanPath = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .replaceAll(/sk_[a-z]+_\w+/g, 'sk_...')
    .slice(0, pathLengthMax);

function describe(
  actor: Actor,
  { request, reply, payload }: Answered,
): Omit<MeteredCall, 'metric' | 'units' | 'isFree'> {
  const { url: path, config } = request.routeOptions;
  const endpoint = config.endpoint ?? { method: request.method, path: path as '/apix/x/' };
  const unknown = { method: request.method, path: unknownEndpoint } as const;
  return {
    actor,
    endpoint: path === undefined ? unknown : endpoint,
    unknownPath: path === undefined ? cleanPath(request.url) : undefined,
    status: reply.statusCode,
    failure: reply.statusCode >= 400 ? findFailure(readJson(payload)) : undefined,
    requestId: request.id,
    elapsedMs: reply.elapsedTime,
    requestBytes: sizeOfRequest(request),
    responseBytes: measureSize(payload),
    ip: clientAddress(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLengthMax),
  };
}

const serverFailure: CallFailure = {
  code: transportErrors.serverError.code,
  message: transportErrors.serverError.message,
};

/** Of the body of an error, in our shape or in OpenAI's. */
function findFailure(body: Readonly<Record<string, unknown>>): CallFailure {
  const details = (body.error ?? body) as Readonly<Record<string, unknown>>;
  if (typeof details.code === 'string')
    return {
      code: details.code.slice(0, codeLengthMax),
      message: (firstMessage(details) ?? '').slice(0, messageLengthMax),
    };
  const { code, message } = commonErrors.invalidInput;
  // The messages of fields may repeat what was sent.
  const fields = body.error ? [details.param] : Object.keys(body);
  const named = fields.filter((field) => field && field !== 'non_field_errors').join(', ');
  return {
    code,
    message: (named ? `${message} Fields: ${named}.` : message).slice(0, messageLengthMax),
  };
}

function readJson(payload: unknown): Record<string, unknown> {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return serverFailure;
  try {
    const body: unknown = JSON.parse(Buffer.from(payload as string).toString());
    return typeof body === 'object' && body !== null ? { ...body } : serverFailure;
  } catch {
    return serverFailure;
  }
}

function measureSize(payload: unknown): number | undefined {
  if (payload === undefined || payload === null) return 0;
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  return payload instanceof Uint8Array ? payload.byteLength : undefined;
}

function sizeOfRequest({ headers }: FastifyRequest): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  const length = Number(headers['content-length'] ?? 0);
  return Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}

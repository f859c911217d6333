// mount() registers every endpoint below /apix. Authorization, rate limits, validation,
// idempotency, and the check and serialization of responses all follow from the contract.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { deprecationHeaders } from '#lib/deprecation.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import type { EndpointResponse, Input } from '#lib/endpoint-types.ts';
import type { Db, Tx } from '../database/database.ts';
import { createSilence, type Silence, withSilence } from '../database/silence.ts';
import { type Work, withCaller } from '../database/work.ts';
import { requireFeature } from '../features/require-feature.ts';
import type { Actor } from '../ports.ts';
import type { Api } from './api.ts';
import { type Audit, auditCall } from './audit/audit.ts';
import { identifyCaller } from './caller.ts';
import { throwChosenError } from './chosen-errors.ts';
import { ApiError, toErrorResponse, toRefusal } from './errors.ts';
import { isIdempotentRequest, runOnce, type StoreResponse } from './idempotency/idempotency.ts';
import { findReplay } from './idempotency/replay.ts';
import { createBase64Parser } from './input/base64-body.ts';
import type { BodyCheck } from './input/body-checks.ts';
import { ignoredFieldsHeader, readInput } from './input/input.ts';
import { assertWithinLimit, enforceRateLimit, refundLimit } from './limit-calls.ts';
import { type CallUsage, meterCall } from './metering.ts';
import { createErrorFormat } from './responses/error-format.ts';
import {
  createResponseWriter,
  type PreparedResponse,
  prepareReply,
  type ResponseWriter,
} from './responses/response-writer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    /** Of its call; null until the call begins. */
    silence: Silence | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

type EndpointActor<E extends Endpoint> = E['permission'] extends 'public'
  ? null
  : E extends { permission: 'optional' } | { signedLink: true }
    ? Actor | null
    : Actor;

type UnitOfWork<E extends Endpoint> = E extends { work: 'write' }
  ? Tx
  : E extends { work: 'read' | 'replica' }
    ? Db
    : undefined;

export type RequestContext<E extends Endpoint> = Input<E> & {
  actor: EndpointActor<E>;
  /** The unit of work that the contract declares. */
  db: UnitOfWork<E>;
  request: FastifyRequest;
  /** Counts the usage of the call, when its contract is metered. */
  usage: CallUsage;
  /** Records changes by staff, in the transaction of the change. */
  audit: Audit;
  /**
   * For `work: 'none'`: the `write` of the use-case's last unit of work. The response to its result
   * is committed with it, so that a repeated Idempotency-Key gets it even when the process dies.
   */
  lastWrite: CreateLastWrite<E>;
};
type CreateLastWrite<E extends Endpoint> = <T>(
  toResponse: (result: T) => EndpointResponse<E>,
) => LastWrite<T>;
export type LastWrite<T> = (act: (tx: Tx) => Promise<T>) => Promise<T>;
export type Handler<E extends Endpoint> = (
  ask: RequestContext<E>,
) => Promise<EndpointResponse<E>> | EndpointResponse<E>;

/** The largest body of a call without a file, unless its contract says another. */
const publicBodyBytesMax = 65_536;
const signedInBodyBytesMax = 262_144;

function readBodyBytesMax({ bodyBytesMax, permission }: Endpoint): number {
  if (bodyBytesMax !== undefined) return bodyBytesMax;
  const isPublic = permission === 'public' || permission === 'optional';
  return isPublic ? publicBodyBytesMax : signedInBodyBytesMax;
}

export function respond<const S extends number>(status: S): { status: S };
export function respond<const S extends number, const B>(
  status: S,
  body: B,
  headers?: Record<string, string>,
): { status: S; body: B; headers?: Record<string, string> };
export function respond(status: number, body?: unknown, headers?: Record<string, string>) {
  return { status, ...(body !== undefined && { body }), ...(headers && { headers }) };
}

type EndpointBody<E extends Endpoint> = Input<E> extends { body: infer B } ? B : never;

/** `checks` are those of the body that the contract leaves to the server. */
export function mount<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handler: Handler<E>,
  checks: readonly BodyCheck<EndpointBody<E>>[] = [],
): void {
  api.endpoints.push(endpoint);
  const writer = createResponseWriter(endpoint, { isStrict: !api.kernel.config.isProduction });
  const format = createErrorFormat(api.kernel.config);
  const execute = async (request: FastifyRequest, reply: FastifyReply, audit: Audit) => {
    // Also when it is invalid: a misspelt name is a likely cause. Forms are read by readInput.
    const input: object = await readInput(
      endpoint,
      request,
      checks as readonly BodyCheck[],
    ).finally(() => {
      reply.headers(ignoredFieldsHeader(endpoint, request.body));
    });
    const actor = request.actor;
    const isIdempotent = isIdempotentRequest(endpoint, request);
    // Before the plan is asked: a repetition costs nothing, and no limit counts it.
    const replay = isIdempotent && (await findReplay(api.kernel, request, input));
    if (replay) {
      await refundLimit(api.kernel, request, reply);
      return replay;
    }
    assertWithinLimit(request);
    const act = (usage: CallUsage, store?: StoreResponse): Promise<PreparedResponse> => {
      const lastWrite = createLastWrite<E>(api.kernel.work, writer, store);
      return inUnitOfWork(api.kernel.work, endpoint, async (db) => {
        usage.restart();
        const ask = { ...input, actor, db, request, usage, audit, lastWrite };
        const outcome = writer.write(await handler(ask as unknown as RequestContext<E>));
        if (endpoint.work === 'write') await store?.(db as Tx, outcome);
        return outcome;
      });
    };
    return meterCall(api, endpoint, { request, reply, input }, async (usage) =>
      isIdempotent
        ? runOnce(api.kernel, endpoint, request, input, (store) =>
            captureApiError(() => act(usage, store), { endpoint, writer, request, format }),
          )
        : act(usage),
    );
  };
  const run = async (request: FastifyRequest, reply: FastifyReply) => {
    const outcome = await auditCall(api.kernel, endpoint, request, (audit) =>
      execute(request, reply, audit),
    );
    return prepareReply(reply, outcome);
  };
  const register = (scope: FastifyInstance) =>
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      bodyLimit: readBodyBytesMax(endpoint),
      // Before authentication the caller is the client's network.
      onRequest: (request, reply) =>
        inCall(request, () => authorize(api, endpoint, request, reply)),
      handler: (request, reply) => inCall(request, () => run(request, reply)),
    });
  registerWithParser(api, endpoint, register);
}

/** In a scope of its own where the body is not read as JSON. */
function registerWithParser(
  api: Api,
  endpoint: Endpoint,
  register: (scope: FastifyInstance) => void,
): void {
  if (endpoint.base64Field) {
    const parser = createBase64Parser(api.kernel, endpoint.base64Field, readBodyBytesMax(endpoint));
    api.app.register(async (scope) => {
      scope.removeContentTypeParser('application/json');
      scope.addContentTypeParser('application/json', parser);
      register(scope);
    });
    return;
  }
  if (endpoint.body !== 'raw') {
    register(api.app);
    return;
  }
  // Signatures cover the exact bytes, so this route has no JSON parser.
  api.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    register(scope);
  });
}

function inCall<T>(request: FastifyRequest, act: () => T): T {
  request.silence ??= createSilence();
  return withSilence(request.silence, () => withCaller(identifyCaller(request), act));
}

async function authorize(
  api: Api,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.headers(deprecationHeaders(endpoint.deprecated, api.kernel.config.SITE_URL));
  let isAuthorized = false;
  try {
    request.actor = await api.guard(endpoint, request);
    isAuthorized = true;
  } finally {
    // Refused calls count too, by address: guessing tokens must not be free.
    await enforceRateLimit(api.kernel, endpoint, { request, reply, isAuthorized });
  }
  await requireFeature(api.kernel, endpoint.feature);
  if (api.kernel.config.isTestMode) throwChosenError(endpoint, request.headers);
}

function createLastWrite<E extends Endpoint>(
  work: Work,
  writer: ResponseWriter,
  store: StoreResponse | undefined,
): CreateLastWrite<E> {
  return (toResponse) => (act) =>
    work.write(async (tx) => {
      const result = await act(tx);
      await store?.(tx, writer.write(toResponse(result)));
      return result;
    });
}

/** Opens the unit of work of the contract. A serialization failure runs `act` again. */
function inUnitOfWork<T>(
  work: Work,
  endpoint: Endpoint,
  act: (db: Db | Tx | undefined) => Promise<T>,
): Promise<T> {
  return endpoint.work === 'none' ? act(undefined) : work[endpoint.work](act);
}

/** Turns declared errors into responses, which idempotency stores; rethrows all other errors. */
async function captureApiError(
  act: () => Promise<PreparedResponse>,
  about: {
    endpoint: Endpoint;
    writer: ResponseWriter;
    request: FastifyRequest;
    format: ReturnType<typeof createErrorFormat>;
  },
): Promise<PreparedResponse> {
  try {
    return await act();
  } catch (error) {
    const reply = toErrorResponse(error);
    // Errors of an overloaded or absent service are not stored; the error handler logs them.
    if (!reply || toRefusal(error)) throw error;
    if (error instanceof ApiError) about.writer.checkError(about.endpoint, error);
    const { status, headers, body } = about.format(about.request, reply);
    const contentType = 'application/json; charset=utf-8';
    return { status, headers, contentType, body: JSON.stringify(body) };
  }
}

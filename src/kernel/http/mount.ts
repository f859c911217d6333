// mount() is the only way a path below /apix reaches the server: guard, limits, validation,
// idempotency, reply check and serializer all hang on the contract.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { commonErrors, type Endpoint } from '#lib/endpoint.ts';
import type { Input, ResponseOf } from '#lib/endpoint-calls.ts';
import type { Db, Tx } from '../database/database.ts';
import { type Work, withCaller } from '../database/work.ts';
import type { Actor } from '../ports.ts';
import type { Api } from './api.ts';
import { type Audit, auditCall } from './audit.ts';
import { createBase64Parser } from './base64-body.ts';
import { callerOf } from './caller.ts';
import { ApiError, apiError, secondsBusy, toErrorResponse } from './errors.ts';
import { honoursIdempotency, type Outcome, runOnce } from './idempotency.ts';
import { ignoredFieldsHeader, readInput, refuseTooDeep } from './input.ts';
import { type CallUsage, meterCall, rateHeaders } from './metering.ts';
import { createReplyWriter, type ReplyWriter, sendReply } from './reply.ts';
import { refuseSwitchedOff } from './switched-off.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

type ActorOf<E extends Endpoint> = E['permission'] extends 'public'
  ? null
  : E extends { permission: 'optional' } | { signedLink: true }
    ? Actor | null
    : Actor;

type UnitOf<E extends Endpoint> = E extends { work: 'write' }
  ? Tx
  : E extends { work: 'read' | 'replica' }
    ? Db
    : undefined;

export type RequestContext<E extends Endpoint> = Input<E> & {
  actor: ActorOf<E>;
  /** The unit of work that the contract declares. */
  db: UnitOf<E>;
  request: FastifyRequest;
  /** Counts what the call took, where its contract is metered. */
  usage: CallUsage;
  /** Notes what a member of staff changes, in the transaction of the change. */
  audit: Audit;
};
export type Handler<E extends Endpoint> = (
  ask: RequestContext<E>,
) => Promise<ResponseOf<E>> | ResponseOf<E>;

const jsonBytesMax = 1_048_576;
// General brake on one caller; contracts that need a tighter one declare it.
const defaultRateLimit = {
  name: 'call',
  points: 600,
  windowSeconds: 60,
  scope: 'process',
} as const;
// A program may do in a second what a plan allows it in an hour; each key has a brake of its own.
const defaultKeyRateLimit = { ...defaultRateLimit, points: 6000 } as const;

export function respond<const S extends number>(status: S): { status: S };
export function respond<const S extends number, const B>(
  status: S,
  body: B,
  headers?: Record<string, string>,
): { status: S; body: B; headers?: Record<string, string> };
export function respond(status: number, body?: unknown, headers?: Record<string, string>) {
  return { status, ...(body !== undefined && { body }), ...(headers && { headers }) };
}

export function mount<E extends Endpoint>(api: Api, endpoint: E, handler: Handler<E>): void {
  api.endpoints.push(endpoint);
  const writer = createReplyWriter(endpoint, { isStrict: !api.kernel.config.isProduction });
  const carryOut = async (request: FastifyRequest, reply: FastifyReply, audit: Audit) => {
    reply.headers(ignoredFieldsHeader(endpoint, request.body));
    const input: object = await readInput(endpoint, request);
    const actor = request.actor;
    const act = async (usage: CallUsage): Promise<Outcome> => {
      const given = await inUnit(api.kernel.work, endpoint, (db) => {
        usage.restart();
        const ask = { ...input, actor, db, request, usage, audit };
        return Promise.resolve(handler(ask as unknown as RequestContext<E>));
      });
      return writer.write(given);
    };
    return meterCall(api, endpoint, { request, reply, input }, async (usage) =>
      honoursIdempotency(endpoint, request)
        ? runOnce(api.kernel, endpoint, request, input, () =>
            settle(() => act(usage), { endpoint, writer, requestId: request.id }),
          )
        : act(usage),
    );
  };
  const run = async (request: FastifyRequest, reply: FastifyReply) => {
    refuseTooDeep(request.body);
    const outcome = await auditCall(api.kernel, endpoint, request, (audit) =>
      carryOut(request, reply, audit),
    );
    return sendReply(reply, outcome);
  };
  const register = (scope: FastifyInstance) =>
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      bodyLimit: endpoint.bodyBytesMax ?? jsonBytesMax,
      // Until it is known whose call it is, its network stands for the caller.
      onRequest: (request, reply) =>
        withCaller(callerOf(request), () => authorize(api, endpoint, request, reply)),
      handler: (request, reply) => withCaller(callerOf(request), () => run(request, reply)),
    });
  if (endpoint.base64Field) {
    const { base64Field, bodyBytesMax = jsonBytesMax } = endpoint;
    const parser = createBase64Parser(api.kernel, base64Field, bodyBytesMax);
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
  // Signatures are made over the exact bytes, so this route alone has no JSON parser.
  api.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    register(scope);
  });
}

async function authorize(
  api: Api,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  try {
    request.actor = await api.guard(endpoint, request);
  } finally {
    // Who is refused counts too, by address: guessing tokens must not be free.
    await enforceRateLimit(api, endpoint, request, reply);
  }
  await refuseSwitchedOff(api.kernel, endpoint.feature);
}

/** Opens what the contract declares. A transaction that loses a conflict runs `act` again. */
function inUnit<T>(
  work: Work,
  endpoint: Endpoint,
  act: (db: Db | Tx | undefined) => Promise<T>,
): Promise<T> {
  return endpoint.work === 'none' ? act(undefined) : work[endpoint.work](act);
}

/** A declared failure is an outcome to be kept like any other; the rest stays an exception. */
async function settle(
  act: () => Promise<Outcome>,
  about: { endpoint: Endpoint; writer: ReplyWriter; requestId: string },
): Promise<Outcome> {
  try {
    return await act();
  } catch (error) {
    const reply = toErrorResponse(error, about.requestId);
    // What nothing had time for is not kept, and the log is told of it.
    if (!reply || secondsBusy(error) !== null) throw error;
    if (error instanceof ApiError) about.writer.checkFailure(about.endpoint, error);
    return {
      status: reply.status,
      headers: reply.headers,
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify(reply.body),
    };
  }
}

async function enforceRateLimit(
  api: Api,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (endpoint.rateLimit === 'none') return;
  const { keyId } = request.actor ?? {};
  const own = endpoint.rateLimit && {
    name: `${endpoint.method} ${endpoint.path}`,
    scope: 'shared' as const,
    ...endpoint.rateLimit,
  };
  // An endpoint has a limit of its own because it is expensive: more keys must not raise it.
  const verdict =
    keyId && !own
      ? await api.kernel.limits.take(defaultKeyRateLimit, `key:${keyId}`)
      : await api.kernel.limits.take(own ?? defaultRateLimit, callerOf(request));
  reply.headers(rateHeaders(verdict));
  if (!verdict.isAllowed)
    throw apiError(commonErrors.throttled, { retry_after: verdict.resetSeconds });
}

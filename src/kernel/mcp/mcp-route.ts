// The address of the Model Context Protocol. It authenticates like any call, by an API key or by
// the grant of an app, and refuses names that are not its own.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDescription } from '#lib/api-description.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors, type Endpoint } from '#lib/endpoint.ts';
import { scopes } from '#lib/scopes.ts';
import type { Config } from '../config.ts';
import { allowCalls, anyOrigin } from '../http/any-origin.ts';
import { identifyCaller } from '../http/caller.ts';
import { ApiError, apiError, toErrorResponse } from '../http/errors.ts';
import { type Guard, readCredential } from '../http/guard.ts';
import { rateLimitHeaders } from '../http/metering.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { createErrorFormat } from '../http/responses/error-format.ts';
import type { Logger } from '../observability/logging.ts';
import type { Actor } from '../ports.ts';
import {
  type AccessQuery,
  callsToolset,
  docsToolset,
  readAccess,
  unknownToolsets,
} from './access.ts';
import { createDocs, type Pages } from './docs.ts';
import type { McpRequest } from './mcp-server.ts';
import type { Prompt } from './prompts.ts';
import { type ApiDocument, createResources } from './resources.ts';
import { createToolLists, isListMessage, type ToolList } from './tool-lists.ts';
import { createTools } from './tools.ts';

export const mcpPath = '/mcp';

/** Files in base64 and the rest of the message. */
const bodyBytesMax = 4 * 1_048_576;
const messageBytes = 16_384;
const messages = {
  name: 'mcp',
  points: budgets.mcpMessagesPerMinute,
  windowSeconds: 60,
  scope: 'process',
} as const;

/** For the guard: any scope opens the door, and each call asks for its own. */
const door: Endpoint = {
  method: 'GET',
  path: '/apix/mcp/',
  summary: 'Use the tools of assistants',
  permission: { key: scopes },
  work: 'none',
  whenSuspended: 'allowed',
  responses: {},
};

type Deps = {
  config: Config;
  log: Pick<Logger, 'warn'>;
  guard: Guard;
  limits: Pick<RateLimits, 'consume'>;
  apiDescription: ApiDescription;
  pages: Pages;
  /** Those of the areas. */
  prompts: readonly Prompt[];
  documents: readonly ApiDocument[];
};

/** Call it after all mounts: tools call them. */
export function mountMcp(app: FastifyInstance, deps: Deps): void {
  const { config, apiDescription } = deps;
  const toolsets = [docsToolset, callsToolset, ...apiDescription.toolsets];
  const open = openOnce(app, deps);
  const readToolList = createToolLists();
  const challenge = createChallenge(config);
  allowCalls(app, mcpPath, 'GET', 'POST', 'DELETE');
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: mcpPath,
    bodyLimit: bodyBytesMax,
    onRequest: async (request, reply) => {
      reply.headers({ ...anyOrigin, 'access-control-expose-headers': exposed });
      if (isForeign(request, config)) throw apiError(commonErrors.permissionDenied);
      try {
        request.actor = await authenticate(deps, request, reply);
      } catch (error) {
        if (!(error instanceof ApiError) || error.declaration.status !== 401) throw error;
        return challenge(request, reply, error);
      }
    },
    handler: async (request, reply) => {
      const query = request.query as AccessQuery;
      const unknown = unknownToolsets(query, toolsets);
      if (unknown.length > 0) return refuseMessage(reply, describeToolsets(unknown, toolsets));
      if (Array.isArray(request.body)) return refuseMessage(reply, noBatches);
      const mcpRequest: McpRequest = {
        access: readAccess(query, toolsets, request.actor!),
        client: { headers: request.headers, socket: request.raw.socket },
      };
      const server = await open();
      const webRequest = toWebRequest(request, config.SITE_URL);
      const send = (message: unknown) =>
        server.fetch(webRequest, {
          authInfo: { token: '', clientId: '', scopes: [], extra: { mcpRequest } },
          ...(message !== undefined && { parsedBody: message }),
        });
      const message = request.body;
      if (isListMessage(message)) {
        const { access } = mcpRequest;
        const list = await readToolList({ access, headers: webRequest.headers, message }, send);
        if (list) return sendToolList(deps, request, reply, list);
      }
      return sendWebResponse(reply, await send(message));
    },
  });
}

/** The package is half a megabyte of code: a process that no assistant asks does without. */
function openOnce(app: FastifyInstance, deps: Deps) {
  const { config, log, apiDescription, pages, prompts, documents } = deps;
  const create = async () => {
    const [{ createMcpServer }, { createCallsTools }] = await Promise.all([
      import('./mcp-server.ts'),
      import('./calls-toolset.ts'),
    ]);
    const siteUrl = config.SITE_URL;
    const docs = createDocs(pages);
    const tools = createTools(apiDescription);
    return createMcpServer({
      app,
      siteUrl,
      docs,
      tools,
      runCallsTool: createCallsTools(tools),
      resources: createResources({ app, docs, documents, siteUrl }),
      prompts,
      onError: (err) => log.warn({ err }, 'a message of an assistant failed'),
    });
  };
  let opened: ReturnType<typeof create> | undefined;
  return () => (opened ??= create());
}

async function authenticate(
  { guard, limits }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  try {
    // Without `keyActor`: the call within is the line in the request log.
    const { headers, ip } = request;
    request.actor = await guard(door, { headers, ip });
  } finally {
    await enforceRateLimit(limits, request, reply);
  }
  // A session's token is of a browser: apps get their own, for which a person has asked.
  if (!request.actor || request.actor.via === 'session') throw apiError(commonErrors.tokenNotValid);
  return request.actor;
}

/** Each begun 16 KB of a list count as a message. */
async function sendToolList(
  { limits }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, text }: ToolList,
) {
  const extraMessages = Math.floor(text.length / messageBytes);
  if (extraMessages > 0) await enforceRateLimit(limits, request, reply, extraMessages);
  for (const [name, value] of headers) reply.header(name, value);
  return reply.send(text);
}

async function enforceRateLimit(
  limits: Deps['limits'],
  request: FastifyRequest,
  reply: FastifyReply,
  points = 1,
): Promise<void> {
  const verdict = await limits.consume(messages, identifyCaller(request), points);
  reply.headers(rateLimitHeaders(verdict));
  if (!verdict.isAllowed)
    throw apiError(commonErrors.throttled, { retry_after: verdict.resetSeconds });
}

/**
 * A name that an attacker has pointed at this machine (DNS rebinding). Pages of other sites may
 * call: assistants in browsers have a token of their own, and no cookie counts here.
 */
function isForeign(request: FastifyRequest, { SITE_URL }: Config): boolean {
  const hosts = [new URL(SITE_URL).hostname, 'localhost', '127.0.0.1', '[::1]'];
  return !hosts.includes(request.host.replace(/:\d+$/, '').toLowerCase());
}

/** What pages of other sites read of a response. */
const exposed = 'mcp-session-id, retry-after, www-authenticate, x-request-id';

/** Says where a client finds out how to get a token (RFC 9728). */
function createChallenge(config: Config) {
  const format = createErrorFormat(config);
  const metadata = `${config.SITE_URL}/.well-known/oauth-protected-resource${mcpPath}`;
  return (request: FastifyRequest, reply: FastifyReply, error: ApiError) => {
    const errorResponse = format(request, toErrorResponse(error)!);
    const hasCredential = hasAnyCredential(request);
    const parts = [
      'realm="mcp"',
      ...(hasCredential ? ['error="invalid_token"'] : []),
      `resource_metadata="${metadata}"`,
    ];
    return reply
      .code(errorResponse.status)
      .headers({ ...errorResponse.headers, 'www-authenticate': `Bearer ${parts.join(', ')}` })
      .send(errorResponse.body);
  };
}

function hasAnyCredential({ headers }: FastifyRequest): boolean {
  try {
    return readCredential(headers).kind !== 'none';
  } catch {
    return true;
  }
}

const describeToolsets = (unknown: readonly string[], toolsets: readonly string[]): string =>
  `There is no toolset ${unknown.join(', ')}. There are: ${toolsets.join(', ')}.`;

/** The protocol has none since its version of 2025-06-18. */
const noBatches = 'Send one message in each request: batches are not accepted.';

function refuseMessage(reply: FastifyReply, message: string) {
  return reply.code(400).send({ jsonrpc: '2.0', error: { code: -32600, message }, id: null });
}

/** What the protocol reads of a request: the rest of its headers would only be copied. */
const protocolHeaders = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
] as const;

/** Without a signal: a call goes on when its client leaves, as by REST. */
function toWebRequest({ method, url, headers }: FastifyRequest, siteUrl: string): Request {
  const known = protocolHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  return new Request(siteUrl + url, { method, headers: known });
}

const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function sendWebResponse(reply: FastifyReply, response: Response) {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!response.body) return reply.send();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  return reply.send(
    isStream ? Readable.fromWeb(response.body as never) : await readBytes(response),
  );
}

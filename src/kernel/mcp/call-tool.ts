// A tool's call is the same call as by REST, made within the process: one credential, one set of
// scopes, quotas, limits and logs.
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { callInProcess } from '../http/call-in-process.ts';
import { errorResult, toToolResult } from './tool-result.ts';
import { keyArgument } from './tool-schema.ts';
import type { Tool } from './tools.ts';

/** The request of the assistant's client, as far as the call within needs it. */
export type ClientRequest = { headers: IncomingHttpHeaders; socket: Socket };

type Arguments = Readonly<Record<string, unknown>>;
type Deps = { app: Pick<FastifyInstance, 'routing'>; siteUrl: string };

/** Who asks, and from where: limits and logs are those of the client. */
const passedHeaders = [
  'authorization',
  'x-api-key',
  'user-agent',
  'x-forwarded-for',
  'x-request-id',
  'traceparent',
  'tracestate',
] as const;

export async function callTool(
  { app, siteUrl }: Deps,
  tool: Tool,
  args: Arguments,
  client: ClientRequest,
): Promise<CallToolResult> {
  const unknown = Object.keys(args).filter(
    (name) => !tool.places.has(name) && !Object.hasOwn(listProperties(tool), name),
  );
  if (unknown.length > 0) return refuseUnknown(unknown, tool, siteUrl);
  const { url, body } = toRequest(tool, args);
  const key = args[keyArgument];
  const response = await callInProcess(app, {
    method: tool.endpoint.method,
    url,
    headers: {
      ...passedOn(client.headers),
      ...(typeof key === 'string' && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    socket: client.socket,
  });
  return toToolResult(response, siteUrl + url);
}

const passedOn = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    passedHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );

const listProperties = ({ description }: Tool) =>
  description.inputSchema.properties as Readonly<Record<string, unknown>>;

/** Assistants guess names: a guess that was ignored would look like an answer to it. */
function refuseUnknown(unknown: readonly string[], tool: Tool, siteUrl: string): CallToolResult {
  const known = Object.keys(listProperties(tool)).join(', ') || 'none';
  return errorResult({
    status: 400,
    code: 'invalid_input',
    message: `${tool.description.name} has no argument ${unknown.join(', ')}. It has: ${known}.`,
    help: `${siteUrl}/docs/errors/invalid_input`,
  });
}

type Sent = { url: string; body: unknown };

/** The address and body of the call; a path without its argument is refused by the call itself. */
function toRequest({ endpoint, places }: Tool, args: Arguments): Sent {
  const params: Record<string, string> = {};
  const query = new URLSearchParams();
  const fields: Record<string, unknown> = {};
  let body: unknown = endpoint.body ? fields : undefined;
  for (const [argument, { part, name }] of places) {
    const value = args[argument];
    if (value === undefined) continue;
    if (name === undefined) body = value;
    else if (part === 'body') fields[name] = value;
    else if (part === 'query') query.set(name, toText(value));
    else params[name] = toText(value);
  }
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => toSegment(params[name]));
  return { url: query.size > 0 ? `${path}?${query}` : path, body };
}

/** In an address a list is text with commas. */
const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? JSON.stringify(value)
    : String(value);

/**
 * One segment, whatever it says: an empty one, or one of dots, would name another call.
 */
const toSegment = (value = ''): string =>
  /^\.{0,2}$/.test(value) ? '-' : encodeURIComponent(value);

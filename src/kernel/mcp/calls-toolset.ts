// Three tools reach every call of the API, so that the list of tools stays short: find a call,
// read its schemas, make it.
import type { CallToolResult } from '@modelcontextprotocol/server';
import MiniSearch from 'minisearch';
import { type Endpoint, isRead } from '#lib/endpoint.ts';
import { isObject } from '#lib/is-object.ts';
import { errorResult, textResult } from './tool-result.ts';
import { createResultSchema, keyArgument } from './tool-schema.ts';
import { type Access, isOffered, type Tool, type ToolDescription, type Tools } from './tools.ts';

const foundMax = 8;
const queryLengthMax = 300;
/** The rest is in the schema. */
const argumentsMax = 8;

const text = (description: string) => ({ type: 'string', minLength: 1, description });
const callName = text('The name of a call, as find_calls returns it.');

const readsOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** What `make_call` may do depends on what the connection may. */
export const describeCallsTools = ({ mayChange }: Access): readonly ToolDescription[] => [
  {
    name: 'find_calls',
    title: 'Find calls of the API',
    description:
      'Searches all calls of the API, best first: keys and usage, payments, invoices, proxies, speech, tickets, webhooks, saved calculations. Use it when no other tool fits.',
    inputSchema: {
      type: 'object',
      properties: { query: text('What should be done, in a few words, such as "cap a key".') },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: readsOnly,
  },
  {
    name: 'describe_call',
    title: 'Read what a call takes and returns',
    description: 'Returns the JSON schemas of the arguments and the result of a call.',
    inputSchema: {
      type: 'object',
      properties: { call: callName },
      required: ['call'],
      additionalProperties: false,
    },
    annotations: readsOnly,
  },
  {
    name: 'make_call',
    title: 'Make a call of the API',
    description:
      'Makes a call with arguments as describe_call has them. It counts, is limited and is refused as the call itself.',
    inputSchema: {
      type: 'object',
      properties: {
        call: callName,
        arguments: { type: 'object', description: 'Its arguments by name.' },
      },
      required: ['call'],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: !mayChange,
      destructiveHint: mayChange,
      idempotentHint: !mayChange,
      openWorldHint: true,
    },
  },
];

type Arguments = Readonly<Record<string, unknown>>;
/** Also says why a call is not offered. */
type MakeCall = (name: string, args: Arguments) => Promise<CallToolResult>;
export type RunCallsTool = (
  name: string,
  args: Arguments,
  context: { access: Access; makeCall: MakeCall },
) => Promise<CallToolResult>;

export function createCallsTools(tools: Tools): RunCallsTool {
  const search = createSearch(tools);
  return async (name, args, { access, makeCall }) => {
    if (name === 'find_calls')
      return typeof args.query === 'string'
        ? textResult(search(args.query, access))
        : refuse('Write what to look for in the argument query.');
    if (typeof args.call !== 'string')
      return refuse('Write the name of a call in the argument call.');
    const tool = tools.all.get(args.call);
    if (!tool) return refuse(`There is no call ${args.call}. Look for it with find_calls.`, 404);
    if (name === 'describe_call') return textResult(JSON.stringify(describe(tool)));
    const { arguments: input = {} } = args;
    return isObject(input)
      ? makeCall(args.call, input)
      : refuse('The argument arguments is an object of names and values.');
  };
}

/** Words of questions, which are in most descriptions. */
const commonWords = new Set(
  'a an and all did do does for how i in is it my of or the to why'.split(' '),
);

function createSearch({ all, notOffered }: Tools) {
  const index = new MiniSearch<{ id: string; words: string; title: string; description: string }>({
    fields: ['words', 'title', 'description'],
    processTerm: (word) => (commonWords.has(word.toLowerCase()) ? null : word.toLowerCase()),
  });
  const calls = new Map<string, NamedCall>(
    [...all].map(([name, { endpoint }]) => [name, { name, endpoint }]),
  );
  for (const call of notOffered) calls.set(call.name, call);
  index.addAll(
    [...calls.values()].map(({ name, endpoint }) => ({
      id: name,
      words: `${name} ${name.replaceAll(/([A-Z])/g, ' $1')} ${endpoint.path}`,
      title: endpoint.summary,
      description: endpoint.description ?? '',
    })),
  );
  return (query: string, access: Access): string => {
    const found = index
      .search(query.slice(0, queryLengthMax), {
        boost: { title: 3, words: 2 },
        prefix: (word) => word.length > 2,
        fuzzy: (word) => (word.length > 5 ? 0.2 : false),
      })
      .map(({ id }) => printFound(calls.get(String(id))!, all.get(String(id)), access));
    const lines = found.filter((line) => line !== undefined).slice(0, foundMax);
    return lines.join('\n') || 'No call was found. Try other words, or fewer.';
  };
}

type NamedCall = { name: string; endpoint: Endpoint };

/** Undefined for a call that this connection may not make, but another one may. */
function printFound({ name, endpoint }: NamedCall, tool: Tool | undefined, access: Access) {
  const words = endpoint.description ?? endpoint.summary;
  if (!tool) {
    const reason =
      endpoint.permission === 'user' ? 'Only a signed-in person may make this call.' : 'No tool.';
    return `- ${name}: ${reason} ${words}`;
  }
  if (!isOffered(tool, access)) return undefined;
  return `- ${name}(${listArguments(tool)})${isRead(endpoint) ? '' : ' changes data'}: ${words}`;
}

function listArguments({ description: { inputSchema } }: Tool): string {
  const { properties = {}, required = [] } = inputSchema as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  const names = Object.keys(properties).filter((name) => name !== keyArgument);
  const printed = names.map((name) => (required.includes(name) ? name : `${name}?`));
  return [
    ...printed.slice(0, argumentsMax),
    ...(printed.length > argumentsMax ? ['...'] : []),
  ].join(', ');
}

function describe({ endpoint, description }: Tool) {
  const { name, title, inputSchema, annotations } = description;
  const result = createResultSchema(endpoint);
  return {
    call: name,
    title,
    description: description.description,
    changes: !annotations.readOnlyHint,
    is_destructive: annotations.destructiveHint,
    arguments: inputSchema,
    ...(result && { result }),
  };
}

const refuse = (message: string, status = 400) =>
  errorResult({ status, code: status === 404 ? 'not_found' : 'invalid_input', message });

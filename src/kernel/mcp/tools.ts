// The tools of assistants, made from the contracts of customers' calls.

import { type Contracts, listEndpoints } from '#lib/api-areas.ts';
import { type Endpoint, isRead } from '#lib/endpoint.ts';
import { listScopes, type Scope } from '#lib/scopes.ts';
import { createResultSchema, listArguments, type Place } from './tool-schema.ts';
import {
  destructivePosts,
  hiddenArguments,
  openWorldCalls,
  type ToolsetName,
  toolsets,
} from './toolsets.ts';

/** As `tools/list` returns it. */
export type ToolDescription = {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [key: string]: unknown };
  outputSchema?: { type: 'object'; [key: string]: unknown };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
};

export type Tool = {
  toolset: ToolsetName;
  endpoint: Endpoint;
  places: ReadonlyMap<string, Place>;
  description: ToolDescription;
};

/** What a client may use: the toolsets that it asked for, within its scopes. */
export type Access = {
  toolsets: ReadonlySet<ToolsetName>;
  scopes: readonly Scope[];
  mayChange: boolean;
};

export type Tools = {
  /** By name. */
  all: ReadonlyMap<string, Tool>;
  listFor(access: Access): ToolDescription[];
};

/** Throws for a tool that has no call. */
export function createTools(contracts: Contracts): Tools {
  const calls = new Map(listEndpoints(contracts).map(({ name, endpoint }) => [name, endpoint]));
  const all = new Map<string, Tool>();
  for (const [toolset, { tools }] of Object.entries(toolsets))
    for (const name of tools) {
      const endpoint = calls.get(name);
      if (!endpoint) throw new Error(`There is no call ${name} for a tool.`);
      all.set(name, createTool(name, endpoint, toolset as ToolsetName));
    }
  return {
    all,
    listFor: (access) =>
      [...all.values()]
        .filter((tool) => isOffered(tool, access))
        .map(({ description }) => description),
  };
}

function createTool(name: string, endpoint: Endpoint, toolset: ToolsetName): Tool {
  const hidden = [...(hiddenArguments[name] ?? []), ...(endpoint.download ? ['format'] : [])];
  const { schema, places } = listArguments(endpoint, hidden);
  const result = createResultSchema(endpoint);
  return {
    toolset,
    endpoint,
    places,
    description: {
      name,
      title: endpoint.summary,
      description: endpoint.description ?? endpoint.summary,
      inputSchema: { type: 'object', ...schema },
      ...(result && { outputSchema: { type: 'object', ...result } }),
      annotations: toAnnotations(name, endpoint),
    },
  };
}

function toAnnotations(name: string, endpoint: Endpoint): ToolDescription['annotations'] {
  const { method } = endpoint;
  const readOnlyHint = isRead(endpoint);
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && (method !== 'POST' || destructivePosts.has(name)),
    idempotentHint: readOnlyHint || method === 'PUT' || method === 'DELETE',
    openWorldHint: openWorldCalls.has(name),
  };
}

export function isOffered({ toolset, endpoint }: Tool, access: Access): boolean {
  if (!access.toolsets.has(toolset)) return false;
  if (!access.mayChange && !isRead(endpoint)) return false;
  const { permission } = endpoint;
  return (
    typeof permission !== 'object' ||
    ('key' in permission && listScopes(permission).some((scope) => access.scopes.includes(scope)))
  );
}

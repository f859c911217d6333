// The tools of assistants, made from the contracts of customers' calls.

import type { ApiDescription, NamedEndpoint } from '#lib/api-description.ts';
import { type Endpoint, isRead } from '#lib/endpoint.ts';
import { listScopes, type Scope } from '#lib/scopes.ts';
import type { ToolRule } from '#lib/tool-rule.ts';
import { listCalls } from '../openapi/openapi.ts';
import { listArguments, type Place } from './tool-schema.ts';

/** As `tools/list` returns it. */
export type ToolDescription = {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [key: string]: unknown };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
};

export type Tool = {
  toolset: string;
  endpoint: Endpoint;
  places: ReadonlyMap<string, Place>;
  isEssential: boolean;
  description: ToolDescription;
};

/** What a client may use: the toolsets that it asked for, within its scopes. */
export type Access = {
  /** Without toolsets in the address: the list has the essential tools, and the rest is found. */
  isShort: boolean;
  toolsets: ReadonlySet<string>;
  scopes: readonly Scope[];
  mayChange: boolean;
};

export type Tools = {
  /** By name. */
  all: ReadonlyMap<string, Tool>;
  /** Calls that no assistant may make. */
  notOffered: readonly NamedEndpoint[];
  listFor(access: Access): ToolDescription[];
};

type Offer = Exclude<ToolRule, { none: string }>;

/** In the order of use. Throws for a toolset that does not exist. */
export function createTools(api: ApiDescription): Tools {
  const calls = listCalls(api, 'customers');
  const offers = calls.flatMap(({ name, endpoint }) => {
    const { tool } = endpoint;
    if (!tool || 'none' in tool) return [];
    const at = api.toolsets.indexOf(tool.toolset);
    if (at < 0) throw new Error(`There is no toolset ${tool.toolset} for ${name}.`);
    return [{ name, endpoint, tool, at }];
  });
  offers.sort((a, b) => a.at - b.at || (a.tool.order ?? 0) - (b.tool.order ?? 0));
  const all = new Map(
    offers.map(({ name, endpoint, tool }) => [name, createTool(name, endpoint, tool)]),
  );
  return {
    all,
    notOffered: calls.filter(({ name }) => !all.has(name)),
    listFor: (access) =>
      [...all.values()]
        .filter((tool) => isOffered(tool, access) && (tool.isEssential || !access.isShort))
        .map(({ description }) => description),
  };
}

function createTool(name: string, endpoint: Endpoint, offer: Offer): Tool {
  const hidden = [...(offer.hidden ?? []), ...(endpoint.download ? ['format'] : [])];
  const { schema, places } = listArguments(endpoint, hidden);
  return {
    toolset: offer.toolset,
    endpoint,
    places,
    isEssential: offer.isEssential === true,
    description: {
      name,
      title: endpoint.summary,
      description: endpoint.description ?? endpoint.summary,
      inputSchema: { type: 'object', ...schema },
      annotations: toAnnotations(endpoint, offer),
    },
  };
}

function toAnnotations(endpoint: Endpoint, offer: Offer): ToolDescription['annotations'] {
  const { method } = endpoint;
  const readOnlyHint = isRead(endpoint);
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && (method !== 'POST' || offer.isDestructive === true),
    idempotentHint: readOnlyHint || method === 'PUT' || method === 'DELETE',
    openWorldHint: offer.isOpenWorld === true,
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

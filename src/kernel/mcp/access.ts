// What a client may use: by the address that it was given, and by its key or its grant.
import { type Scope, scopes } from '#lib/scopes.ts';
import type { Actor } from '../ports.ts';
import type { Access } from './tools.ts';
import { type ToolsetName, toolsets } from './toolsets.ts';

const names = Object.keys(toolsets) as ToolsetName[];

/** The query of the address: `?toolsets=customs,billing&access=write`. */
export type AccessQuery = { toolsets?: unknown; access?: unknown };

/** Names that do not exist. */
export const unknownToolsets = (query: AccessQuery): string[] =>
  listNames(query.toolsets).filter((name) => !names.some((known) => known === name));

/**
 * Reading is the default: for a key the address asks for changes, for an app its owner allowed
 * them.
 */
export function readAccess(query: AccessQuery, actor: Actor): Access {
  const requested = listNames(query.toolsets);
  return {
    toolsets: new Set(names.filter((name) => requested.length === 0 || requested.includes(name))),
    scopes: scopes.filter((scope: Scope) => actor.scopes?.includes(scope)),
    mayChange:
      actor.via === 'app'
        ? actor.mayChange === true && query.access !== 'read'
        : query.access === 'write',
  };
}

const listNames = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(',').flatMap((name) => name.trim() || []) : [];

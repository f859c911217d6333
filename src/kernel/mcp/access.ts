// What a client may use: by the address that it was given, and by its key or its grant.
import { type Scope, scopes } from '#lib/scopes.ts';
import type { Actor } from '../ports.ts';
import type { Access } from './tools.ts';

/** The tools that answer from the documentation. */
export const docsToolset = 'docs';
/** The tools that find, describe and make any call. */
export const callsToolset = 'calls';

/** The query of the address: `?toolsets=customs,billing&access=write`. */
export type AccessQuery = { toolsets?: unknown; access?: unknown };

/** Names that do not exist. */
export const unknownToolsets = (query: AccessQuery, toolsets: readonly string[]): string[] =>
  listNames(query.toolsets).filter((name) => !toolsets.includes(name));

/**
 * Reading is the default: for a key the address asks for changes, for an app its owner allowed
 * them.
 */
export function readAccess(query: AccessQuery, toolsets: readonly string[], actor: Actor): Access {
  const requested = listNames(query.toolsets);
  return {
    isShort: requested.length === 0,
    toolsets: new Set(
      toolsets.filter((name) => requested.length === 0 || requested.includes(name)),
    ),
    scopes: scopes.filter((scope: Scope) => actor.scopes?.includes(scope)),
    mayChange:
      actor.via === 'app'
        ? actor.mayChange === true && query.access !== 'read'
        : query.access === 'write',
  };
}

const listNames = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(',').flatMap((name) => name.trim() || []) : [];

// Authentication and authorization. Runs before the body is read, so that refused uploads cost
// little.

import type { IncomingHttpHeaders } from 'node:http';
import { commonErrors, type Endpoint, isRead } from '#lib/endpoint.ts';
import { listScopes } from '#lib/scopes.ts';
import type { Role } from '#lib/staff-permissions.ts';
import { staffMay } from '#lib/staff-permissions.ts';
import { testModeErrors } from '#lib/test-mode-errors.ts';
import type { Actor, ApiKeys, Sessions } from '../ports.ts';
import { apiError } from './errors.ts';

type PresentedCredential = { kind: 'token' | 'key'; value: string };
type Credential = { kind: 'none' } | PresentedCredential;

const keyPrefix = /^sk_[a-z]+_/;
const ourScheme = /^(bearer|api-?key)(?![^\s,])\s*(.*)$/is;
/** A single token68 (RFC 9110, 11.2), so that nothing can follow what is checked. */
const singleToken = /^[\w.~+/-]+=*$/;

/**
 * Ignores other schemes, such as `Basic` of a proxy in front. Throws `ambiguous_credentials` for
 * two different credentials, and the error of an invalid one for an empty or malformed credential.
 */
export function readCredential(headers: IncomingHttpHeaders): Credential {
  const [, scheme, value = ''] = ourScheme.exec((headers.authorization ?? '').trim()) ?? [];
  const inHeader = headers['x-api-key'];
  const found: PresentedCredential[] = [];
  if (inHeader !== undefined) found.push({ kind: 'key', value: String(inHeader).trim() });
  if (scheme) {
    const isKey = keyPrefix.test(value) || !/^bearer$/i.test(scheme);
    found.push({ kind: isKey ? 'key' : 'token', value });
  }
  const wrong = found.find((credential) => !singleToken.test(credential.value));
  if (wrong)
    throw apiError(wrong.kind === 'key' ? commonErrors.apiKeyInvalid : commonErrors.tokenNotValid);
  const [first, second] = found;
  if (first && second && first.value !== second.value)
    throw apiError(commonErrors.ambiguousCredentials);
  return first ?? { kind: 'none' };
}

export const hasRole = (actor: Pick<Actor, 'roles'>, ...required: readonly Role[]): boolean =>
  actor.roles.includes('admin') || required.some((role) => actor.roles.includes(role));

export type Guard = (
  endpoint: Endpoint,
  request: {
    headers: IncomingHttpHeaders;
    ip: string;
    query?: unknown;
    /** Set to the owner of the key or the app, also when the call is refused. */
    keyActor?: Actor | null;
  },
) => Promise<Actor | null>;

/** The only place that turns a credential into an actor and checks it against the contract. */
export function createGuard(ports: {
  sessions: Sessions;
  apiKeys: ApiKeys;
  isServed?: (endpoint: Endpoint) => boolean;
}): Guard {
  async function identify(request: Parameters<Guard>[1]): Promise<Actor | null> {
    const credential = readCredential(request.headers);
    if (credential.kind === 'none') return null;
    if (credential.kind === 'key') {
      const found = await ports.apiKeys.check(credential.value, request.ip);
      if ('status' in found && 'message' in found) throw apiError(found);
      request.keyActor = found;
      return found;
    }
    const actor = await ports.sessions.check(credential.value);
    if (!actor) throw apiError(commonErrors.tokenNotValid);
    if (actor.via === 'app') request.keyActor = actor;
    return actor;
  }

  return async (endpoint, request) => {
    const { permission } = endpoint;
    if (ports.isServed?.(endpoint) === false) throw apiError(testModeErrors.liveModeOnly);
    if (permission === 'public') return null;
    if (permission === 'optional') {
      const identified = identify(request);
      const actor = await (endpoint.ignoresBadCredential
        ? identified.catch(() => null)
        : identified);
      if (actor) refuseWhileImpersonating(actor, endpoint);
      return actor;
    }
    const actor = await identify(request);
    if (!actor && endpoint.signedLink && isSigned(request.query)) return null;
    if (!actor) throw apiError(commonErrors.notAuthenticated);
    refuseWhileImpersonating(actor, endpoint);
    if (actor.status === 'suspended' && endpoint.whenSuspended !== 'allowed')
      throw apiError(commonErrors.accountSuspended);
    if (actor.via !== 'session') authorizeProgram(actor, endpoint);
    if (typeof permission === 'object' && 'staff' in permission)
      if (!staffMay(actor.roles, permission.staff)) throw apiError(commonErrors.permissionDenied);
    return actor;
  };
}

/** The handler verifies the signature: it knows what was signed. */
const isSigned = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'signature' in query;

function refuseWhileImpersonating(actor: Actor, { method }: Endpoint): void {
  if (actor.impersonatedBy !== undefined && method !== 'GET')
    throw apiError(commonErrors.impersonationReadOnly);
}

function authorizeProgram(actor: Actor, endpoint: Endpoint): void {
  const { permission } = endpoint;
  if (typeof permission !== 'object' || !('key' in permission))
    throw apiError(commonErrors.jwtRequired);
  const required = listScopes(permission);
  if (!required.some((scope) => actor.scopes?.includes(scope)))
    throw apiError(commonErrors.scopeMissing, { required: required.join(', ') });
  if (actor.via === 'app' && !actor.mayChange && !isRead(endpoint))
    throw apiError(commonErrors.scopeMissing, { required: 'write' });
}

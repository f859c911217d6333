// Who is asking, and may they? Runs before the body is read, so a stranger's upload costs nothing.
import type { IncomingHttpHeaders } from 'node:http';
import { commonErrors, type Endpoint, type Role } from '#lib/endpoint.ts';
import type { Actor, ApiKeys, Sessions } from '../ports.ts';
import { apiError } from './errors.ts';

type Given = { kind: 'token' | 'key'; value: string };
type Credential = { kind: 'none' } | Given;

const keyPrefix = /^sk_[a-z]+_/;
const ourScheme = /^(bearer|api-?key)(?![^\s,])\s*(.*)$/is;
/** RFC 9110, 11.2: one word, so that nothing can stand behind what is checked. */
const oneWord = /^[\w.~+/-]+=*$/;

/**
 * Another scheme, such as the `Basic` of a proxy in front, is none of ours. Throws
 * `ambiguous_credentials` when a request brings two different ones, and what a wrong one is
 * answered with for one that is empty or has several words.
 */
export function readCredential(headers: IncomingHttpHeaders): Credential {
  const [, scheme, value = ''] = ourScheme.exec((headers.authorization ?? '').trim()) ?? [];
  const inHeader = headers['x-api-key'];
  const found: Given[] = [];
  if (inHeader !== undefined) found.push({ kind: 'key', value: String(inHeader).trim() });
  if (scheme) {
    const isKey = keyPrefix.test(value) || !/^bearer$/i.test(scheme);
    found.push({ kind: isKey ? 'key' : 'token', value });
  }
  const wrong = found.find((credential) => !oneWord.test(credential.value));
  if (wrong)
    throw apiError(wrong.kind === 'key' ? commonErrors.apiKeyInvalid : commonErrors.tokenNotValid);
  const [first, second] = found;
  if (first && second && first.value !== second.value)
    throw apiError(commonErrors.ambiguousCredentials);
  return first ?? { kind: 'none' };
}

export const hasRole = (actor: Pick<Actor, 'roles'>, ...wanted: readonly Role[]): boolean =>
  actor.roles.includes('admin') || wanted.some((role) => actor.roles.includes(role));

export type Guard = (
  endpoint: Endpoint,
  request: { headers: IncomingHttpHeaders; ip: string; query?: unknown },
) => Promise<Actor | null>;

/** The one place that turns a credential into an actor and holds it against the contract. */
export function createGuard(ports: { sessions: Sessions; apiKeys: ApiKeys }): Guard {
  async function identify(request: Parameters<Guard>[1]): Promise<Actor | null> {
    const credential = readCredential(request.headers);
    if (credential.kind === 'none') return null;
    if (credential.kind === 'key') {
      const found = await ports.apiKeys.check(credential.value, request.ip);
      if ('status' in found && 'message' in found) throw apiError(found);
      return found;
    }
    const actor = await ports.sessions.check(credential.value);
    if (!actor) throw apiError(commonErrors.tokenNotValid);
    return actor;
  }

  return async (endpoint, request) => {
    const { permission } = endpoint;
    if (permission === 'public') return null;
    if (permission === 'optional') {
      const asked = identify(request);
      const actor = await (endpoint.ignoresBadCredential ? asked.catch(() => null) : asked);
      if (actor) refuseChanges(actor, endpoint);
      return actor;
    }
    const actor = await identify(request);
    if (!actor && endpoint.signedLink && isSigned(request.query)) return null;
    if (!actor) throw apiError(commonErrors.notAuthenticated);
    refuseChanges(actor, endpoint);
    if (actor.status === 'suspended' && endpoint.whenSuspended !== 'allowed')
      throw apiError(commonErrors.accountSuspended);
    if (actor.via === 'key') admitKey(actor, permission);
    if (typeof permission === 'object' && 'staff' in permission)
      if (!hasRole(actor, ...permission.staff)) throw apiError(commonErrors.permissionDenied);
    return actor;
  };
}

/** Whether the signature is good is for the handler to find out: it knows what was signed. */
const isSigned = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'signature' in query;

function refuseChanges(actor: Actor, { method }: Endpoint): void {
  if (actor.impersonatedBy !== undefined && method !== 'GET')
    throw apiError(commonErrors.impersonationReadOnly);
}

function admitKey(actor: Actor, permission: Endpoint['permission']): void {
  if (typeof permission !== 'object' || !('key' in permission))
    throw apiError(commonErrors.jwtRequired);
  if (!actor.scopes?.includes(permission.key))
    throw apiError(commonErrors.scopeMissing, { required: permission.key });
}

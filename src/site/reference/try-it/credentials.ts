// Which credentials a call takes, and what a person without one can do.
import type { Permission } from '#lib/endpoint.ts';
import { listScopes, type Scope } from '#lib/scopes.ts';
import type { Credential } from './send-request.ts';

export type CredentialKind = Credential['kind'];

/** The kinds that the call takes, the usual one first. */
export function kindsFor(permission: Permission, isSignedIn: boolean): CredentialKind[] {
  if (permission === 'public') return ['none'];
  const session: CredentialKind[] = isSignedIn ? ['session'] : [];
  if (permission === 'optional') return isSignedIn ? ['session', 'key', 'none'] : ['none', 'key'];
  return typeof permission === 'object' && 'key' in permission ? [...session, 'key'] : session;
}

/** The scopes of which a key needs one or more. */
export const listKeyScopes = (permission: Permission): readonly Scope[] =>
  typeof permission === 'object' && 'key' in permission ? listScopes(permission) : [];

export const kindLabels: Record<CredentialKind, string> = {
  none: 'Nobody',
  session: 'You, by your session',
  key: 'An API key',
};

import { commonErrors } from '#lib/endpoint.ts';
import { fail } from '#server/http/errors.ts';
import type { Actor, Sessions } from '#server/ports.ts';
import type { SessionWire } from '../contract.ts';
import type { AccountRow } from './account-store.ts';
import type { Accounts, Origin } from './accounts.ts';
import { logActivity } from './activity.ts';
import { describeBrowser } from './browsers.ts';
import * as store from './session-store.ts';

const touchSeconds = 60;

// The check has read the whole account; the profile takes it from here instead of reading it again.
const accountsOfActors = new WeakMap<Actor, AccountRow>();
export const accountReadFor = (actor: Actor): AccountRow | undefined => accountsOfActors.get(actor);

/** The kernel's port: an access token counts while its session does. */
export function createSessions(accounts: Accounts): Sessions {
  return {
    async check(token) {
      const claims = accounts.tokens.read('access', token);
      if (!claims) return null;
      const now = accounts.clock.now();
      const found = await store.checkSession(accounts.database.pool, claims.sid, now);
      if (!found || found.id !== claims.user_id) return null;
      if (now.getTime() - found.session_last_used_at.getTime() > touchSeconds * 1000)
        await store.touchSession(accounts.database.write, claims.sid, now);
      const actor: Actor = {
        accountId: found.id,
        // Looking at an account as its owner would must not lend the owner's roles.
        roles: found.impersonated_by === null ? found.roles : [],
        status: found.status === 'suspended' ? 'suspended' : 'active',
        via: 'session',
        sessionId: claims.sid,
        ...(found.impersonated_by !== null && { impersonatedBy: found.impersonated_by }),
      };
      accountsOfActors.set(actor, found);
      return actor;
    },
  };
}

/** The refresh token stays as it is; only the session's end or revocation ends it. */
export async function refreshAccess(accounts: Accounts, refresh: string): Promise<string> {
  const claims = accounts.tokens.read('refresh', refresh);
  const now = accounts.clock.now();
  const found = claims && (await store.checkSession(accounts.database.pool, claims.sid, now));
  if (!found || found.id !== claims.user_id) throw fail(commonErrors.tokenNotValid);
  await store.touchSession(accounts.database.write, claims.sid, now);
  return accounts.tokens.signAccess({ accountId: found.id, sessionId: claims.sid });
}

/** Safe to repeat: a session that has ended stays ended. */
export async function signOut(accounts: Accounts, refresh: string, origin: Origin): Promise<void> {
  const claims = accounts.tokens.read('refresh', refresh);
  if (!claims) throw fail(commonErrors.tokenNotValid);
  await endSessions(accounts, claims.user_id, { only: claims.sid }, 'logout', origin);
}

/** Throws not_found for a session that has ended or is somebody else's. */
export async function revokeSession(
  accounts: Accounts,
  actor: Actor,
  id: string,
  origin: Origin,
): Promise<void> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const kind = id === actor.sessionId ? 'logout' : 'session_revoked';
  const ended = isId && (await endSessions(accounts, actor.accountId, { only: id }, kind, origin));
  if (!ended) throw fail(commonErrors.notFound);
}

export async function revokeOtherSessions(
  accounts: Accounts,
  actor: Actor,
  origin: Origin,
): Promise<void> {
  const which = actor.sessionId === undefined ? {} : { except: actor.sessionId };
  await endSessions(accounts, actor.accountId, which, 'session_revoked', origin);
}

function endSessions(
  accounts: Accounts,
  accountId: number,
  which: { only?: string; except?: string },
  kind: 'logout' | 'session_revoked',
  origin: Origin,
): Promise<number> {
  return accounts.database.transaction(async (tx) => {
    const ended = await store.revokeSessions(tx, accountId, accounts.clock.now(), which);
    if (ended > 0) await logActivity(accounts, tx, { accountId, kind, origin });
    return ended;
  });
}

export const sessionToWire = (row: store.SessionRow, actor: Actor): SessionWire => ({
  id: row.id,
  is_current: row.id === actor.sessionId,
  ...describeBrowser(row.user_agent),
  ip: row.ip,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor, Sessions } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
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

/**
 * The kernel's port: an access token counts while its session does. It is asked before mount opens
 * the call's unit.
 */
export function createSessions(accounts: Accounts): Sessions {
  return {
    async check(token) {
      const claims = accounts.tokens.read('access', token);
      if (!claims) return null;
      const now = accounts.clock.now();
      const found = await store.checkSession(accounts.work, claims.sid, now);
      if (!found || found.id !== claims.user_id) return null;
      if (now.getTime() - found.session_last_used_at.getTime() > touchSeconds * 1000)
        await accounts.work.write((tx) => store.touchSession(tx, claims.sid, now));
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
  const found = claims && (await store.checkSession(accounts.work, claims.sid, now));
  if (!found || found.id !== claims.user_id) throw apiError(commonErrors.tokenNotValid);
  await accounts.work.write((tx) => store.touchSession(tx, claims.sid, now));
  return accounts.tokens.signAccess({ accountId: found.id, sessionId: claims.sid });
}

/** Safe to repeat: a session that has ended stays ended. */
export async function signOut(
  accounts: Accounts,
  tx: Tx,
  refresh: string,
  origin: Origin,
): Promise<void> {
  const claims = accounts.tokens.read('refresh', refresh);
  if (!claims) throw apiError(commonErrors.tokenNotValid);
  const which = { accountId: claims.user_id, only: claims.sid };
  await endSessions(accounts, tx, which, { kind: 'logout', origin });
}

/** Throws not_found for a session that has ended or is somebody else's. */
export async function revokeSession(
  accounts: Accounts,
  tx: Tx,
  actor: Actor,
  { id, origin }: { id: string; origin: Origin },
): Promise<void> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const kind = id === actor.sessionId ? 'logout' : 'session_revoked';
  const which = { accountId: actor.accountId, only: id };
  const ended = isId && (await endSessions(accounts, tx, which, { kind, origin }));
  if (!ended) throw apiError(commonErrors.notFound);
}

export async function revokeOtherSessions(
  accounts: Accounts,
  tx: Tx,
  actor: Actor,
  origin: Origin,
): Promise<void> {
  const { accountId, sessionId: except } = actor;
  const which = { accountId, ...(except !== undefined && { except }) };
  await endSessions(accounts, tx, which, { kind: 'session_revoked', origin });
}

async function endSessions(
  accounts: Accounts,
  tx: Tx,
  { accountId, ...which }: { accountId: number; only?: string; except?: string },
  why: { kind: 'logout' | 'session_revoked'; origin: Origin },
): Promise<number> {
  const ended = await store.revokeSessions(tx, accountId, accounts.clock.now(), which);
  if (ended > 0) await logActivity(accounts, tx, { accountId, ...why });
  return ended;
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

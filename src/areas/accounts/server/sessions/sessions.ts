import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor, Sessions } from '#kernel/ports.ts';
import { secondMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';
import type { SessionEnding } from '../../wire/sessions.constants.ts';
import { refreshRefused, type SessionWire } from '../../wire/sessions.ts';
import type { AccountRow } from '../account-store.ts';
import type { Accounts, Origin } from '../accounts.ts';
import { checkAccessToken } from '../oauth/check-grant.ts';
import { isSecret } from '../oauth/oauth-secrets.ts';
import { logActivity } from './activity.ts';
import { describeBrowser } from './describe-browser.ts';
import {
  checkSession,
  findEndedSession,
  revokeSessions,
  type SessionRow,
  touchSession,
} from './session-store.ts';

const touchSeconds = 60;

// The session check loads the whole account; reading the profile reuses it.
const accountsOfActors = new WeakMap<Actor, AccountRow>();
export const cachedAccount = (actor: Actor): AccountRow | undefined => accountsOfActors.get(actor);

/**
 * The kernel's session port: an access token is valid while its session, or the grant of its app,
 * is. Called before mount
 * opens the unit of work.
 */
export function createSessions(accounts: Accounts): Sessions {
  return {
    async check(token) {
      if (isSecret('access', token)) return checkAccessToken(accounts, token);
      const claims = accounts.tokens.read('access', token);
      const found = claims && (await accounts.sessionCache.find(claims.sid));
      if (!found || found.actor.accountId !== claims.user_id) return null;
      const now = accounts.clock.now();
      if (found.expiresAt <= now) return null;
      if (now.getTime() - found.lastUsedAt.getTime() > touchSeconds * secondMs) {
        found.lastUsedAt = now;
        await accounts.work.write((tx) => touchSession(tx, claims.sid, now));
      }
      accountsOfActors.set(found.actor, found.account);
      return found.actor;
    },
  };
}

/** The refresh token does not rotate: it is valid until the session expires or is revoked. */
export async function refreshAccess(accounts: Accounts, refresh: string): Promise<string> {
  const claims = accounts.tokens.read('refresh', refresh);
  const now = accounts.clock.now();
  const found = claims && (await checkSession(accounts.work, claims.sid, now));
  if (!found || found.id !== claims.user_id)
    throw apiError(refreshRefused, { reason: await findEnding(accounts, refresh) });
  await accounts.work.write((tx) => touchSession(tx, claims.sid, now));
  return accounts.tokens.signAccess({ accountId: found.id, sessionId: claims.sid });
}

async function findEnding(
  { clock, tokens, work }: Accounts,
  refresh: string,
): Promise<SessionEnding> {
  const claims = tokens.verify('refresh', refresh);
  if (!claims) return 'unknown';
  const session = await work.read((db) => findEndedSession(db, claims.sid));
  if (session?.status === 'deleted') return 'account_deleted';
  const expiresAt = session?.expires_at ?? new Date(claims.exp * secondMs);
  // Of a session that was deleted meanwhile only its end is known.
  const wasEnded = session ? session.revoked_at !== null : expiresAt > clock.now();
  return wasEnded ? 'ended' : 'expired';
}

/** Idempotent. */
export async function signOut(
  accounts: Accounts,
  tx: Tx,
  refresh: string,
  origin: Origin,
): Promise<void> {
  const claims = accounts.tokens.read('refresh', refresh);
  if (!claims) throw apiError(commonErrors.tokenNotValid);
  const selection = { accountId: claims.user_id, only: claims.sid };
  await endSessions(accounts, tx, selection, { kind: 'logout', origin });
}

/** Throws not_found for a session that has ended or belongs to another account. */
export async function revokeSession(
  accounts: Accounts,
  tx: Tx,
  actor: Actor,
  { id, origin }: { id: string; origin: Origin },
): Promise<void> {
  const isId = isUuid(id);
  const kind = id === actor.sessionId ? 'logout' : 'session_revoked';
  const selection = { accountId: actor.accountId, only: id };
  const ended = isId && (await endSessions(accounts, tx, selection, { kind, origin }));
  if (!ended) throw apiError(commonErrors.notFound);
}

export async function revokeOtherSessions(
  accounts: Accounts,
  tx: Tx,
  actor: Actor,
  origin: Origin,
): Promise<void> {
  const { accountId, sessionId: except } = actor;
  const selection = { accountId, ...(except !== undefined && { except }) };
  await endSessions(accounts, tx, selection, { kind: 'session_revoked', origin });
}

async function endSessions(
  accounts: Accounts,
  tx: Tx,
  { accountId, ...selection }: { accountId: number; only?: string; except?: string },
  activity: { kind: 'logout' | 'session_revoked'; origin: Origin },
): Promise<number> {
  const ended = await revokeSessions(tx, accountId, accounts.clock.now(), selection);
  await accounts.sessionCache.invalidate(tx, accountId);
  if (ended > 0) await logActivity(accounts, tx, { accountId, ...activity });
  return ended;
}

export const serializeSession = (row: SessionRow, actor: Actor): SessionWire => ({
  id: row.id,
  is_current: row.id === actor.sessionId,
  ...describeBrowser(row.user_agent),
  ip: row.ip,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

import { createFollowedCache } from '#kernel/events/followed-cache.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import type { AccountRow } from '../account-store.ts';
import { type CheckedSession, checkSession } from './session-store.ts';

/** A session that was live when it was read. */
export type CachedSession = {
  actor: Actor;
  account: AccountRow;
  expiresAt: Date;
  lastUsedAt: Date;
};

export type SessionCache = ReturnType<typeof createSessionCache>;

/**
 * Whoever changes an account, its roles or its sessions calls `invalidate` with the account's id in
 * the same transaction: it drops the account's sessions and the impersonations that it started.
 */
export const createSessionCache = (kernel: Kernel) =>
  createFollowedCache<string, CachedSession | null, number>(kernel, {
    topic: 'sessions',
    async load(id) {
      const found = await checkSession(kernel.work, id, kernel.clock.now());
      return found ? toCachedSession(id, found) : null;
    },
    isAbout: (accountId, _, session) =>
      session?.actor.accountId === accountId || session?.actor.impersonatedBy === accountId,
    warning: 'sessions are read from the database for each call',
  });

function toCachedSession(sessionId: string, found: CheckedSession): CachedSession {
  const { roles, session_last_used_at, session_expires_at, impersonated_by, ...account } = found;
  return {
    actor: {
      accountId: account.id,
      // An impersonation must not grant the owner's roles.
      roles: impersonated_by === null ? roles : [],
      status: account.status === 'suspended' ? 'suspended' : 'active',
      via: 'session',
      sessionId,
      ...(impersonated_by !== null && { impersonatedBy: impersonated_by }),
    },
    account,
    expiresAt: session_expires_at,
    lastUsedAt: session_last_used_at,
  };
}

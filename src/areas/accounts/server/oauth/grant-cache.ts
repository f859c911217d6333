// A token of an app that was checked within the last 5 s costs no query.
import { createFollowedCache } from '#kernel/events/followed-cache.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import { type CheckedGrant, checkToken } from './oauth-store.ts';

export type CachedGrant = {
  actor: Actor & { grantId: string };
  clientId: string;
  expiresAt: Date;
  lastUsedAt: Date;
};
export type GrantCache = ReturnType<typeof createGrantCache>;

/**
 * Whoever ends grants of an account, or disables an app, calls `invalidate` with the id of the
 * account, or of the app, in the same transaction.
 */
export const createGrantCache = (kernel: Kernel) =>
  createFollowedCache<string, CachedGrant | null, number | string>(kernel, {
    topic: 'app_grants',
    async load(hash) {
      const found = await checkToken(kernel.work, Buffer.from(hash, 'hex'), kernel.clock.now());
      return found ? toCachedGrant(found) : null;
    },
    // What was refused may be valid once an app is enabled.
    isAbout: (id, _, grant) =>
      grant ? grant.actor.accountId === id || grant.clientId === id : typeof id === 'string',
    warning: 'tokens of apps are read from the database for each call',
  });

const toCachedGrant = (found: CheckedGrant): CachedGrant => ({
  actor: {
    accountId: found.account_id,
    // Staff work in a signed-in session: an app acts for a person as a customer.
    roles: [],
    status: found.status === 'suspended' ? 'suspended' : 'active',
    via: 'app',
    grantId: found.id,
    scopes: found.scopes,
    mayChange: found.may_change,
  },
  clientId: found.client_id,
  expiresAt: found.token_expires_at,
  lastUsedAt: found.last_used_at,
});

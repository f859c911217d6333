import type { Actor } from '#kernel/ports.ts';
import { secondMs } from '#lib/durations.ts';
import type { Accounts } from '../accounts.ts';
import { hashSecret } from './oauth-secrets.ts';
import { touchGrant } from './oauth-store.ts';

const touchSeconds = 60;

/** Null for a token that is unknown or expired, or whose grant has ended. */
export async function checkAccessToken(accounts: Accounts, token: string): Promise<Actor | null> {
  const found = await accounts.grantCache.find(hashSecret(token).toString('hex'));
  const now = accounts.clock.now();
  if (!found || found.expiresAt <= now) return null;
  if (now.getTime() - found.lastUsedAt.getTime() > touchSeconds * secondMs) {
    found.lastUsedAt = now;
    await accounts.work.write((tx) => touchGrant(tx, found.actor.grantId, { now }));
  }
  return found.actor;
}

// Validation that needs the server: IP ranges, dates relative to now, names in use, the key limit.

import type { Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import { dayMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';
import { keyLimitReached } from '../../wire/index.ts';
import { readEntitlements } from '../entitlements.ts';
import { normalizeRange } from './allowed-ips.ts';
import { countLiveKeys, isNameInUse } from './key-store.ts';

/** Throws `not_found` for text that is not a UUID. */
export function parseKeyId(id: string): string {
  if (!isUuid(id)) throw apiError(commonErrors.notFound);
  return id;
}

/** Support may view the keys of all users, an admin may revoke them. */
export const canViewAnyKey = (actor: Actor): boolean => hasRole(actor, 'support');
export const canRevokeAnyKey = (actor: Actor): boolean => hasRole(actor, 'admin');

export function parseAllowedIps(texts: readonly string[]): string[] {
  const ranges = texts.map((text) => {
    const range = normalizeRange(text);
    if (range) return range;
    const message = `"${text}" is not an address or a range such as 203.0.113.0/24.`;
    throw new InvalidInput({ allowed_ips: [message] });
  });
  return [...new Set(ranges)];
}

export function parseExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const at = new Date(text);
  if (at <= now) throw new InvalidInput({ expires_at: ['Enter a time in the future.'] });
  return at;
}

type ExpiryFields = { expires_in_days?: number | null; expires_at?: string | null };

export function parseInitialExpiry(
  { expires_in_days, expires_at }: { [name in keyof ExpiryFields]: ExpiryFields[name] | undefined },
  now: Date,
): Date | null {
  if (typeof expires_in_days === 'number' && typeof expires_at === 'string')
    throw new InvalidInput({ expires_at: ['Send expires_in_days or expires_at, not both.'] });
  if (typeof expires_in_days === 'number') return new Date(now.getTime() + expires_in_days * dayMs);
  return parseExpiry(expires_at ?? null, now);
}

export async function assertNameAvailable(
  tx: Tx,
  query: { accountId: number; name: string; exceptId?: string },
): Promise<void> {
  if (await isNameInUse(tx, query))
    throw new InvalidInput({ name: ['You already have a key with this name.'] });
}

/** Throws `key_limit_reached`. The account's keys must be locked. */
export async function assertKeyLimit(tx: Tx, accountId: number, now: Date): Promise<void> {
  const { limits } = await readEntitlements(tx, accountId, now);
  const most = limits.max_api_keys;
  if (most !== null && (await countLiveKeys(tx, accountId, now)) >= most)
    throw apiError(keyLimitReached, { limit: most });
}

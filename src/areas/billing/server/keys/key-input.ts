// What can be said of a key's fields only here: addresses, dates against the clock, names in use.

import type { Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { keyLimitReached } from '../../contract.ts';
import { entitlementsOf } from '../entitlements.ts';
import { normalizeRange } from './allowed-ips.ts';
import { countLiveKeys, isNameTaken } from './key-store.ts';

const dayMs = 86_400_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Throws `not_found` for what can't be an id. */
export function readId(id: string): string {
  if (!uuid.test(id)) throw apiError(commonErrors.notFound);
  return id;
}

/** Support sees the keys of others; only an admin ends them. Nobody sees more than the preview. */
export const seesKeysOfOthers = (actor: Actor): boolean => hasRole(actor, 'support');
export const endsKeysOfOthers = (actor: Actor): boolean => hasRole(actor, 'admin');

export function readAllowedIps(texts: readonly string[]): string[] {
  const ranges = texts.map((text) => {
    const range = normalizeRange(text);
    if (range) return range;
    const words = `"${text}" is not an address or a range such as 203.0.113.0/24.`;
    throw new InvalidInput({ allowed_ips: [words] });
  });
  return [...new Set(ranges)];
}

export function readExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const at = new Date(text);
  if (at <= now) throw new InvalidInput({ expires_at: ['Enter a time in the future.'] });
  return at;
}

type ExpiryFields = { expires_in_days?: number | null; expires_at?: string | null };

export function readFirstExpiry(
  { expires_in_days, expires_at }: { [name in keyof ExpiryFields]: ExpiryFields[name] | undefined },
  now: Date,
): Date | null {
  if (typeof expires_in_days === 'number' && typeof expires_at === 'string')
    throw new InvalidInput({ expires_at: ['Send expires_in_days or expires_at, not both.'] });
  if (typeof expires_in_days === 'number') return new Date(now.getTime() + expires_in_days * dayMs);
  return readExpiry(expires_at ?? null, now);
}

export async function assertNameFree(
  tx: Tx,
  asked: { accountId: number; name: string; exceptId?: string },
): Promise<void> {
  if (await isNameTaken(tx, asked))
    throw new InvalidInput({ name: ['You have a key of this name. Choose another one.'] });
}

/** Throws `key_limit_reached` when the plan has no room for one more. The keys must be locked. */
export async function assertRoom(tx: Tx, accountId: number, now: Date): Promise<void> {
  const { limits } = await entitlementsOf(tx, accountId, now);
  const most = limits.max_api_keys;
  if (most !== null && (await countLiveKeys(tx, accountId, now)) >= most)
    throw apiError(keyLimitReached, { limit: most });
}

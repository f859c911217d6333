// Authenticates API keys for the auth guard. A key checked within the last 5 s costs no query.
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { createFollowedCache } from '#kernel/events/followed-cache.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor, ApiKeys } from '#kernel/ports.ts';
import { commonErrors, type ErrorDeclaration } from '#lib/endpoint.ts';
import type { Scope } from '#lib/scopes.ts';
import { chooseKeyPrefix } from '#lib/test-mode.ts';
import { readKeyStatus } from '../../wire/keys.states.ts';
import { type IpRange, isWithinRanges, parseRanges } from './allowed-ips.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import { findKeyByHash } from './key-store.ts';

export type KeyChecker = ApiKeys & {
  /** Call it in the transaction that changes keys: every process drops them from its cache. */
  invalidate(tx: Tx, hashes: readonly Buffer[]): Promise<void>;
};

type CheckedKey = {
  actor: Actor & { keyId: string };
  is_active: boolean;
  expires_at: Date | null;
  revoked_at: Date | null;
  ranges: IpRange[];
};

export function createKeyChecker(kernel: Kernel): KeyChecker {
  const { clock, work, config } = kernel;
  const prefix = chooseKeyPrefix(config);
  const cache = createFollowedCache<string, CheckedKey | null, string>(kernel, {
    topic: 'api_keys',
    load: (hash) => work.read((db) => loadKey(db, hash)),
    isAbout: (changed, hash) => changed === hash,
    warning: 'API keys are read from the database for each call',
  });
  return {
    async check(key, ip) {
      if (!isWellFormedKey(key, prefix)) return commonErrors.apiKeyInvalid;
      const found = await cache.find(hashKey(key));
      const refusal = findRefusal(found, ip, clock.now());
      return refusal || !found ? (refusal ?? commonErrors.apiKeyInvalid) : found.actor;
    },
    async invalidate(tx, hashes) {
      for (const hash of hashes) await cache.invalidate(tx, hash.toString('hex'));
    },
  };
}

/** The reason to refuse the key, permanent reasons first. Null if it may be used. */
function findRefusal(found: CheckedKey | null, ip: string, now: Date): ErrorDeclaration | null {
  if (!found) return commonErrors.apiKeyInvalid;
  const status = readKeyStatus(found, now);
  if (status === 'revoked') return commonErrors.apiKeyRevoked;
  if (status === 'expired') return commonErrors.apiKeyExpired;
  if (status === 'inactive') return commonErrors.apiKeyInactive;
  const isAllowed = found.ranges.length === 0 || isWithinRanges(ip, found.ranges);
  return isAllowed ? null : commonErrors.apiKeyIpDenied;
}

async function loadKey(db: Db, hash: string): Promise<CheckedKey | null> {
  const row = await findKeyByHash(db, Buffer.from(hash, 'hex'));
  const account = row && (await findAccount(db, row.account_id));
  if (!row || !account || account.status === 'deleted') return null;
  return {
    actor: {
      accountId: row.account_id,
      // Staff work in a signed-in session: a key acts for its owner as a customer.
      roles: [],
      status: account.status === 'suspended' ? 'suspended' : 'active',
      via: 'key',
      keyId: row.id,
      scopes: row.scopes as Scope[],
    },
    is_active: row.is_active,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    ranges: parseRanges(row.allowed_ips),
  };
}

// Authenticates API keys for the auth guard. A key checked within the last 5 s costs no query. A
// changed key is removed from every process's cache: immediately through a database notification,
// after 5 s at the latest if the notification is lost.
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { everyProcess, followTopic } from '#kernel/events/follow-topic.ts';
import { clientAddress } from '#kernel/http/client-address.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor, ApiKeys } from '#kernel/ports.ts';
import { commonErrors, type ErrorDeclaration } from '#lib/endpoint.ts';
import type { Scope } from '#lib/scopes.ts';
import { keyStatusOf } from '../../wire/keys.states.ts';
import { type IpRange, isWithinRanges, parseRanges } from './allowed-ips.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import { findKeyByHash } from './key-store.ts';
import type { KeyUsageCounter } from './key-usage-counter.ts';

export type KeyChecker = ApiKeys & {
  /**
   * Called in the transaction that changes keys, with their hashes: every process drops them from
   * its cache, this one right after the commit and before the caller gets the response.
   */
  invalidate(tx: Tx, hashes: readonly Buffer[]): Promise<void>;
};

type CheckedKey = {
  actor: Actor & { keyId: string };
  is_active: boolean;
  expires_at: Date | null;
  revoked_at: Date | null;
  ranges: IpRange[];
};

const freshMs = 5000;
/** Unknown keys are cached too, so the size is bounded against guessing. */
const cachedKeysMax = 10_000;
const topic = 'api_keys';

export function createKeyChecker(kernel: Kernel, uses: KeyUsageCounter): KeyChecker {
  const { clock, live, work } = kernel;
  const cache = createKeyCache(kernel);
  return {
    async check(key, ip) {
      if (!isWellFormedKey(key)) return commonErrors.apiKeyInvalid;
      const found = await cache.find(hashKey(key));
      const refusal = refusalOf(found, ip, clock.now());
      if (refusal || !found) return refusal ?? commonErrors.apiKeyInvalid;
      uses.record(found.actor.keyId, clientAddress({ ip }));
      return found.actor;
    },
    async invalidate(tx, hashes) {
      for (const hash of hashes)
        await live.publish(tx, {
          topic,
          accountId: everyProcess,
          data: hash.toString('hex'),
        });
      work.afterCommit(tx, () => {
        for (const hash of hashes) cache.forget(hash.toString('hex'));
      });
    },
  };
}

/** The reason to refuse the key, permanent reasons first. Null if it may be used. */
function refusalOf(found: CheckedKey | null, ip: string, now: Date): ErrorDeclaration | null {
  if (!found) return commonErrors.apiKeyInvalid;
  const status = keyStatusOf(found, now);
  if (status === 'revoked') return commonErrors.apiKeyRevoked;
  if (status === 'expired') return commonErrors.apiKeyExpired;
  if (status === 'inactive') return commonErrors.apiKeyInactive;
  const isAllowed = found.ranges.length === 0 || isWithinRanges(ip, found.ranges);
  return isAllowed ? null : commonErrors.apiKeyIpDenied;
}

function createKeyCache(kernel: Kernel) {
  const entries = new Map<string, { askedAtMs: number; found: Promise<CheckedKey | null> }>();
  const follow = followTopic(kernel, {
    topic,
    onMessage: (data) => entries.delete(String(data)),
    onLost: () => entries.clear(),
    warning: 'changes of API keys arrive 5 s late',
  });

  function ask(hash: string): Promise<CheckedKey | null> {
    const found = follow().then(() => kernel.work.read((db) => loadKey(db, hash)));
    const entry = { askedAtMs: kernel.clock.now().getTime(), found };
    entries.delete(hash);
    entries.set(hash, entry);
    found.catch(() => entries.get(hash) === entry && entries.delete(hash));
    const oldest = entries.keys().next();
    if (entries.size > cachedKeysMax && !oldest.done) entries.delete(oldest.value);
    return found;
  }

  return {
    find(hash: string): Promise<CheckedKey | null> {
      const entry = entries.get(hash);
      const ageMs = entry ? kernel.clock.now().getTime() - entry.askedAtMs : Number.NaN;
      return entry && ageMs >= 0 && ageMs < freshMs ? entry.found : ask(hash);
    },
    forget: (hash: string): void => {
      entries.delete(hash);
    },
  };
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

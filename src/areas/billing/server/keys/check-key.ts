// Who a key is, for the auth guard. A key that was seen in the last 5 s costs no query, and a key
// that is changed anywhere is forgotten everywhere: at once where the database's notification
// arrives, and after these 5 s where it does not.
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { clientAddress } from '#kernel/http/client-address.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { lostTopic } from '#kernel/live-topics.ts';
import type { Actor, ApiKeys } from '#kernel/ports.ts';
import { commonErrors, type ErrorDeclaration, type Scope } from '#lib/endpoint.ts';
import { keyStatusOf } from '../../key-states.ts';
import { type IpRange, isWithinRanges, readRanges } from './allowed-ips.ts';
import type { KeyUses } from './count-uses.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import { findKeyByHash } from './key-store.ts';

export type KeyChecker = ApiKeys & {
  /**
   * In the transaction that changes keys, by their hashes: every process forgets them, this one as
   * soon as it has committed, before the caller is answered.
   */
  tell(tx: Tx, hashes: readonly Buffer[]): Promise<void>;
};

type CheckedKey = {
  actor: Actor & { keyId: string };
  is_active: boolean;
  expires_at: Date | null;
  revoked_at: Date | null;
  ranges: IpRange[];
};

const freshMs = 5000;
/** Unknown keys are kept too, so the bound is for whoever tries them. */
const keptMax = 10_000;
/** Ids of accounts begin at 1: what is published to this one reaches the processes alone. */
const everyProcess = 0;
const topic = 'api_keys';

export function openKeyChecker(kernel: Kernel, uses: KeyUses): KeyChecker {
  const { clock, live, work } = kernel;
  const kept = keepFresh(kernel);
  return {
    async check(key, ip) {
      if (!isWellFormedKey(key)) return commonErrors.apiKeyInvalid;
      const found = await kept.find(hashKey(key));
      const refusal = refusalOf(found, ip, clock.now());
      if (refusal || !found) return refusal ?? commonErrors.apiKeyInvalid;
      uses.note(found.actor.keyId, clientAddress({ ip }));
      return found.actor;
    },
    async tell(tx, hashes) {
      for (const hash of hashes)
        await live.publish(tx, { topic, accountId: everyProcess, data: hash.toString('hex') });
      work.afterCommit(tx, () => {
        for (const hash of hashes) kept.forget(hash.toString('hex'));
      });
    },
  };
}

/** What is wrong with the key, the lasting reasons first. Null when it may be used. */
function refusalOf(found: CheckedKey | null, ip: string, now: Date): ErrorDeclaration | null {
  if (!found) return commonErrors.apiKeyInvalid;
  const status = keyStatusOf(found, now);
  if (status === 'revoked') return commonErrors.apiKeyRevoked;
  if (status === 'expired') return commonErrors.apiKeyExpired;
  if (status === 'inactive') return commonErrors.apiKeyInactive;
  const isAllowed = found.ranges.length === 0 || isWithinRanges(ip, found.ranges);
  return isAllowed ? null : commonErrors.apiKeyIpDenied;
}

function keepFresh(kernel: Kernel) {
  const entries = new Map<string, { askedAtMs: number; found: Promise<CheckedKey | null> }>();
  let isFollowing = false;

  /** Ends when the process closes its live topics; begun again by the next query. */
  async function follow(): Promise<void> {
    const { signal } = new AbortController();
    const wanted = { accountId: everyProcess, topics: [topic], signal };
    for await (const message of await kernel.live.subscribe(wanted))
      if (message.topic === lostTopic) entries.clear();
      else entries.delete(String(message.data));
  }

  function startFollowing(): void {
    if (isFollowing) return;
    isFollowing = true;
    follow()
      .catch((err) => kernel.log.warn({ err }, 'changes of API keys arrive 5 s late'))
      .finally(() => {
        isFollowing = false;
      });
  }

  function ask(hash: string): Promise<CheckedKey | null> {
    startFollowing();
    const found = kernel.work.read((db) => loadKey(db, hash));
    const entry = { askedAtMs: kernel.clock.now().getTime(), found };
    entries.delete(hash);
    entries.set(hash, entry);
    found.catch(() => entries.get(hash) === entry && entries.delete(hash));
    const oldest = entries.keys().next();
    if (entries.size > keptMax && !oldest.done) entries.delete(oldest.value);
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
      // Whoever works here does so signed in: a key is its owner as a customer.
      roles: [],
      status: account.status === 'suspended' ? 'suspended' : 'active',
      via: 'key',
      keyId: row.id,
      scopes: row.scopes as Scope[],
    },
    is_active: row.is_active,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    ranges: readRanges(row.allowed_ips),
  };
}

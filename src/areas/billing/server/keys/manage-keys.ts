// Reading keys, and changing or ending those that are there.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import {
  type ApiKeyWire,
  keyHasExpired,
  keyIsFinal,
  keyIsReplaced,
  type listApiKeys,
} from '../../contract.ts';
import type { EditKeyBody } from '../../key-body.ts';
import { isKeyEventAllowed, type KeyEvent, keyStatusOf } from '../../key-states.ts';
import { warnedFrom } from './key-expiry.ts';
import {
  assertNameFree,
  assertRoom,
  endsKeysOfOthers,
  readAllowedIps,
  readExpiry,
  readId,
  seesKeysOfOthers,
} from './key-input.ts';
import * as store from './key-store.ts';
import { showKeys } from './key-wire.ts';
import type { Keys } from './keys.ts';

export async function listKeys(
  { kernel }: Keys,
  db: Db,
  actor: Actor,
  query: z.output<(typeof listApiKeys)['query']>,
  page: PageRequest,
) {
  const isOthers = query.user !== undefined && seesKeysOfOthers(actor);
  const filter = {
    accountId: isOthers ? Number(query.user) : actor.accountId,
    statuses: query.status,
    search: query.search,
    ordering: query.ordering,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
  };
  const now = kernel.clock.now();
  const { rows, total } = await store.listKeys(db, filter, now, page);
  return { results: await showKeys(db, rows, now), total };
}

/** Throws `not_found` for what is hidden, unknown, or somebody else's. */
export async function readKey(
  { kernel }: Keys,
  db: Db,
  actor: Actor,
  id: string,
): Promise<ApiKeyWire> {
  const row = await store.findKey(db, readId(id));
  const isSeen = row && (row.account_id === actor.accountId || seesKeysOfOthers(actor));
  if (!isSeen) throw apiError(commonErrors.notFound);
  const [shown] = await showKeys(db, [row], kernel.clock.now());
  return shown!;
}

export async function editKey(
  keys: Keys,
  tx: Tx,
  actor: Actor,
  id: string,
  changes: EditKeyBody,
): Promise<ApiKeyWire> {
  await changeKey(keys, tx, { actor, id }, async (key, now) => {
    const { name, description, scopes, allowed_ips, expires_at } = changes;
    const status = keyStatusOf(key, now);
    assertAllowed(key, expires_at === undefined ? 'edit' : 'extend', now);
    if (key.replaced_by) throw apiError(keyIsReplaced, { current_status: status });
    if (name !== undefined)
      await assertNameFree(tx, { accountId: key.account_id, name, exceptId: key.id });
    if (expires_at !== undefined && status === 'expired') await assertRoom(tx, key.account_id, now);
    const until = expires_at === undefined ? undefined : readExpiry(expires_at, now);
    await store.updateKey(tx, key.id, {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(scopes !== undefined && { scopes }),
      ...(allowed_ips !== undefined && { allowed_ips: readAllowedIps(allowed_ips) }),
      ...(until !== undefined && { expires_at: until, warned_days: warnedFrom(until, now) }),
      updated_at: now,
    });
  });
  return readKey(keys, tx, actor, id);
}

/** Safe to repeat: a key that is in this state stays in it. */
export async function switchKey(
  keys: Keys,
  tx: Tx,
  actor: Actor,
  id: string,
  { isActive, reason }: { isActive: boolean; reason: string },
): Promise<ApiKeyWire> {
  await changeKey(keys, tx, { actor, id }, async (key, now) => {
    assertAllowed(key, isActive ? 'activate' : 'deactivate', now);
    if (key.is_active !== isActive)
      await store.updateKey(tx, key.id, {
        is_active: isActive,
        status_reason: reason,
        updated_at: now,
      });
  });
  return readKey(keys, tx, actor, id);
}

/** For good, and safe to repeat. An admin may end somebody else's. */
export async function revokeKey(
  keys: Keys,
  tx: Tx,
  { actor, audit }: { actor: Actor; audit: Audit },
  id: string,
  reason: string,
): Promise<ApiKeyWire> {
  await changeKey(
    keys,
    tx,
    { actor, id, mayBeOthers: endsKeysOfOthers(actor) },
    async (key, now) => {
      const before = { user: key.account_id, name: key.name, status: keyStatusOf(key, now) };
      await endKey(tx, key, now, { reason });
      const after = { ...before, status: 'revoked' };
      await audit.note(tx, { type: 'key', id: key.id, before, after });
    },
  );
  return readKey(keys, tx, actor, id);
}

export async function deleteKey(keys: Keys, tx: Tx, actor: Actor, id: string): Promise<void> {
  await changeKey(keys, tx, { actor, id }, async (key, now) => {
    await endKey(tx, key, now, { reason: '' });
    await store.updateKey(tx, key.id, { hidden_at: now });
  });
}

async function endKey(tx: Tx, key: store.KeyRow, now: Date, { reason }: { reason: string }) {
  if (key.revoked_at) return;
  await store.updateKey(tx, key.id, { revoked_at: now, status_reason: reason, updated_at: now });
}

/** Throws `invalid_state`. */
export function assertAllowed(key: store.KeyRow, event: KeyEvent, now: Date): void {
  const status = keyStatusOf(key, now);
  if (isKeyEventAllowed(status, event)) return;
  throw apiError(status === 'expired' ? keyHasExpired : keyIsFinal, { current_status: status });
}

type Changed = {
  actor: Actor;
  id: string;
  /** The key may be somebody else's. */
  mayBeOthers?: boolean;
};

/** Changes a key that nobody else changes meanwhile; every process forgets what it knew of it. */
export async function changeKey<T>(
  { kernel, checker }: Keys,
  tx: Tx,
  { actor, id, mayBeOthers = false }: Changed,
  change: (key: store.KeyRow, now: Date) => Promise<T>,
): Promise<T> {
  readId(id);
  await store.lockKeysOf(tx, actor.accountId);
  const key = await store.lockKey(tx, id);
  const isTheirs = key && (key.account_id === actor.accountId || mayBeOthers);
  if (!isTheirs) throw apiError(commonErrors.notFound);
  const result = await change(key, kernel.clock.now());
  await checker.tell(tx, [key.key_hash]);
  return result;
}

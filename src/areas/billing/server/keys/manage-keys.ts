// Reading, updating and revoking keys.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { liveKeyPrefix } from '#lib/test-mode.ts';
import { isUuid } from '#lib/uuid.ts';
import { keyRevokedEvent } from '../../wire/events.ts';
import {
  type ApiKeyWire,
  keyHasExpired,
  keyIsFinal,
  keyIsReplaced,
  type listApiKeys,
} from '../../wire/index.ts';
import { isKeyEventAllowed, type KeyEvent, readKeyStatus } from '../../wire/keys.states.ts';
import type { UpdateKeyBody } from '../../wire/keys.ts';
import { readBudgetColumns } from './key-budget-input.ts';
import { initialWarningDays } from './key-expiry.ts';
import { isWellFormedKey, previewKey } from './key-format.ts';
import {
  assertKeyLimit,
  assertNameAvailable,
  canRevokeAnyKey,
  canViewAnyKey,
  parseAllowedIps,
  parseExpiry,
  parseKeyId,
} from './key-input.ts';
import * as keyStore from './key-store.ts';
import type { Keys } from './keys.ts';
import { publishKeyEvent } from './publish-key-event.ts';
import { serializeKeys } from './serialize-key.ts';

export async function listKeys(
  { kernel }: Keys,
  db: Db,
  actor: Actor,
  query: z.output<(typeof listApiKeys)['query']>,
  page: PageRequest,
) {
  const isOthers = query.user !== undefined && canViewAnyKey(actor);
  const filter = {
    accountId: isOthers ? Number(query.user) : actor.accountId,
    statuses: query.status,
    search: query.search,
    ordering: query.ordering,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
  };
  const now = kernel.clock.now();
  const { rows, total } = await keyStore.listKeys(db, filter, now, page);
  return { rows: await serializeKeys(db, rows, now), total };
}

const newest = (count: number) => ({ page: 1, pageSize: count, offset: 0 });

/** The account's newest keys, for staff. Permission is checked by the caller. */
export async function listAccountKeys(
  { kernel }: Keys,
  db: Db,
  accountId: number,
  count: number,
): Promise<ApiKeyWire[]> {
  const now = kernel.clock.now();
  const { rows } = await keyStore.listKeys(db, { accountId }, now, newest(count));
  return serializeKeys(db, rows, now);
}

/** For staff, by the start of a preview, a whole key or an id. The caller checks permission. */
export async function searchKeys(
  { kernel }: Keys,
  db: Db,
  search: string,
  count: number,
): Promise<(ApiKeyWire & { account: number })[]> {
  const rows = await findKeysForStaff(db, search, count);
  const accounts = new Map(rows.map(({ id, account_id }) => [id, account_id]));
  const keys = await serializeKeys(db, rows, kernel.clock.now());
  return keys.map((key) => ({ ...key, account: accounts.get(key.id)! }));
}

async function findKeysForStaff(db: Db, search: string, count: number) {
  const key = isUuid(search) ? await keyStore.findKey(db, search) : undefined;
  if (key) return [key];
  if (!search.startsWith(liveKeyPrefix)) return [];
  const start = isWellFormedKey(search) ? previewKey(search) : search;
  return keyStore.findKeysByPreview(db, start, count);
}

const namedKeysMax = 100;

/** Names by id of the account's newest keys, including revoked ones. */
export async function readKeyNames(
  { kernel }: Keys,
  db: Db,
  accountId: number,
): Promise<ReadonlyMap<string, string>> {
  const now = kernel.clock.now();
  const { rows } = await keyStore.listKeys(db, { accountId }, now, newest(namedKeysMax));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Throws `not_found` for a key that is hidden, unknown, or not visible to the actor. */
export async function readKey(
  { kernel }: Keys,
  db: Db,
  actor: Actor,
  id: string,
): Promise<ApiKeyWire> {
  const row = await keyStore.findKey(db, parseKeyId(id));
  const isVisible = row && (row.account_id === actor.accountId || canViewAnyKey(actor));
  if (!isVisible) throw apiError(commonErrors.notFound);
  const [serialized] = await serializeKeys(db, [row], kernel.clock.now());
  return serialized!;
}

export async function editKey(
  keys: Keys,
  tx: Tx,
  actor: Actor,
  id: string,
  changes: UpdateKeyBody,
): Promise<ApiKeyWire> {
  await updateLockedKey(keys, tx, { actor, id }, async (key, now) => {
    const { name, description, scopes, allowed_ips, expires_at, ...budgets } = changes;
    const status = readKeyStatus(key, now);
    assertEventAllowed(key, expires_at === undefined ? 'edit' : 'extend', now);
    if (key.replaced_by) throw apiError(keyIsReplaced, { current_status: status });
    if (name !== undefined)
      await assertNameAvailable(tx, { accountId: key.account_id, name, exceptId: key.id });
    if (expires_at !== undefined && status === 'expired')
      await assertKeyLimit(tx, key.account_id, now);
    const until = expires_at === undefined ? undefined : parseExpiry(expires_at, now);
    const columns = await readBudgetColumns(tx, key.account_id, budgets, now);
    if (Object.keys(columns).length > 0) await keys.usage.changed(tx, key.account_id);
    await keyStore.updateKey(tx, key.id, {
      ...columns,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(scopes !== undefined && { scopes }),
      ...(allowed_ips !== undefined && { allowed_ips: parseAllowedIps(allowed_ips) }),
      ...(until !== undefined && {
        expires_at: until,
        last_warning_days: initialWarningDays(until, now),
      }),
      updated_at: now,
    });
  });
  return readKey(keys, tx, actor, id);
}

/** Idempotent. */
export async function setKeyActive(
  keys: Keys,
  tx: Tx,
  actor: Actor,
  id: string,
  { isActive, reason }: { isActive: boolean; reason: string },
): Promise<ApiKeyWire> {
  await updateLockedKey(keys, tx, { actor, id }, async (key, now) => {
    assertEventAllowed(key, isActive ? 'activate' : 'deactivate', now);
    if (key.is_active !== isActive)
      await keyStore.updateKey(tx, key.id, {
        is_active: isActive,
        status_reason: reason,
        updated_at: now,
      });
  });
  return readKey(keys, tx, actor, id);
}

/** Permanent and idempotent. An admin may revoke any user's key. */
export async function revokeKey(
  keys: Keys,
  tx: Tx,
  { actor, audit }: { actor: Actor; audit: Audit },
  id: string,
  reason: string,
): Promise<ApiKeyWire> {
  await updateLockedKey(
    keys,
    tx,
    { actor, id, allowAnyOwner: canRevokeAnyKey(actor) },
    async (key, now) => {
      const before = { user: key.account_id, name: key.name, status: readKeyStatus(key, now) };
      await endKey(keys, tx, key, { reason });
      const after = { ...before, status: 'revoked' };
      await audit.record(tx, { type: 'key', id: key.id, before, after });
    },
  );
  return readKey(keys, tx, actor, id);
}

export async function deleteKey(keys: Keys, tx: Tx, actor: Actor, id: string): Promise<void> {
  await updateLockedKey(keys, tx, { actor, id }, async (key, now) => {
    await endKey(keys, tx, key, { reason: '' });
    await keyStore.updateKey(tx, key.id, { hidden_at: now });
  });
}

async function endKey(
  { kernel }: Keys,
  tx: Tx,
  key: keyStore.KeyRow,
  { reason }: { reason: string },
): Promise<void> {
  if (key.revoked_at) return;
  const now = kernel.clock.now();
  await keyStore.updateKey(tx, key.id, { revoked_at: now, status_reason: reason, updated_at: now });
  const about = { id: key.id, accountId: key.account_id };
  await publishKeyEvent(kernel, tx, keyRevokedEvent, about);
}

/** Throws `invalid_state`. */
export function assertEventAllowed(key: keyStore.KeyRow, event: KeyEvent, now: Date): void {
  const status = readKeyStatus(key, now);
  if (isKeyEventAllowed(status, event)) return;
  throw apiError(status === 'expired' ? keyHasExpired : keyIsFinal, { current_status: status });
}

type KeyUpdate = {
  actor: Actor;
  id: string;
  /** The key may belong to another account. */
  allowAnyOwner?: boolean;
};

/** Updates a key under a lock and removes it from every process's cache. */
export async function updateLockedKey<T>(
  { kernel, checker }: Keys,
  tx: Tx,
  { actor, id, allowAnyOwner = false }: KeyUpdate,
  change: (key: keyStore.KeyRow, now: Date) => Promise<T>,
): Promise<T> {
  parseKeyId(id);
  await keyStore.lockKeys(tx, actor.accountId);
  const key = await keyStore.lockKey(tx, id);
  const isAllowed = key && (key.account_id === actor.accountId || allowAnyOwner);
  if (!isAllowed) throw apiError(commonErrors.notFound);
  const result = await change(key, kernel.clock.now());
  await checker.invalidate(tx, [key.key_hash]);
  return result;
}

/** Handles `account.deleted`. */
export const revokeKeysOfAccount =
  ({ kernel, checker }: Keys) =>
  async (tx: Tx, { accountId }: { accountId: number }): Promise<void> =>
    checker.invalidate(tx, await keyStore.revokeAccountKeys(tx, accountId, kernel.clock.now()));

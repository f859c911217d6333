// The two ways to a new key. The key itself is in the answer and nowhere else.

import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import type { Scope } from '#lib/endpoint.ts';
import { keyIsReplaced, type NewApiKeyWire } from '../../contract.ts';
import type { CreateKeyBody } from '../../key-body.ts';
import { keyStatusOf } from '../../key-states.ts';
import { overlapEnd, renewedExpiry, warnedFrom } from './key-expiry.ts';
import { hashKey, newKey, previewOf } from './key-format.ts';
import { assertNameFree, assertRoom, readAllowedIps, readFirstExpiry } from './key-input.ts';
import * as store from './key-store.ts';
import type { Keys } from './keys.ts';
import { assertAllowed, changeKey, readKey } from './manage-keys.ts';

const warning = 'Store this key now. It is not kept here and can not be shown again.';

export async function createKey(
  keys: Keys,
  tx: Tx,
  actor: Actor,
  body: CreateKeyBody,
): Promise<NewApiKeyWire> {
  const now = keys.kernel.clock.now();
  const { accountId } = actor;
  const id = createId(now);
  const wanted = {
    id,
    accountId,
    lineageId: id,
    name: body.name,
    description: body.description,
    scopes: body.scopes,
    allowedIps: readAllowedIps(body.allowed_ips),
    expiresAt: readFirstExpiry(body, now),
  };
  await store.lockKeysOf(tx, accountId);
  await assertNameFree(tx, { accountId, name: body.name });
  await assertRoom(tx, accountId, now);
  const key = await addKey(tx, wanted, now);
  return { ...(await readKey(keys, tx, actor, id)), key, warning };
}

/**
 * A new key of the same name, scopes, addresses and length of life, which is inactive when the old
 * one is. The old one works on for the overlap as it did before, so that its users can be changed
 * one by one; 0 seconds revoke it now.
 */
export async function rotateKey(
  keys: Keys,
  tx: Tx,
  actor: Actor,
  id: string,
  overlapSeconds: number,
): Promise<NewApiKeyWire> {
  const made = await changeKey(keys, tx, { actor, id }, async (old, now) => {
    assertAllowed(old, 'rotate', now);
    const status = keyStatusOf(old, now);
    if (old.replaced_by) throw apiError(keyIsReplaced, { current_status: status });
    // A live key gives its own place in the plan to the new one.
    if (status === 'expired') await assertRoom(tx, old.account_id, now);
    const newKeyId = createId(now);
    await store.updateKey(tx, old.id, {
      replaced_by: newKeyId,
      expires_at: overlapEnd(old.expires_at, overlapSeconds, now),
      ...(overlapSeconds === 0 && { revoked_at: now, status_reason: 'Replaced by a new key.' }),
      updated_at: now,
    });
    const wanted = {
      id: newKeyId,
      accountId: old.account_id,
      lineageId: old.lineage_id,
      name: old.name,
      description: old.description,
      scopes: old.scopes,
      allowedIps: old.allowed_ips,
      expiresAt: renewedExpiry(old, now),
      isActive: old.is_active,
    };
    return { id: newKeyId, key: await addKey(tx, wanted, now) };
  });
  return { ...(await readKey(keys, tx, actor, made.id)), key: made.key, warning };
}

type WantedKey = {
  id: string;
  accountId: number;
  lineageId: string;
  name: string;
  description: string;
  scopes: Scope[];
  allowedIps: string[];
  expiresAt: Date | null;
  isActive?: boolean;
};

/** Returns the key itself. */
async function addKey(tx: Tx, wanted: WantedKey, now: Date): Promise<string> {
  const key = newKey();
  await store.insertKey(tx, {
    id: wanted.id,
    account_id: wanted.accountId,
    lineage_id: wanted.lineageId,
    name: wanted.name,
    description: wanted.description,
    key_hash: Buffer.from(hashKey(key), 'hex'),
    key_preview: previewOf(key),
    scopes: wanted.scopes,
    allowed_ips: wanted.allowedIps,
    expires_at: wanted.expiresAt,
    is_active: wanted.isActive ?? true,
    warned_days: warnedFrom(wanted.expiresAt, now),
    created_at: now,
    updated_at: now,
  });
  return key;
}

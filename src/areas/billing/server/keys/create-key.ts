// Creating and rotating keys. The secret key is in the response and nowhere else.

import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import type { Scope } from '#lib/scopes.ts';
import { chooseKeyPrefix } from '#lib/test-mode.ts';
import { keyCreatedEvent, keyRevokedEvent } from '../../wire/events.ts';
import { keyIsReplaced, type NewApiKeyWire } from '../../wire/index.ts';
import { readKeyStatus } from '../../wire/keys.states.ts';
import type { CreateKeyBody } from '../../wire/keys.ts';
import { type BudgetColumns, hasBudget, readBudgetColumns } from './key-budget-input.ts';
import { initialWarningDays, overlapEnd, renewedExpiry } from './key-expiry.ts';
import { generateKey, hashKey, previewKey } from './key-format.ts';
import {
  assertKeyLimit,
  assertNameAvailable,
  parseAllowedIps,
  parseInitialExpiry,
} from './key-input.ts';
import * as keyStore from './key-store.ts';
import type { Keys } from './keys.ts';
import { assertEventAllowed, readKey, updateLockedKey } from './manage-keys.ts';
import { publishKeyEvent } from './publish-key-event.ts';

const warning = 'Store this key now. It can not be shown again.';

export async function createKey(
  keys: Keys,
  tx: Tx,
  actor: Actor,
  body: CreateKeyBody,
): Promise<NewApiKeyWire> {
  const now = keys.kernel.clock.now();
  const { accountId } = actor;
  const id = createId(now);
  const values = {
    id,
    accountId,
    lineageId: id,
    name: body.name,
    description: body.description,
    scopes: body.scopes,
    allowedIps: parseAllowedIps(body.allowed_ips),
    expiresAt: parseInitialExpiry(body, now),
    budgets: await readBudgetColumns(tx, accountId, body, now),
  };
  await keyStore.lockKeys(tx, accountId);
  await assertNameAvailable(tx, { accountId, name: body.name });
  await assertKeyLimit(tx, accountId, now);
  const key = await addKey(keys, tx, values, now);
  if (hasBudget(values.budgets)) await keys.usage.changed(tx, accountId);
  return { ...(await readKey(keys, tx, actor, id)), key, warning };
}

/** A key like the old one, which works until the overlap ends; 0 seconds revoke it at once. */
export async function rotateKey(
  keys: Keys,
  tx: Tx,
  actor: Actor,
  id: string,
  overlapSeconds: number,
): Promise<NewApiKeyWire> {
  const created = await updateLockedKey(keys, tx, { actor, id }, async (old, now) => {
    assertEventAllowed(old, 'rotate', now);
    const status = readKeyStatus(old, now);
    if (old.replaced_by) throw apiError(keyIsReplaced, { current_status: status });
    // The new key takes the place of a live one; an expired one no longer counts towards the limit.
    if (status === 'expired') await assertKeyLimit(tx, old.account_id, now);
    const newKeyId = createId(now);
    await keyStore.updateKey(tx, old.id, {
      replaced_by: newKeyId,
      expires_at: overlapEnd(old.expires_at, overlapSeconds, now),
      ...(overlapSeconds === 0 && { revoked_at: now, status_reason: 'Replaced by a new key.' }),
      updated_at: now,
    });
    const about = { id, accountId: old.account_id };
    if (overlapSeconds === 0) await publishKeyEvent(keys.kernel, tx, keyRevokedEvent, about);
    const values = {
      id: newKeyId,
      accountId: old.account_id,
      lineageId: old.lineage_id,
      name: old.name,
      description: old.description,
      scopes: old.scopes,
      allowedIps: old.allowed_ips,
      expiresAt: renewedExpiry(old, now),
      isActive: old.is_active,
      budgets: {
        overage_budget: old.overage_budget,
        overage_budget_currency: old.overage_budget_currency,
        requests_budget: old.requests_budget,
      },
    };
    if (hasBudget(old)) await keys.usage.changed(tx, old.account_id);
    return { id: newKeyId, key: await addKey(keys, tx, values, now) };
  });
  return { ...(await readKey(keys, tx, actor, created.id)), key: created.key, warning };
}

type NewKey = {
  id: string;
  accountId: number;
  lineageId: string;
  name: string;
  description: string;
  scopes: Scope[];
  allowedIps: string[];
  expiresAt: Date | null;
  isActive?: boolean;
  budgets: BudgetColumns;
};

/** Returns the secret key. */
async function addKey({ kernel }: Keys, tx: Tx, values: NewKey, now: Date): Promise<string> {
  const key = generateKey(chooseKeyPrefix(kernel.config));
  await keyStore.insertKey(tx, {
    id: values.id,
    account_id: values.accountId,
    lineage_id: values.lineageId,
    name: values.name,
    description: values.description,
    key_hash: Buffer.from(hashKey(key), 'hex'),
    key_preview: previewKey(key),
    scopes: values.scopes,
    allowed_ips: values.allowedIps,
    expires_at: values.expiresAt,
    is_active: values.isActive ?? true,
    last_warning_days: initialWarningDays(values.expiresAt, now),
    ...values.budgets,
    created_at: now,
    updated_at: now,
  });
  await publishKeyEvent(kernel, tx, keyCreatedEvent, values);
  return key;
}

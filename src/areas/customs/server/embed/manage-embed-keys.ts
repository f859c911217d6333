// The keys of calculators on other sites, for their owner.
import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import type { createEmbedKeyBody, updateEmbedKeyBody } from '../../wire/embed/embed.form.ts';
import {
  type EmbedKeyWire,
  embedKeyIsRevoked,
  embedKeyLimitReached,
} from '../../wire/embed/embed.ts';
import type { Customs } from '../customs.ts';
import * as keyStore from './embed-key-store.ts';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const lettersCount = 24;

/** Public, but not to be guessed: the quota of another site could be used up. */
export const createPublicKey = (): string =>
  `pk_${Array.from({ length: lettersCount }, () => letters[randomInt(letters.length)]).join('')}`;

export const serializeEmbedKey = (row: keyStore.CountedKeyRow): EmbedKeyWire => ({
  id: row.id,
  name: row.name,
  public_key: row.public_key,
  origins: row.origins,
  daily_quota: row.daily_quota,
  calculations_today: row.calculations,
  is_revoked: row.revoked_at !== null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

export async function listEmbedKeys(
  customs: Customs,
  db: Db,
  { accountId }: Actor,
  search: string | undefined,
  page: PageRequest,
) {
  const filter = { accountId, search, day: customs.today() };
  const { rows, total } = await keyStore.listKeys(db, filter, page);
  return { rows: rows.map(serializeEmbedKey), total };
}

export async function createEmbedKey(
  { kernel }: Customs,
  tx: Tx,
  { accountId }: Actor,
  body: z.output<typeof createEmbedKeyBody>,
): Promise<EmbedKeyWire> {
  const limit = budgets.embedKeysPerAccount;
  if ((await keyStore.countActiveKeys(tx, accountId)) >= limit)
    throw apiError(embedKeyLimitReached, { limit });
  const now = kernel.clock.now();
  const row = await keyStore.insertKey(tx, {
    id: createId(now),
    account_id: accountId,
    ...body,
    public_key: createPublicKey(),
    created_at: now,
    updated_at: now,
    revoked_at: null,
  });
  return serializeEmbedKey({ ...row, calculations: 0 });
}

export async function updateEmbedKey(
  customs: Customs,
  tx: Tx,
  actor: Actor,
  id: string,
  { name, origins, daily_quota }: z.output<typeof updateEmbedKeyBody>,
): Promise<EmbedKeyWire> {
  const key = await lockOwnKey(tx, actor, id);
  if (key.revoked_at) throw apiError(embedKeyIsRevoked);
  const row = await keyStore.updateKey(tx, key.id, {
    ...(name !== undefined && { name }),
    ...(origins !== undefined && { origins }),
    ...(daily_quota !== undefined && { daily_quota }),
    updated_at: customs.kernel.clock.now(),
  });
  return withCount(customs, tx, row);
}

/** Permanent, and safe to repeat. */
export async function revokeEmbedKey(
  customs: Customs,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<EmbedKeyWire> {
  const key = await lockOwnKey(tx, actor, id);
  const now = customs.kernel.clock.now();
  const row = key.revoked_at
    ? key
    : await keyStore.updateKey(tx, key.id, { revoked_at: now, updated_at: now });
  return withCount(customs, tx, row);
}

async function withCount(
  customs: Customs,
  db: Db,
  row: keyStore.EmbedKeyRow,
): Promise<EmbedKeyWire> {
  const calculations = await keyStore.countCalculations(db, row.id, customs.today());
  return serializeEmbedKey({ ...row, calculations });
}

/** Throws 404, also for a key of another account. */
async function lockOwnKey(tx: Tx, { accountId }: Actor, id: string): Promise<keyStore.EmbedKeyRow> {
  const row = isUuid(id) ? await keyStore.lockKey(tx, id) : undefined;
  if (row?.account_id !== accountId) throw apiError(commonErrors.notFound);
  return row;
}

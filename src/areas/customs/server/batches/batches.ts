// Batches of an account: started, read, cancelled, deleted. The plan's calculations are reserved
// under the id of the batch when it starts, and those that were made are counted when it ends.

import type { Db, Tx } from '#kernel/database/database.ts';
import { ApiError, apiError } from '#kernel/http/errors.ts';
import type { CallUsage } from '#kernel/http/metering.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor, Meter, Quota } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { planLimits } from '#lib/plan-limits.ts';
import { isUuid } from '#lib/uuid.ts';
import type { BatchFormat } from '../../wire/batches/batches.constants.ts';
import { batchLimitReached } from '../../wire/batches/batches.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import type { Customs } from '../customs.ts';
import * as batchStore from './batch-store.ts';
import { invalidOutcome } from './calculate-entry.ts';
import type { FileContent } from './file-content.ts';
import { readBatchFile } from './read-file.ts';

/** Of billing: the plan's calculations. */
export type Metering = { quota: Quota; meter: Meter };

export const batchQueue = 'customs.batch';

type Upload = { kind: ImportKind; format: BatchFormat; bytes: Buffer; fileName: string };

const countUnreadable = ({ entries }: FileContent): number =>
  entries.filter(({ problems }) => problems !== undefined).length;

/** Checks the file and the plan. The units are given back with the end of the call. */
export async function previewBatch(usage: CallUsage, { kind, format, bytes }: Upload) {
  const content = readBatchFile(kind, format, bytes);
  const calculations = content.entries.length;
  usage.count(0);
  const counts = { lines: content.lines, calculations };
  try {
    const units = calculations - countUnreadable(content);
    if (units > 0) await usage.reserve(units);
    return { ...counts, quota_suffices: true };
  } catch (error) {
    const isRefusal = error instanceof ApiError && planLimits.includes(error.declaration);
    if (!isRefusal) throw error;
    return { ...counts, quota_suffices: false };
  }
}

/** Throws `quota_exceeded` unless the plan has enough calculations left for the whole file. */
export async function createBatch(
  customs: Customs,
  { quota, meter }: Metering,
  actor: Actor,
  { kind, format, bytes, fileName }: Upload,
  write: LastWrite<batchStore.BatchRow>,
): Promise<batchStore.BatchRow> {
  const { clock } = customs.kernel;
  const content = readBatchFile(kind, format, bytes);
  const failed = countUnreadable(content);
  const now = clock.now();
  const id = createId(now);
  const units = content.entries.length - failed;
  if (units > 0) await quota.reserve(actor, 'calculation', units, id);
  const batch = {
    ...{ id, account_id: actor.accountId, api_key_id: actor.keyId ?? null, kind },
    ...{ file_name: fileName, lines: content.lines, calculations: content.entries.length },
    ...{ done: failed, failed, created_at: now },
  };
  try {
    return await write((tx) => insertBatch(customs, tx, batch, content));
  } catch (error) {
    meter.count(actor, 'calculation', 0, id);
    throw error;
  }
}

async function insertBatch(
  { kernel: { jobs } }: Customs,
  tx: Tx,
  batch: Parameters<typeof batchStore.insertBatch>[1],
  { entries }: FileContent,
): Promise<batchStore.BatchRow> {
  const limit = budgets.batchesPerAccount;
  if ((await batchStore.countBatches(tx, batch.account_id)) >= limit)
    throw apiError(batchLimitReached, { limit });
  const row = await batchStore.insertBatch(tx, batch);
  const numbered = entries.map((entry, at) => ({
    ...entry,
    number: at + 1,
    outcome: entry.problems ? invalidOutcome(entry.problems) : null,
  }));
  await batchStore.insertEntries(tx, row.id, numbered);
  await jobs.send(tx, batchQueue, { batchId: row.id }, { singletonKey: row.id });
  return row;
}

/** Throws 404, also for a batch of another account. */
export async function findOwnBatch(
  db: Db,
  { accountId }: Pick<Actor, 'accountId'>,
  id: string,
  find = batchStore.findBatch,
): Promise<batchStore.BatchRow> {
  const row = isUuid(id) ? await find(db, id) : undefined;
  if (row?.account_id !== accountId) throw apiError(commonErrors.notFound);
  return row;
}

/** Counts what was calculated, and gives back the rest of the reservation. */
export function settleAfterCommit(
  { kernel: { work } }: Customs,
  { meter }: Metering,
  tx: Tx,
  { id, account_id: accountId, api_key_id: keyId, done, failed }: batchStore.BatchRow,
): void {
  const payer = { accountId, ...(keyId && { keyId }) };
  work.afterCommit(tx, () => meter.count(payer, 'calculation', done - failed, id));
}

/** Screens that show it, also in other tabs, read it again. */
export const publishBatch = (
  { kernel: { live } }: Customs,
  tx: Tx,
  { id, account_id: accountId }: Pick<batchStore.BatchRow, 'id' | 'account_id'>,
): Promise<void> => live.publish(tx, { topic: 'customs', accountId, data: { type: 'batch', id } });

/** One that has finished stays as it is. */
export async function cancelBatch(
  customs: Customs,
  metering: Metering,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<batchStore.BatchRow> {
  const row = await findOwnBatch(tx, actor, id, lockBatch);
  if (row.status !== 'running') return row;
  await batchStore.clearInputs(tx, row.id);
  settleAfterCommit(customs, metering, tx, row);
  await publishBatch(customs, tx, row);
  const finished_at = customs.kernel.clock.now();
  return batchStore.finishBatch(tx, row.id, { status: 'cancelled', finished_at });
}

export async function deleteBatch(
  customs: Customs,
  metering: Metering,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<void> {
  const row = await findOwnBatch(tx, actor, id, lockBatch);
  if (row.status === 'running') settleAfterCommit(customs, metering, tx, row);
  await batchStore.deleteBatch(tx, row.id);
}

const lockBatch = (db: Db, id: string) => batchStore.lockBatch(db as Tx, id);

// The work of a batch, in slices: each stores its results and sends for the next one in the same
// transaction, so that a restart goes on after the last slice, and batches take turns.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '#kernel/database/database.ts';
import { ApiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { planLimits } from '#lib/plan-limits.ts';
import type { StopReason } from '../../wire/batches/batches.constants.ts';
import { batchFinishedEvent } from '../../wire/events.ts';
import type { Customs } from '../customs.ts';
import * as batchStore from './batch-store.ts';
import { batchQueue, type Metering, publishBatch, settleAfterCommit } from './batches.ts';
import { calculateEntry, faultOutcome } from './calculate-entry.ts';
import { serializeBatch } from './serialize-batch.ts';

/** Less than a second of work. */
const sliceSize = 100;
/** While staff have switched calculations off. */
const pausedSeconds = 60;

type SliceJob = { batchId: string; isLastAttempt: boolean };

export async function runBatchSlice(
  customs: Customs,
  metering: Metering,
  { batchId, isLastAttempt }: SliceJob,
): Promise<void> {
  const { work, features } = customs.kernel;
  const isOn = await features.isOn('calculations');
  // Read just before units are reserved: a cancelled batch has been paid, and would reserve again.
  const batch = await work.read((db) => batchStore.findBatch(db, batchId));
  if (batch?.status !== 'running') return;
  if (!isOn) return work.write((tx) => sendNext(customs, tx, batchId, pausedSeconds));
  const refusal = await findRefusal(metering, batch);
  if (refusal)
    return work.write((tx) => endBatch(customs, metering, tx, { batchId, reason: refusal }));
  const waiting = await work.read((db) => batchStore.listWaitingEntries(db, batchId, sliceSize));
  const finished: batchStore.FinishedEntry[] = [];
  for (const { number, input } of waiting) {
    finished.push({ number, ...(await tryEntry(customs, batch, input, isLastAttempt)) });
    // A slice must not delay the calls that this process serves.
    await nextTurn();
  }
  await work.write((tx) => storeSlice(customs, metering, tx, batchId, finished));
}

async function tryEntry(
  customs: Customs,
  { id, kind }: batchStore.BatchRow,
  input: unknown,
  isLastAttempt: boolean,
): Promise<Omit<batchStore.FinishedEntry, 'number'>> {
  try {
    return await calculateEntry(customs, kind, input);
  } catch (err) {
    if (!isLastAttempt) throw err;
    customs.kernel.log.error({ err, batch: id }, 'a calculation of a batch failed');
    return { status: 'failed', outcome: faultOutcome };
  }
}

/** A reservation lapses after an hour. A batch that waited longer needs a new one. */
async function findRefusal(
  { quota }: Metering,
  { id, account_id: accountId, api_key_id: keyId, calculations, done, failed }: batchStore.BatchRow,
): Promise<StopReason | null> {
  // What is done already is not counted yet.
  const units = calculations - failed;
  if (done === calculations) return null;
  try {
    await quota.reserve({ accountId, ...(keyId && { keyId }) }, 'calculation', units, id);
    return null;
  } catch (error) {
    const declaration = error instanceof ApiError ? error.declaration : undefined;
    if (declaration && planLimits.includes(declaration)) return 'quota_exceeded';
    if (declaration === commonErrors.subscriptionRequired) return 'subscription_required';
    throw error;
  }
}

async function storeSlice(
  customs: Customs,
  metering: Metering,
  tx: Tx,
  batchId: string,
  finished: readonly batchStore.FinishedEntry[],
): Promise<void> {
  const batch = await batchStore.lockBatch(tx, batchId);
  // Cancelled or deleted meanwhile.
  if (batch?.status !== 'running') return;
  const changed = await batchStore.finishEntries(tx, batchId, finished);
  const failed = finished.filter(
    ({ number, status }) => status === 'failed' && changed.has(number),
  ).length;
  const { done } = await batchStore.addProgress(tx, batchId, { done: changed.size, failed });
  if (done < batch.calculations) {
    await publishBatch(customs, tx, batch);
    return sendNext(customs, tx, batchId);
  }
  return endBatch(customs, metering, tx, { batchId });
}

const sendNext = ({ kernel: { jobs } }: Customs, tx: Tx, batchId: string, startAfterSeconds = 0) =>
  jobs.send(tx, batchQueue, { batchId }, { singletonKey: batchId, startAfterSeconds });

async function endBatch(
  customs: Customs,
  metering: Metering,
  tx: Tx,
  { batchId, reason }: { batchId: string; reason?: StopReason },
): Promise<void> {
  const batch = await batchStore.lockBatch(tx, batchId);
  if (batch?.status !== 'running') return;
  const { clock, customerEvents } = customs.kernel;
  const finished_at = clock.now();
  await batchStore.finishBatch(tx, batchId, {
    ...(reason ? { status: 'stopped', stop_reason: reason } : { status: 'complete' }),
    finished_at,
  });
  if (reason) await batchStore.clearInputs(tx, batchId);
  settleAfterCommit(customs, metering, tx, batch);
  await publishBatch(customs, tx, batch);
  await customerEvents.publish(tx, batchFinishedEvent, {
    accountId: batch.account_id,
    data: async () => serializeBatch((await batchStore.findBatch(tx, batchId))!),
  });
}

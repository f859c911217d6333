// Runs watched calculations again with the rules and rates of today, in slices, and records what
// became different. The stored calculation stays as it is until its owner recalculates it.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '#kernel/database/database.ts';
import { ApiError, InvalidInput } from '#kernel/http/errors.ts';
import type { CalculationInput } from '../../wire/calculations/calculation-inputs.ts';
import { wireKinds } from '../../wire/calculations/calculations.constants.ts';
import { calculationChangedEvent } from '../../wire/events.ts';
import { calculate } from '../calculations/calculate.ts';
import type { Customs } from '../customs.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';
import { listCountries } from '../rule-sets/choose-rule-set.ts';
import { describeChange, isDifferent, type ResultOrRefusal } from './describe-change.ts';
import * as recalculationStore from './recalculation-store.ts';

export const recalculationQueue = 'customs.recalculate';

/** The watched calculations after an id; all of them with an empty job, as every night. */
export type RecalculationJob = recalculationStore.WatchedFilter & { afterId?: number };

/** Less than a second of work. */
const sliceSize = 100;
/** Other processes see new rules within half a minute. */
const publishedDelaySeconds = 45;

/** Sent with a publication: those that the new version may change. */
export const requestRecalculation = (
  { kernel: { jobs } }: Customs,
  tx: Tx,
  { id, version, body }: { id: string; version: number; body: RuleSet },
): Promise<void> => {
  const job: RecalculationJob = { kind: body.kind, countries: listCountries(body) };
  const options = { singletonKey: `${id}@${version}`, startAfterSeconds: publishedDelaySeconds };
  return jobs.send(tx, recalculationQueue, job, options);
};

export async function recalculateSlice(
  customs: Customs,
  { afterId = 0, ...filter }: RecalculationJob,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const { work, features, jobs, log } = customs.kernel;
  // The next night does it all again.
  if (!(await features.isOn('calculations'))) return;
  const rows = await work.read((db) =>
    recalculationStore.listWatched(db, filter, afterId, sliceSize),
  );
  for (const row of rows) {
    try {
      await recalculate(customs, row);
    } catch (err) {
      if (!isLastAttempt) throw err;
      log.error({ err, calculation: row.id }, 'a watched calculation could not be run again');
    }
    await nextTurn();
  }
  if (rows.length < sliceSize) return;
  const next: RecalculationJob = { ...filter, afterId: rows.at(-1)!.id };
  await work.write((tx) => jobs.send(tx, recalculationQueue, next));
}

/** Repeating it has no effect: the same outcome is no difference from the recorded one. */
async function recalculate(customs: Customs, row: recalculationStore.WatchedRow): Promise<void> {
  const after = await calculateToday(customs, row);
  const { work } = customs.kernel;
  const known = await work.read((db) => recalculationStore.findLastRecalculation(db, row));
  if (!isDifferent(lastOutcome(row, known), after)) return;
  await work.write((tx) => recordDifference(customs, tx, row.id, after));
}

async function calculateToday(
  customs: Customs,
  { kind, inputs }: recalculationStore.WatchedRow,
): Promise<ResultOrRefusal> {
  const { calculation_date: _, ...facts } = inputs;
  try {
    const { result } = await calculate(customs, { kind, input: facts as CalculationInput });
    return { status: result.status, result };
  } catch (error) {
    if (error instanceof InvalidInput)
      return { status: 'unavailable', message: 'the rules of today need other facts.' };
    if (!(error instanceof ApiError) || error.declaration.status >= 500) throw error;
    return { status: 'unavailable', message: error.message };
  }
}

/** The newest recorded difference, or the stored result. */
function lastOutcome(
  { result }: recalculationStore.WatchedRow,
  last: recalculationStore.RecalculationRow | undefined,
): ResultOrRefusal {
  if (last?.status_after === 'unavailable') return { status: 'unavailable', message: '' };
  const known = last?.result ?? result;
  return { status: known.status, result: known };
}

async function recordDifference(
  { kernel: { clock, live, customerEvents } }: Customs,
  tx: Tx,
  id: number,
  after: ResultOrRefusal,
): Promise<void> {
  const row = await recalculationStore.lockWatched(tx, id);
  if (!row) return;
  // What was recorded, or recalculated by its owner, meanwhile.
  const before = lastOutcome(row, await recalculationStore.findLastRecalculation(tx, row));
  if (!isDifferent(before, after)) return;
  const [old, now] = [before, after].map((one) =>
    one.status === 'unavailable' ? undefined : one.result,
  );
  const difference = {
    status_before: before.status,
    status_after: after.status,
    total_before: old?.total_payments ?? null,
    total_after: now?.total_payments ?? null,
    currency_before: old?.currency ?? null,
    currency_after: now?.currency ?? null,
    reason: describeChange(before, after),
  };
  const created_at = clock.now();
  const { account_id: accountId, kind, title } = row;
  const columns = { calculation_id: id, account_id: accountId, result: now ?? null, created_at };
  await recalculationStore.insertRecalculation(tx, { ...difference, ...columns });
  const data = { type: 'recalculated', id };
  await live.publish(tx, { topic: 'customs', accountId, data });
  await customerEvents.publish(tx, calculationChangedEvent, {
    accountId,
    data: () => ({
      ...difference,
      ...{ id, kind: wireKinds[kind], title, created_at: created_at.toISOString() },
    }),
  });
}

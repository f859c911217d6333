// Calculations of an account: made, kept, changed, shared. Rules and rates are asked for before a
// unit of work is opened: both may have to be read from the database first.

import type { Tx } from '#kernel/database/database.ts';
import type { Json } from '#kernel/database/schema.d.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createToken } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import type { StatedInput } from '../calculation-body.ts';
import type { CalculationWire, ResultWire } from '../calculation-schema.ts';
import { calculationLimitReached } from '../contract.ts';
import { listDifferences } from '../differences.ts';
import { type Calculated, calculate, type KeptRate, type Kind } from './calculate.ts';
import * as store from './calculation-store.ts';
import { toLoose, toWire } from './calculation-wire.ts';
import type { Customs } from './customs.ts';
import { findOwn, present } from './find-calculations.ts';
import { deleteCodesOf } from './saved-code-store.ts';
import { warnOfUnknown } from './unknown-fields.ts';

type Words = { title?: string | undefined; notes?: string | undefined };
/** Names that were sent and that no contract knows: the answer warns of them. */
type Sent = { unknown?: readonly string[] };

/** Not kept, not counted: for the live total, the demo, and comparisons. */
export async function calculateLoosely(
  customs: Customs,
  kind: Kind,
  stated: StatedInput,
  unknown: readonly string[] = [],
): Promise<CalculationWire> {
  const calculated = await calculate(customs, kind, stated, { unknown });
  return toLoose(kind, stated, calculated, customs.kernel.clock.now());
}

export async function calculateAndKeep(
  customs: Customs,
  actor: Pick<Actor, 'accountId'>,
  kind: Kind,
  stated: StatedInput,
  { isSaved, title = '', notes = '', unknown = [] }: { isSaved: boolean } & Words & Sent,
): Promise<CalculationWire> {
  const { work, clock } = customs.kernel;
  const calculated = await calculate(customs, kind, stated, { unknown });
  const now = clock.now();
  const values = {
    account_id: actor.accountId,
    kind,
    title,
    notes,
    is_saved: isSaved,
    created_at: now,
    updated_at: now,
    ...columnsOf(stated, calculated),
  };
  if (!isSaved) return toWire(customs, await store.insertCalculation(work.query, values));
  const saved = await work.write(async (tx) => {
    await refuseOneMore(tx, actor);
    return store.insertSaved(tx, values);
  });
  return toWire(customs, saved);
}

const isKept = (row: store.CalculationRow): boolean => row.is_saved || row.share_token !== null;

/** Of those that stay until their owner deletes them. */
async function refuseOneMore(tx: Tx, { accountId }: Pick<Actor, 'accountId'>): Promise<void> {
  const limit = budgets.savedCalculationsPerAccount;
  if ((await store.countKept(tx, accountId)) >= limit)
    throw apiError(calculationLimitReached, { limit });
}

/** The day is kept with the facts, so that the same inputs give the same result later. */
function columnsOf(
  stated: StatedInput,
  { ruleSet, date, regime, outcome, result, rates }: Calculated,
) {
  const items = (stated.items ?? []) as { hs_code: string }[];
  return {
    destination_country: stated.destination_country,
    regime,
    currency: outcome.currency,
    total: outcome.total.toFixed(),
    hs_codes: items.map(({ hs_code }) => hs_code),
    inputs: { ...stated, calculation_date: date } as Json,
    result: result as unknown as Json,
    rates: rates as Json,
    rule_set_id: ruleSet.id,
  };
}

const wordColumns = ({ title, notes }: Words) => ({
  ...(title !== undefined && { title }),
  ...(notes !== undefined && { notes }),
});

/** A run of the history becomes a kept one, as it was. */
export async function keepRun(
  customs: Customs,
  actor: Actor,
  kind: Kind,
  { from_history, unknown = [], ...words }: { from_history: number } & Words & Sent,
): Promise<CalculationWire> {
  const { work, clock } = customs.kernel;
  const row = await work.write(async (tx) => {
    const run = await findOwn(tx, actor, kind, String(from_history));
    if (!isKept(run)) await refuseOneMore(tx, actor);
    const values = { is_saved: true, updated_at: clock.now(), ...wordColumns(words) };
    return present(await store.updateCalculation(tx, run.id, values));
  });
  return withWarnings(toWire(customs, row), unknown);
}

/** Of an answer alone: what is kept was calculated from something else. */
const withWarnings = (wire: CalculationWire, unknown: readonly string[]): CalculationWire => ({
  ...wire,
  warnings: [...warnOfUnknown(unknown), ...wire.warnings],
});

type Facts = { facts: Record<string, unknown>; isWhole: boolean; isOriginal: boolean };
type Change = Facts & Words & Sent;

/**
 * Words alone leave the result as it is. Facts calculate anew, with the rules and rates of the day,
 * or with those of the first time; the answer says what moved.
 */
export async function changeCalculation(
  customs: Customs,
  actor: Actor,
  kind: Kind,
  id: string,
  change: Change,
): Promise<CalculationWire> {
  const { facts, isWhole, isOriginal, unknown = [] } = change;
  const { work, clock } = customs.kernel;
  const row = await work.read((db) => findOwn(db, actor, kind, id));
  const now = clock.now();
  const words = wordColumns(change);
  if (!isWhole && Object.keys(facts).length === 0) {
    const values = { ...words, updated_at: now };
    const updated = await work.write((tx) => store.updateCalculation(tx, row.id, values));
    return withWarnings(toWire(customs, present(updated)), unknown);
  }
  const { calculation_date: _, ...kept } = row.inputs as StatedInput;
  const stated = { ...(isWhole ? {} : kept), ...facts } as StatedInput;
  const original = isOriginal ? await originalOf(customs, row) : undefined;
  if (isOriginal) stated.calculation_date = (row.inputs as StatedInput).calculation_date;
  const calculated = await calculate(customs, kind, stated, { original, unknown });
  const times = { recalculated_at: now, updated_at: now };
  const values = { ...words, ...columnsOf(stated, calculated), ...times };
  const updated = await work.write((tx) => store.updateCalculation(tx, row.id, values, row));
  // Somebody changed other facts meanwhile, which stay.
  if (!updated) return changeCalculation(customs, actor, kind, id, change);
  const changes = listDifferences(row.result as unknown as ResultWire, calculated.result);
  return { ...toWire(customs, updated), changes };
}

async function originalOf(customs: Customs, row: store.CalculationRow) {
  const ruleSet = await customs.ruleSets.byId(row.rule_set_id);
  return { ruleSet: ruleSet!, rates: row.rates as unknown as KeptRate[] };
}

export async function deleteCalculation(tx: Tx, actor: Actor, kind: Kind, id: string) {
  const row = await findOwn(tx, actor, kind, id);
  await store.deleteCalculation(tx, row.id);
}

/** Handles `account.deleted`: kept ones, their shared pages and saved codes go as well. */
export async function forgetAccount(tx: Tx, { accountId }: { accountId: number }): Promise<void> {
  await store.deleteCalculationsOf(tx, accountId);
  await deleteCodesOf(tx, accountId);
}

/** The same link again for one that is shared already. */
export async function shareCalculation(
  customs: Customs,
  tx: Tx,
  actor: Actor,
  kind: Kind,
  id: string,
) {
  const row = await findOwn(tx, actor, kind, id);
  if (!isKept(row)) await refuseOneMore(tx, actor);
  const updated = await store.keepShareToken(tx, row.id, createToken());
  return toWire(customs, present(updated));
}

export async function unshareCalculation(tx: Tx, actor: Actor, kind: Kind, id: string) {
  const row = await findOwn(tx, actor, kind, id);
  await store.updateCalculation(tx, row.id, { share_token: null });
}

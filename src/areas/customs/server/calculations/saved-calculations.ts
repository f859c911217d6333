// Calculations of an account: previewed, saved from the history, changed, shared.

import type { Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createToken } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { testTokenPrefix } from '#lib/test-mode.ts';
import type {
  CalculationInput,
  TitleAndNotes,
} from '../../wire/calculations/calculation-inputs.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { listDifferences } from '../../wire/calculations/calculations.differences.ts';
import { watchLimitReached } from '../../wire/calculations/calculations.ts';
import { deleteAccountBatches } from '../batches/batch-store.ts';
import type { Customs } from '../customs.ts';
import { deleteAccountKeys } from '../embed/embed-key-store.ts';
import { deleteAccountCodes } from '../hs-codes/saved-code-store.ts';
import { calculate } from './calculate.ts';
import * as calculationStore from './calculation-store.ts';
import { findOwnCalculation, requireFound } from './find-calculations.ts';
import { listUnknownFieldWarnings } from './result/unused-fields.ts';
import { serializeCalculation, serializeUnsaved } from './serialize-calculation.ts';
import type { CalculationRequest } from './stages/parse.ts';
import { enforceSavedLimit, publishSaved, toColumns } from './stages/save.ts';

/** Names of fields in the request that the contract lacks: the response warns about them. */
type UnknownFields = { unknownFields?: readonly string[] };

/** Neither stored nor counted: for the live total, the demo, and comparisons. */
export async function previewCalculation(
  customs: Customs,
  request: CalculationRequest,
): Promise<CalculationWire> {
  return serializeUnsaved(await calculate(customs, request), customs.kernel.clock.now());
}

const isRetained = (row: calculationStore.CalculationRow): boolean =>
  row.is_saved || row.share_token !== null;

type ChangedColumns = TitleAndNotes & { isWatched?: boolean | undefined };

const toTitleAndNotesColumns = ({ title, notes, isWatched }: ChangedColumns) => ({
  ...(isWatched !== undefined && { is_watched: isWatched }),
  ...(title !== undefined && { title }),
  ...(notes !== undefined && { notes }),
});

/** Saves a run of the history as it is. */
export async function saveFromHistory(
  customs: Customs,
  actor: Actor,
  kind: ImportKind,
  {
    from_history,
    unknownFields = [],
    ...titleAndNotes
  }: { from_history: number } & TitleAndNotes & UnknownFields,
): Promise<CalculationWire> {
  const { work, clock } = customs.kernel;
  const row = await work.write(async (tx) => {
    const run = await findOwnCalculation(tx, actor, kind, String(from_history));
    if (!isRetained(run)) await enforceSavedLimit(tx, actor);
    const values = {
      is_saved: true,
      updated_at: clock.now(),
      ...toTitleAndNotesColumns(titleAndNotes),
    };
    const saved = requireFound(await calculationStore.updateCalculation(tx, run.id, values));
    if (!run.is_saved) await publishSaved(customs, tx, saved);
    return saved;
  });
  return withWarnings(serializeCalculation(customs, row), unknownFields);
}

/** Only in the response: the stored result was calculated from other facts. */
const withWarnings = (
  wire: CalculationWire,
  unknownFields: readonly string[],
): CalculationWire => ({
  ...wire,
  warnings: [...listUnknownFieldWarnings(unknownFields), ...wire.warnings],
});

type CalculationChanges = TitleAndNotes &
  UnknownFields & {
    facts: Record<string, unknown>;
    isWatched?: boolean | undefined;
    /** Replaces all facts, not only those of the request. */
    isWhole: boolean;
    /** With the rules and rates of the first result, not those of the day. */
    isOriginal: boolean;
  };

/**
 * Title and notes leave the result as it is. Facts recalculate it, and the response lists what
 * changed.
 */
export async function changeCalculation(
  customs: Customs,
  actor: Actor,
  kind: ImportKind,
  id: string,
  changes: CalculationChanges,
): Promise<CalculationWire> {
  const { facts, isWhole, isOriginal, unknownFields = [] } = changes;
  const { work, clock } = customs.kernel;
  const row = await work.read((db) => findOwnCalculation(db, actor, kind, id));
  const now = clock.now();
  const titleAndNotes = toTitleAndNotesColumns(changes);
  const update = (values: calculationStore.CalculationChange, basis?: typeof row) =>
    work.write(async (tx) => {
      if (changes.isWatched) await assertWatchable(tx, actor, row);
      return calculationStore.updateCalculation(tx, row.id, values, basis);
    });
  if (!isWhole && Object.keys(facts).length === 0) {
    const values = { ...titleAndNotes, updated_at: now };
    const updated = await update(values);
    return withWarnings(serializeCalculation(customs, requireFound(updated)), unknownFields);
  }
  const { calculation_date: date, ...saved } = row.inputs;
  const input = { ...(isWhole ? {} : saved), ...facts } as CalculationInput;
  const original = isOriginal ? await findOriginalRules(customs, row) : undefined;
  if (isOriginal) input.calculation_date = date;
  const calculated = await calculate(customs, { kind, input, original, unknownFields });
  const times = { recalculated_at: now, updated_at: now };
  const values = { ...titleAndNotes, ...toColumns(calculated), ...times };
  const updated = await update(values, row);
  // Other facts were changed concurrently: start again from those.
  if (!updated) return changeCalculation(customs, actor, kind, id, changes);
  const differences = listDifferences(row.result, calculated.result);
  return { ...serializeCalculation(customs, updated), changes: differences };
}

/** Throws 400 for one that is not saved, and at the limit of one account. */
async function assertWatchable(
  tx: Tx,
  { accountId }: Pick<Actor, 'accountId'>,
  { id, is_saved: isSaved }: calculationStore.CalculationRow,
): Promise<void> {
  if (!isSaved) throw new InvalidInput({ is_watched: ['Save the calculation first.'] });
  const limit = budgets.watchedCalculationsPerAccount;
  if ((await calculationStore.countWatched(tx, accountId, id)) >= limit)
    throw apiError(watchLimitReached, { limit });
}

async function findOriginalRules(customs: Customs, row: calculationStore.CalculationRow) {
  const ruleSet = await customs.ruleSets.byId(row.rule_set_id);
  return { ruleSet: ruleSet!, rates: row.rates, tariffId: row.tariff_id };
}

export async function deleteCalculation(tx: Tx, actor: Actor, kind: ImportKind, id: string) {
  const row = await findOwnCalculation(tx, actor, kind, id);
  await calculationStore.deleteCalculation(tx, row.id);
}

/** Handles `account.deleted`. */
export async function deleteAccountData(
  tx: Tx,
  { accountId }: { accountId: number },
): Promise<void> {
  await calculationStore.deleteAccountCalculations(tx, accountId);
  await deleteAccountCodes(tx, accountId);
  await deleteAccountBatches(tx, accountId);
  await deleteAccountKeys(tx, accountId);
}

/** Returns the existing link if the calculation is shared already. */
export async function shareCalculation(
  customs: Customs,
  tx: Tx,
  actor: Actor,
  kind: ImportKind,
  id: string,
) {
  const row = await findOwnCalculation(tx, actor, kind, id);
  if (!isRetained(row)) await enforceSavedLimit(tx, actor);
  const { isTestMode } = customs.kernel.config;
  const token = `${isTestMode ? testTokenPrefix : ''}${createToken()}`;
  const updated = await calculationStore.ensureShareToken(tx, row.id, token);
  return serializeCalculation(customs, requireFound(updated));
}

export async function unshareCalculation(tx: Tx, actor: Actor, kind: ImportKind, id: string) {
  const row = await findOwnCalculation(tx, actor, kind, id);
  await calculationStore.updateCalculation(tx, row.id, { share_token: null });
}

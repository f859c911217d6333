// Stores what was calculated. Rules and rates are loaded before a unit of work begins, because both
// may have to be read from the database.
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { budgets } from '#lib/budgets.ts';
import type { TitleAndNotes } from '../../../wire/calculations/calculation-inputs.ts';
import type { CalculationWire } from '../../../wire/calculations/calculation-results.ts';
import { calculationLimitReached } from '../../../wire/calculations/calculations.ts';
import { calculationSavedEvent } from '../../../wire/events.ts';
import type { Customs } from '../../customs.ts';
import * as calculationStore from '../calculation-store.ts';
import { serializeCalculation, serializeFacts } from '../serialize-calculation.ts';
import type { Calculation } from './explain.ts';

/** In the history, or with `isSaved` among the saved ones, whose number is limited. */
export async function save(
  customs: Customs,
  calculation: Calculation,
  {
    accountId,
    isSaved,
    title = '',
    notes = '',
  }: { accountId: number; isSaved: boolean } & TitleAndNotes,
  write: LastWrite<CalculationWire> = customs.kernel.work.write,
): Promise<CalculationWire> {
  const { work, clock } = customs.kernel;
  const now = clock.now();
  const values = {
    account_id: accountId,
    kind: calculation.kind,
    title,
    notes,
    is_saved: isSaved,
    created_at: now,
    updated_at: now,
    ...toColumns(calculation),
  };
  if (!isSaved)
    return serializeCalculation(
      customs,
      await calculationStore.insertCalculation(work.query, values),
    );
  return write(async (tx) => {
    await enforceSavedLimit(tx, { accountId });
    const saved = await calculationStore.insertSavedCalculation(tx, values);
    await publishSaved(customs, tx, saved);
    return serializeCalculation(customs, saved);
  });
}

/** The date is stored with the facts, so that the same inputs give the same result later. */
export function toColumns(calculation: Calculation) {
  const { input, date, ruleSet, tariff, evaluation, result, rates } = calculation;
  const items = (input.items ?? []) as { hs_code: string }[];
  return {
    destination_country: input.destination_country,
    regime: ruleSet.body.regime,
    currency: evaluation.currency,
    total: evaluation.total.toFixed(),
    hs_codes: items.map(({ hs_code }) => hs_code),
    inputs: { ...input, calculation_date: date },
    result,
    rates,
    rule_set_id: ruleSet.id,
    tariff_id: tariff?.version.id ?? null,
  };
}

export const publishSaved = (customs: Customs, tx: Tx, row: calculationStore.CalculationRow) =>
  customs.kernel.customerEvents.publish(tx, calculationSavedEvent, {
    accountId: row.account_id,
    data: () => serializeFacts(row),
  });

/** Saved and shared calculations are stored indefinitely, so their number is limited. */
export async function enforceSavedLimit(
  tx: Tx,
  { accountId }: { accountId: number },
): Promise<void> {
  const limit = budgets.savedCalculationsPerAccount;
  if ((await calculationStore.countSaved(tx, accountId)) >= limit)
    throw apiError(calculationLimitReached, { limit });
}

// How far a reservation may raise a month's counter.
import type { ApiError } from '#kernel/http/errors.ts';
import { costOfKey, type KeyBudget } from '../../spending/key-budgets.ts';
import { isHardLimit, unitsAtAdmission } from './admission.ts';
import { type Counter, type PlanState, sumUsed } from './plan-states.ts';
import { keyBudgetError, quotaExceededError, spendingCapError } from './refusals.ts';

type Room = {
  /** The maximum for the stored counter, allowing for pending units; null if unlimited. */
  max: number | null;
  refusal: (state: PlanState, now: Date) => ApiError;
};

export function computeRoom(
  state: PlanState,
  counter: Counter,
  budget: KeyBudget | undefined,
): Room {
  const quotaRefusal = (_: PlanState, now: Date) => quotaExceededError(counter, now);
  // The calling request already holds its own first unit.
  const others = Math.max(0, counter.pending - unitsAtAdmission(counter.metric));
  if (isHardLimit(counter, state.entitlements))
    return { max: (counter.limit as number) - others, refusal: quotaRefusal };
  if (counter !== state.overageCounter) return { max: null, refusal: quotaRefusal };
  const ofKey = budget && readingOfBudget(state, counter, budget);
  if (budget && ofKey !== undefined && ofKey < (state.ceiling ?? Infinity))
    return {
      max: ofKey - others,
      refusal: (of, now) => keyBudgetError(of, budget, 'overage', now),
    };
  return { max: state.ceiling === null ? null : state.ceiling - others, refusal: spendingCapError };
}

/** The reading of the counter that the rest of the key's budget pays for. */
function readingOfBudget(
  { entitlements: { overage } }: PlanState,
  counter: Counter,
  budget: KeyBudget,
): number | undefined {
  if (!overage || counter.limit === null || budget.costMax === null) return undefined;
  const isSame = budget.overage?.currency === overage.currency;
  const left = isSame ? Math.max(0, budget.costMax - costOfKey(budget)) : 0;
  return Math.max(counter.limit, sumUsed(counter)) + Math.floor(left / Number(overage.price));
}

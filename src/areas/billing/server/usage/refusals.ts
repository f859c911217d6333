// What a call is refused with when the plan, or a ceiling of the customer, does not allow it.
import { type ApiError, apiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { toDecimalText } from '#lib/money.ts';
import type { KeyBudget } from '../spending/key-budgets.ts';
import { secondsUntil } from './admission.ts';
import type { Counter, PlanState } from './plan-states.ts';

const resetAt = (endsAt: Date, now: Date) => ({
  resets_at: endsAt.toISOString(),
  retry_after: secondsUntil(endsAt, now),
});

export const quotaExceededError = (
  { metric, limit, endsAt }: Pick<Counter, 'metric' | 'limit' | 'endsAt'>,
  now: Date,
): ApiError =>
  apiError(commonErrors.quotaExceeded, {
    ...{ metric, limit: limit as number },
    ...resetAt(endsAt, now),
  });

/** Only for a state with a cap. */
export function spendingCapError({ entitlements }: PlanState, now: Date): ApiError {
  const cap = entitlements.overage!.cap!;
  return apiError(commonErrors.spendingCapReached, {
    ...{ limit: toDecimalText(cap), currency: cap.currency },
    ...resetAt(entitlements.periodEnd, now),
  });
}

export function keyBudgetError(
  { entitlements }: Pick<PlanState, 'entitlements'>,
  { overage, requestsMax }: KeyBudget,
  budget: 'overage' | 'requests',
  now: Date,
): ApiError {
  const isMoney = budget === 'overage' && overage;
  return apiError(commonErrors.keyBudgetReached, {
    budget,
    limit: isMoney ? toDecimalText(overage) : String(requestsMax),
    currency: isMoney ? overage.currency : null,
    ...resetAt(entitlements.periodEnd, now),
  });
}

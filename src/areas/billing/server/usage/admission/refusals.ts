// What a call is refused with when the plan, or a ceiling of the customer, does not allow it.
import { type ApiError, apiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { toDecimalText } from '#lib/money.ts';
import type { QuotaGroup, UsageMetric } from '#lib/quota-groups.ts';
import { findExhaustedBudget, type KeyBudget } from '../../spending/key-budgets.ts';
import {
  countOverageUnits,
  findExhausted,
  isCapReached,
  isOverage,
  secondsUntil,
} from './admission.ts';
import { type Counter, findBudget, type PlanState } from './plan-states.ts';

export type CallToAdmit = {
  accountId: number;
  keyId: string | undefined;
  metric: UsageMetric;
  /** Of a metered call. Only those are refused; others by key are counted. */
  group: QuotaGroup | undefined;
};

/** Null if the call is allowed. */
export function findRefusal(state: PlanState, call: CallToAdmit, now: Date): ApiError | null {
  const { counters, entitlements } = state;
  if (entitlements.blocked)
    return apiError(commonErrors.subscriptionRequired, { reason: entitlements.blocked });
  if (call.group && !entitlements.groups.includes(call.group))
    return apiError(commonErrors.groupNotInPlan, { group: call.group });
  const full = findExhausted(counters, call.metric, entitlements);
  if (full) return quotaExceededError(full, now);
  if (isCapReached(state, call.metric)) return spendingCapError(state, now);
  const budget = findBudget(state, call);
  const exhausted =
    budget &&
    findExhaustedBudget(budget, entitlements.overage, {
      overageUnits: countOverageUnits(state, call.metric),
      isOverage: isOverage(state, call.metric),
    });
  return exhausted ? keyBudgetError(state, budget, exhausted, now) : null;
}

const resetAt = (endsAt: Date, now: Date) => ({
  resets_at: endsAt.toISOString(),
  retry_after: secondsUntil(endsAt, now),
});

export const quotaExceededError = (
  { metric, limit, endsAt }: Pick<Counter, 'metric' | 'limit' | 'endsAt'>,
  now: Date,
): ApiError =>
  apiError(commonErrors.quotaExceeded, {
    metric,
    limit: limit as number,
    ...resetAt(endsAt, now),
  });

/** Only for a state with a cap. */
export function spendingCapError({ entitlements }: PlanState, now: Date): ApiError {
  const cap = entitlements.overage!.cap!;
  return apiError(commonErrors.spendingCapReached, {
    limit: toDecimalText(cap),
    currency: cap.currency,
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

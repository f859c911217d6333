// What is left of the customer's ceilings, for the response headers.
import type { Ceiling } from '#kernel/http/ceiling-headers.ts';
import { toDecimalText } from '#lib/money.ts';
import { countKeyRequests, type KeyBudget, moneyLeft } from '../../spending/key-budgets.ts';
import { computeSpent, subtractSpent } from '../../spending/spending-rules.ts';
import { secondsUntil } from './admission.ts';
import { type PlanState, sumUsed } from './plan-states.ts';

const none: readonly Ceiling[] = [];

export function listCeilings(
  state: PlanState,
  budget: KeyBudget | undefined,
  now: Date,
): readonly Ceiling[] {
  const left = readMoneyLeft(state);
  if (!left && !budget) return none;
  const resetSeconds = secondsUntil(state.entitlements.periodEnd, now);
  const ceilings: Ceiling[] = left ? [{ name: 'Spending-Cap', ...left, resetSeconds }] : [];
  if (budget?.overage)
    ceilings.push({
      name: 'Key-Budget',
      limit: toDecimalText(budget.overage),
      remaining: moneyLeft(budget),
      resetSeconds,
    });
  if (budget && budget.requestsMax !== null) {
    const remaining = Math.max(0, budget.requestsMax - countKeyRequests(budget));
    const limit = String(budget.requestsMax);
    ceilings.push({ name: 'Key-Requests', limit, remaining: String(remaining), resetSeconds });
  }
  return ceilings;
}

function readMoneyLeft({ entitlements, overageCounter }: PlanState) {
  const { overage } = entitlements;
  if (!overage?.cap || !overageCounter) return null;
  const spent = computeSpent(overageCounter.limit, overage, sumUsed(overageCounter));
  return {
    limit: toDecimalText(overage.cap),
    remaining: toDecimalText(subtractSpent(overage.cap, spent)),
  };
}

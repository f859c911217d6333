// Ceilings that customers set for overage, and when they are mailed about them.

/** Of a cap or a budget: customers get one e-mail at each of them. */
export const spendingPercents = [50, 80, 100] as const;
export type SpendingPercent = (typeof spendingPercents)[number];

export const requestsBudgetMax = 1_000_000_000;

/**
 * `not_sold`: the plan sells no overage. `off`: the customer turned it off. `unpaid`: something has
 * to be paid first. `open`: calls over the quota go on. `reached`: the cap is used up.
 */
export const spendingStates = ['not_sold', 'off', 'unpaid', 'open', 'reached'] as const;
export type SpendingState = (typeof spendingStates)[number];

// Ceilings that customers set for overage, and when they are told about them.

/** Of a cap or a budget: each is told once, the highest that is reached. */
export const spendingPercents = [50, 80, 100] as const;
export type SpendingPercent = (typeof spendingPercents)[number];

export const requestsBudgetMax = 1_000_000_000;

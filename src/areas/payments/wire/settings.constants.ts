export const chargeFirstChoices = ['balance', 'card'] as const;
export type ChargeFirst = (typeof chargeFirstChoices)[number];

/** An automatic top-up is worth this much, in US dollars. */
export const topUpLimits = { least: '5.00', most: '5000.00' } as const;

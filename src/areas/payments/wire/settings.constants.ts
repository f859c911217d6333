export const chargeFirstChoices = ['balance', 'card'] as const;
export type ChargeFirst = (typeof chargeFirstChoices)[number];

export const missedPeriodStatuses = ['open', 'charged', 'waived'] as const;
export type MissedPeriodStatus = (typeof missedPeriodStatuses)[number];

export const missedPeriodActions = ['charge', 'waive'] as const;
export type MissedPeriodAction = (typeof missedPeriodActions)[number];

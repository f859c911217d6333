// What both halves call the parts of an API key, and its limits.

export const keyStatuses = ['active', 'inactive', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

export const keyStatusLabels: Record<KeyStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  expired: 'Expired',
  revoked: 'Revoked',
};

/** The longest lifetime that can be chosen in days. */
export const keyDaysMax = 365;
export const allowedIpsMax = 20;
export const overlapSecondsMax = 604_800;
export const overlapSecondsDefault = 86_400;
/** Days covered by `daily_requests`. */
export const dailyRequestsCount = 30;

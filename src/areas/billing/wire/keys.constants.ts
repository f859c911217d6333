// What both halves call the parts of an API key, and its limits.
import { keyPrefixPattern } from '#lib/test-mode.ts';

export const keyStatuses = ['active', 'inactive', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

export const keyStatusLabels: Record<KeyStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  expired: 'Expired',
  revoked: 'Revoked',
};

const keyPattern = new RegExp(`(${keyPrefixPattern}[0-9A-Za-z]{4})[0-9A-Za-z]+`, 'g');
/** Without the secret part of pasted keys, because addresses are logged on their way. */
export const hideKeys = (search: string): string => search.replaceAll(keyPattern, '$1');

/** The longest lifetime that can be chosen in days. */
export const keyDaysMax = 365;
export const allowedIpsMax = 20;
export const overlapSecondsMax = 604_800;
export const overlapSecondsDefault = 86_400;
/** Days covered by `daily_requests`. */
export const dailyRequestsCount = 30;

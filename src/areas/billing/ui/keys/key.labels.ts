// Names and texts of the API key screens.

import { formatCount, formatDate } from '#lib/format.ts';
import type { BadgeTone } from '#ui/Badge.tsx';
import type { ApiKeyWire } from '../../wire/index.ts';
import type { KeyStatus } from '../../wire/keys.constants.ts';

export const keyStatusTones: Record<KeyStatus, BadgeTone> = {
  active: 'success',
  inactive: 'neutral',
  expired: 'warning',
  revoked: 'danger',
};

const soonDays = 7;

/** Valid, but only for a few more days. */
export const isExpiringSoon = ({ is_valid, days_until_expiry, replaced_by }: ApiKeyWire): boolean =>
  is_valid && replaced_by === null && days_until_expiry !== null && days_until_expiry <= soonDays;

export function formatExpiry({ status, expires_at, days_until_expiry }: ApiKeyWire): string {
  if (expires_at === null || days_until_expiry === null) return 'Never';
  if (status === 'expired' || status === 'revoked') return formatDate(expires_at);
  return days_until_expiry <= 1 ? 'Within a day' : `In ${formatCount(days_until_expiry, 'day')}`;
}

// How a key moves: one table. The one in README.md says the same, cell by cell.

export const keyStatuses = ['active', 'inactive', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

/** `extend` sets an expiry in the future, or none. `time_out` is the clock's. */
export const keyEvents = [
  'activate',
  'deactivate',
  'revoke',
  'rotate',
  'edit',
  'extend',
  'time_out',
] as const;
export type KeyEvent = (typeof keyEvents)[number];

/** `same`: allowed, the status stays. `before`: what it was when it expired. */
export type KeyOutcome = KeyStatus | 'same' | 'before' | 'refused';

const outcomes: Record<KeyEvent, Record<KeyStatus, KeyOutcome>> = {
  activate: { active: 'same', inactive: 'active', expired: 'refused', revoked: 'refused' },
  deactivate: { active: 'inactive', inactive: 'same', expired: 'same', revoked: 'refused' },
  revoke: { active: 'revoked', inactive: 'revoked', expired: 'revoked', revoked: 'same' },
  rotate: { active: 'same', inactive: 'same', expired: 'same', revoked: 'refused' },
  edit: { active: 'same', inactive: 'same', expired: 'same', revoked: 'refused' },
  extend: { active: 'same', inactive: 'same', expired: 'before', revoked: 'refused' },
  time_out: { active: 'expired', inactive: 'expired', expired: 'same', revoked: 'same' },
};

/** What an event makes of a key. Total: every event has an answer in every status. */
export const outcomeOf = (status: KeyStatus, event: KeyEvent): KeyOutcome =>
  outcomes[event][status];

export const isKeyEventAllowed = (status: KeyStatus, event: KeyEvent): boolean =>
  outcomeOf(status, event) !== 'refused';

type KeyFacts = {
  is_active: boolean;
  expires_at: Date | null;
  revoked_at: Date | null;
};

/** The status is derived, so that no job has to be on time for a key to expire. */
export function keyStatusOf({ is_active, expires_at, revoked_at }: KeyFacts, now: Date): KeyStatus {
  if (revoked_at) return 'revoked';
  if (expires_at && expires_at <= now) return 'expired';
  return is_active ? 'active' : 'inactive';
}

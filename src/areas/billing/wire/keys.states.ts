// The state machine of a key. A test compares it with the table in README.md.
import type { KeyStatus } from './keys.constants.ts';

/** `extend` sets a future expiry or removes it. `time_out` is reaching the expiry. */
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

/** `same`: allowed, status unchanged. `before`: back to the status it had before it expired. */
export type KeyTransition = KeyStatus | 'same' | 'before' | 'refused';

const transitions: Record<KeyEvent, Record<KeyStatus, KeyTransition>> = {
  activate: { active: 'same', inactive: 'active', expired: 'refused', revoked: 'refused' },
  deactivate: { active: 'inactive', inactive: 'same', expired: 'same', revoked: 'refused' },
  revoke: { active: 'revoked', inactive: 'revoked', expired: 'revoked', revoked: 'same' },
  rotate: { active: 'same', inactive: 'same', expired: 'same', revoked: 'refused' },
  edit: { active: 'same', inactive: 'same', expired: 'same', revoked: 'refused' },
  extend: { active: 'same', inactive: 'same', expired: 'before', revoked: 'refused' },
  time_out: { active: 'expired', inactive: 'expired', expired: 'same', revoked: 'same' },
};

export const findKeyTransition = (status: KeyStatus, event: KeyEvent): KeyTransition =>
  transitions[event][status];

export const isKeyEventAllowed = (status: KeyStatus, event: KeyEvent): boolean =>
  findKeyTransition(status, event) !== 'refused';

type KeyFacts = {
  is_active: boolean;
  expires_at: Date | null;
  revoked_at: Date | null;
};

/** The status is derived, so a key expires on time even if no job runs. */
export function readKeyStatus(
  { is_active, expires_at, revoked_at }: KeyFacts,
  now: Date,
): KeyStatus {
  if (revoked_at) return 'revoked';
  if (expires_at && expires_at <= now) return 'expired';
  return is_active ? 'active' : 'inactive';
}

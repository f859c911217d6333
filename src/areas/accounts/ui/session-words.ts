import type { ActivityWire } from '../contract.ts';

/** "Firefox on Linux"; what is unknown is left out. */
export function sayDevice({ browser, system }: { browser: string; system: string }): string {
  if (!browser && !system) return 'Unknown device';
  return [browser || 'Unknown browser', system].filter(Boolean).join(' on ');
}

export const activityWords: Record<ActivityWire['kind'], string> = {
  registration: 'Account created',
  login: 'Signed in',
  login_new_device: 'Signed in on a new device',
  logout: 'Signed out',
  session_revoked: 'Session ended',
  profile_updated: 'Profile changed',
  avatar_updated: 'Picture changed',
  account_deleted: 'Account deleted',
};

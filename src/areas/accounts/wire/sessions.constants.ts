/** How long an access token is valid. */
export const accessMinutes = 30;
/** A session ends this many days after the sign-in; refreshing its token does not extend it. */
export const sessionDays = 30;

export const activityKinds = [
  'registration',
  'login',
  'login_new_device',
  'logout',
  'session_revoked',
  'app_connected',
  'app_disconnected',
  'profile_updated',
  'avatar_updated',
  'account_deleted',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const activityLabels: Record<ActivityKind, string> = {
  registration: 'Account created',
  login: 'Signed in',
  login_new_device: 'Signed in on a new device',
  logout: 'Signed out',
  session_revoked: 'Session ended',
  app_connected: 'App connected',
  app_disconnected: 'App disconnected',
  profile_updated: 'Profile changed',
  avatar_updated: 'Picture changed',
  account_deleted: 'Account deleted',
};

/**
 * Why a refresh token is refused: the session was ended by someone, it lasted as long as sessions
 * do, the account was deleted, or the token was never one of ours.
 */
export const sessionEndings = ['ended', 'expired', 'account_deleted', 'unknown'] as const;
export type SessionEnding = (typeof sessionEndings)[number];

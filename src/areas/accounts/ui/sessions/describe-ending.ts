import { formatCount } from '#lib/format.ts';
import { type SessionEnding, sessionDays } from '../../wire/sessions.constants.ts';

const sentences: Readonly<Record<SessionEnding, string>> = {
  ended:
    'You were signed out because this session was ended: on another device, or by our support.',
  expired: `You were signed out because a session lasts ${formatCount(sessionDays, 'day')}.`,
  account_deleted: 'You were signed out because the account was deleted.',
  unknown: 'You were signed out because this browser sent a session that we do not know.',
};

/** Why a session was lost; undefined where the server did not say. */
export const describeEnding = (reason: string | null): string | undefined =>
  sentences[reason as SessionEnding];

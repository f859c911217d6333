import { useLiveTopic } from '#client/use-live-topic.ts';
import { profileKey, supportKey } from './queries.ts';

/** The profile tells how many messages are unread. */
const keys = [supportKey, profileKey];

export const useLiveTickets = (): boolean => useLiveTopic('tickets', keys);

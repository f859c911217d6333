import { useLiveTopic } from '#client/use-live-topic.ts';
import { planKey } from './queries.ts';

const keys = [planKey];

/** Loads again what changed elsewhere: a payment that came, a renewal, another window. */
export const useLivePlan = (): boolean => useLiveTopic('billing', keys);

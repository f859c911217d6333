import { useLiveTopic } from '#client/use-live-topic.ts';
import { paymentsKey } from './queries.ts';

const keys = [paymentsKey];

export const useLivePayments = (): boolean => useLiveTopic('payments', keys);

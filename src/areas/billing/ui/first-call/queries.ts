import { useLiveTopic } from '#client/use-live-topic.ts';
import { useRecords } from '#ui/records/use-records.ts';
import type { UsageRecordWire } from '../../wire/index.ts';
import { keyList } from '../keys/queries.ts';
import { useOverview } from '../overview/queries.ts';
import { isRecord, useUsage } from '../usage/queries.ts';

const liveKeys = [
  ['billing', 'overview'],
  ['billing', 'keys'],
];

/** Where the event stream is refused. */
const pollMs = 3000;

/** Refetches the overview when a key is used for the first time. */
export function useLiveOverview(isWaiting: boolean): void {
  const isLive = useLiveTopic('billing', liveKeys);
  useOverview({ pollMs: isWaiting && !isLive ? pollMs : false });
}

/** A page of the newest key that works, or an empty one. */
export const useNewestKey = () =>
  useRecords(keyList, { status: 'active', ordering: '-created_at', page_size: '1' });

/** The first call with the key, if it was made in the last day. */
export function useFirstCall(
  keyId: string | undefined,
  hasCalled: boolean,
): UsageRecordWire | undefined {
  const query = {
    ...(keyId && { api_key: keyId }),
    period: '24h',
    ordering: 'created_at',
    page_size: '1',
  } as const;
  const options = { isEnabled: hasCalled, emptyPollMs: pollMs };
  return useUsage(query, options).data?.results.find(isRecord);
}

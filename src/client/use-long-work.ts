import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useLiveTopic } from './use-live-topic.ts';

const runningMs = 2000;
/** A stream can break unnoticed, so the state is read again with one, too. */
const idleMs = 30_000;

type LongWorkQuery<T> = {
  queryKey: QueryKey;
  /** What the server publishes on, and the queries that it changes; both constants. */
  topic: string;
  liveKeys: readonly QueryKey[];
  load: (signal: AbortSignal) => Promise<T>;
  isRunning: (data: T) => boolean;
};

/** The state of long work, as the server has it: live, and polled where the stream is refused. */
export function useLongWork<T>({ queryKey, topic, liveKeys, load, isRunning }: LongWorkQuery<T>) {
  const isLive = useLiveTopic(topic, liveKeys);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      !isLive && data !== undefined && isRunning(data) ? runningMs : idleMs,
  });
}

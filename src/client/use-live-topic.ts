import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readLive } from './live-stream.ts';

/**
 * Refetches the queries with these keys on every event of the topic, also on `lost`, which reports
 * missed events. Returns false once the stream is refused: the caller then has to poll. `keys` must
 * be a constant.
 */
export function useLiveTopic(topic: string, keys: readonly QueryKey[]): boolean {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(true);
  useEffect(() => {
    function refetch() {
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
    }
    return readLive({ topic, onChange: refetch, onRefused: () => setLive(false) });
  }, [queryClient, topic, keys]);
  return isLive;
}

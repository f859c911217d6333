import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followTopics } from '#lib/live-contract.ts';
import { call } from './api.ts';
import { followEvents } from './event-stream.ts';

/**
 * Loads again what an event of the stream is about; its `lost` means that some were missed. Returns
 * false once the stream is refused: asking on a timer is then all there is. `keys` are a constant:
 * other ones open the stream anew.
 */
export function useLiveTopic(topic: string, keys: readonly QueryKey[]): boolean {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(true);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    function loadAgain() {
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
    }
    async function follow() {
      const input = { query: { topics: topic } };
      // What is on screen may have been loaded before the stream stood.
      const options = { signal, onOpen: loadAgain };
      for await (const _ of followEvents(call, followTopics, input, options)) loadAgain();
    }
    follow().catch(() => {
      if (!signal.aborted) setLive(false);
    });
    return () => leaving.abort();
  }, [queryClient, topic, keys]);
  return isLive;
}

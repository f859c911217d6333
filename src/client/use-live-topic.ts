import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followTopics } from '#lib/wire/events.ts';
import { call } from './api.ts';
import { followEvents } from './follow-events.ts';

/**
 * Refetches the queries with these keys on every event of the topic, also on `lost`, which reports
 * missed events. Returns false once the stream is refused: the caller then has to poll. `keys` must
 * be a constant: a new array reopens the stream.
 */
export function useLiveTopic(topic: string, keys: readonly QueryKey[]): boolean {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(true);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    function refetch() {
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
    }
    async function follow() {
      const input = { query: { topics: topic } };
      // The screen may show data from before the connection.
      const options = { signal, onOpen: refetch };
      for await (const _ of followEvents(call, followTopics, input, options)) refetch();
    }
    follow().catch(() => {
      if (!signal.aborted) setLive(false);
    });
    return () => controller.abort();
  }, [queryClient, topic, keys]);
  return isLive;
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#client/api.ts';
import { followEvents } from '#client/event-stream.ts';
import { followTopics } from '#lib/live-contract.ts';
import { profileKey, supportKey } from './queries.ts';

/**
 * Loads again what an event of the stream is about. Returns false once the stream is refused:
 * asking on a timer is then all there is.
 */
export function useLiveTickets(): boolean {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(true);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function follow() {
      const input = { query: { topics: 'tickets' } };
      for await (const _ of followEvents(call, followTopics, input, { signal }))
        for (const queryKey of [supportKey, profileKey])
          void queryClient.invalidateQueries({ queryKey });
    }
    follow().catch(() => {
      if (!signal.aborted) setLive(false);
    });
    return () => leaving.abort();
  }, [queryClient]);
  return isLive;
}

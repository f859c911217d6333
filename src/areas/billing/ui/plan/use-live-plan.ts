import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#client/api.ts';
import { followEvents } from '#client/event-stream.ts';
import { followTopics } from '#lib/live-contract.ts';
import { planKey } from './queries.ts';

/** Loads again what changed elsewhere: a payment that came, a renewal, another window. */
export function useLivePlan(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function follow() {
      const input = { query: { topics: 'billing' } };
      for await (const _ of followEvents(call, followTopics, input, { signal }))
        void queryClient.invalidateQueries({ queryKey: planKey });
    }
    // Without a stream the screen is as new as its last load.
    follow().catch(() => undefined);
    return () => leaving.abort();
  }, [queryClient]);
}

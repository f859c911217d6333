import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/api.ts';
import { localStore } from '#client/storage.ts';
import { listOpenIncidents, type PublicIncidentWire } from '../../wire/status.ts';

const refetchMs = 60_000;
const storageKey = 'dismissed_incidents';
const none: readonly PublicIncidentWire[] = [];

const readDismissed = () => localStore.read(storageKey)?.split(' ') ?? [];

/** Open incidents that were not dismissed in this browser; none while that is unknown. */
export function useOpenIncidents() {
  const [dismissed, setDismissed] = useState(readDismissed);
  const { data } = useQuery({
    queryKey: ['status', 'open'],
    queryFn: ({ signal }) => call(listOpenIncidents, {}, { signal, isAnonymous: true }),
    staleTime: refetchMs,
    refetchInterval: refetchMs,
  });
  const open = data?.open ?? none;
  function dismiss(incident: PublicIncidentWire) {
    // Those that are resolved need no memory.
    const stillOpen = dismissed.filter((id) => open.some((one) => one.id === id));
    const next = [...stillOpen, incident.id];
    localStore.write(storageKey, next.join(' '));
    setDismissed(next);
  }
  return { incidents: open.filter(({ id }) => !dismissed.includes(id)), dismiss };
}

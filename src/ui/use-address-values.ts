import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** What a screen keeps in the address, so that a link shows the same. Changes add no history. */
export function useAddressValues() {
  const [address, setAddress] = useSearchParams();
  // The router updates from the rendered address, so of two quick changes the first would be lost.
  const latest = useRef(address);
  useEffect(() => {
    latest.current = address;
  }, [address]);

  /** New values by name; null removes one, and others stay. */
  function change(changes: Record<string, string | null>) {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changes))
      if (value === null) next.delete(name);
      else next.set(name, value);
    latest.current = next;
    setAddress(next, { replace: true, preventScrollReset: true });
  }

  return [address, change] as const;
}

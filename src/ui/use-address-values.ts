import { useEffect, useRef } from 'react';
import { type Location, useLocation, useSearchParams } from 'react-router';

/**
 * What was asked for while a location is shown, by any part of the screen: the router updates from
 * the rendered address, so of two quick changes the first would be lost.
 */
const pending = new WeakMap<Location, URLSearchParams>();

/** What a screen keeps in the address, so that a link shows the same. Changes add no history. */
export function useAddressValues() {
  const [address, setAddress] = useSearchParams();
  const location = useLocation();
  const latest = useRef(location);
  useEffect(() => {
    latest.current = location;
  }, [location]);

  /** New values by name; null removes one, and others stay. */
  function change(changes: Record<string, string | null>) {
    const { current } = latest;
    const next = new URLSearchParams(pending.get(current) ?? current.search);
    for (const [name, value] of Object.entries(changes))
      if (value === null) next.delete(name);
      else next.set(name, value);
    pending.set(current, next);
    setAddress(next, { replace: true, preventScrollReset: true });
  }

  return [address, change] as const;
}

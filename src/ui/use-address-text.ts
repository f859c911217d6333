import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

const pauseMs = 300;

/**
 * A text that is typed into a field and kept in the address. Writing the address at every key would
 * draw the whole frame of the screen again, so it is written when typing pauses.
 */
export function useAddressText(name: string, initial = '') {
  const [address, setAddress] = useSearchParams();
  const kept = address.get(name) ?? initial;
  const [typed, change] = useState(kept);
  const [written, setWritten] = useState<string>();
  const [followed, setFollowed] = useState(kept);
  // The address changed: by what was written below, or by a link, whose text replaces what is typed.
  if (kept !== followed) {
    setFollowed(kept);
    setWritten(undefined);
    if (kept !== written) change(kept);
  }
  useEffect(() => {
    if (typed === kept) return;
    const timer = setTimeout(() => {
      setWritten(typed);
      setAddress((current) => ({ ...Object.fromEntries(current), [name]: typed }), {
        replace: true,
        preventScrollReset: true,
      });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, kept, name, setAddress]);
  return { typed, kept, change };
}

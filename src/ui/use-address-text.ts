import { useEffect, useState } from 'react';
import { useAddressValues } from './use-address-values.ts';

const pauseMs = 300;

/**
 * A text that is typed into a field and kept in the address. Writing the address at every key would
 * draw the whole frame of the screen again, so it is written when typing pauses.
 */
export function useAddressText(name: string, initial = '') {
  const [address, changeAddress] = useAddressValues();
  const stored = address.get(name) ?? initial;
  const [typed, change] = useState(stored);
  const [written, setWritten] = useState<string>();
  const [followed, setFollowed] = useState(stored);
  // The address changed: by what was written below, or by a link, whose text replaces what is typed.
  if (stored !== followed) {
    setFollowed(stored);
    setWritten(undefined);
    if (stored !== written) change(stored);
  }
  useEffect(() => {
    if (typed === stored) return;
    const timer = setTimeout(() => {
      setWritten(typed);
      changeAddress({ [name]: typed });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, stored, name, changeAddress]);
  return { typed, stored, change };
}

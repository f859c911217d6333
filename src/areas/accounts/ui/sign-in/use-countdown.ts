import { useEffect, useState } from 'react';

const tickMs = 250;
const secondsUntil = (instantMs: number) => Math.max(Math.ceil((instantMs - Date.now()) / 1000), 0);

/** Whole seconds until a time in epoch milliseconds; 0 after it. */
export function useCountdown(untilMs: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(untilMs));
  useEffect(() => {
    setSeconds(secondsUntil(untilMs));
    if (secondsUntil(untilMs) === 0) return;
    const timer = setInterval(() => {
      const left = secondsUntil(untilMs);
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    }, tickMs);
    return () => clearInterval(timer);
  }, [untilMs]);
  return seconds;
}

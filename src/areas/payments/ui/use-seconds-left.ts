import { useEffect, useState } from 'react';

const secondsUntil = (instantMs: number) => Math.max(Math.ceil((instantMs - Date.now()) / 1000), 0);

/** Whole seconds until an instant in epoch milliseconds; 0 from then on. */
export function useSecondsLeft(untilMs: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(untilMs));
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(untilMs));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return seconds;
}

/** `59:07`, `1:00:00`. */
export function sayClock(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((n) => `${n}`.padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':');
}

import { useEffect, useRef, useState } from 'react';

/** An estimate from the pace since this was mounted; undefined until something was done. */
export function useSecondsLeft(done: number, total: number): number | undefined {
  const start = useRef<{ atMs: number; done: number }>(null);
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    const nowMs = performance.now();
    start.current ??= { atMs: nowMs, done };
    const since = done - start.current.done;
    if (since > 0) setSeconds(((nowMs - start.current.atMs) / 1000 / since) * (total - done));
  }, [done, total]);
  return seconds;
}

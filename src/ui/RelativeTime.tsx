import { useSyncExternalStore } from 'react';
import { formatExactTime, formatRelativeTime, formatUtcDateTime } from '#lib/format.ts';

export type RelativeTimeProps = {
  /** An instant, as the API sends it. */
  value: string | Date;
  className?: string;
};

const tickMs = 15_000;
/** Constant between two ticks, as a store's snapshot must be. */
const readTickMs = () => Math.floor(Date.now() / tickMs) * tickMs;

/** One timer for every time on the page. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribeToTicks(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The exact time in UTC until hydration, then the time relative to now. */
export function RelativeTime({ value, className }: RelativeTimeProps) {
  const nowMs = useSyncExternalStore(subscribeToTicks, readTickMs, () => null);
  const instant = typeof value === 'string' ? new Date(value) : value;
  if (Number.isNaN(instant.getTime())) return null;
  return (
    <time
      dateTime={instant.toISOString()}
      title={nowMs === null ? undefined : formatExactTime(instant)}
      className={className}
    >
      {nowMs === null ? formatUtcDateTime(instant) : formatRelativeTime(instant, nowMs)}
    </time>
  );
}

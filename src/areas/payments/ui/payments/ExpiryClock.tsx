import { useEffect, useState } from 'react';
import { secondMs } from '#lib/durations.ts';
import { formatClock } from '#lib/format.ts';

const secondsUntil = (untilMs: number) => Math.max(Math.ceil((untilMs - Date.now()) / secondMs), 0);

/** Whole seconds until an instant in epoch milliseconds; 0 from then on. */
function useSecondsLeft(untilMs: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(untilMs));
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(untilMs));
    tick();
    const timer = setInterval(tick, secondMs);
    return () => clearInterval(timer);
  }, [untilMs]);
  return seconds;
}

type ExpiryClockProps = {
  label: string;
  untilMs: number;
  /** Called once, when the time is over. */
  onOver: () => void;
};

/** Visible only: a screen reader is not interrupted every second. */
export function ExpiryClock({ label, untilMs, onOver }: ExpiryClockProps) {
  const seconds = useSecondsLeft(untilMs);
  const isOver = seconds === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, however often the page renders.
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  if (isOver) return <p className="text-sm text-warning-text">Time is over, checking</p>;
  return (
    <p className="text-sm text-quiet">
      {label}{' '}
      <span role="timer" className="font-mono text-text tabular-nums">
        {formatClock(seconds)}
      </span>
    </p>
  );
}

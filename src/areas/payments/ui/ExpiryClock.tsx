import { useEffect } from 'react';
import { sayClock, useSecondsLeft } from './use-seconds-left.ts';

type ExpiryClockProps = {
  /** What the time is left for. */
  label: string;
  untilMs: number;
  /** Called once when nothing is left. */
  onOver: () => void;
};

/** A clock that is seen; what it means is said once, not every second. */
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
        {sayClock(seconds)}
      </span>
    </p>
  );
}

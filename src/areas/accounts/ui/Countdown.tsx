import { formatClock } from '#lib/format.ts';

/** " in 0:29" behind the label of a button that waits; nothing once it does not. */
export const Countdown = ({ seconds }: { seconds: number }) =>
  seconds > 0 && (
    <>
      {' '}
      <span className="font-mono text-sm whitespace-nowrap tabular-nums">
        in {formatClock(seconds)}
      </span>
    </>
  );

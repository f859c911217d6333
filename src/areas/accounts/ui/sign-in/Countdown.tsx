import { formatClock } from '#lib/format.ts';

/** " in 0:29" after the label of a waiting button. */
export const Countdown = ({ seconds }: { seconds: number }) =>
  seconds > 0 && (
    <>
      {' '}
      <span className="font-mono text-sm whitespace-nowrap tabular-nums">
        in {formatClock(seconds)}
      </span>
    </>
  );

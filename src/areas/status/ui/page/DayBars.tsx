import clsx from 'clsx';
import type { DayState, HistoryDay } from './history-days.ts';
import { describeDay } from './history-days.ts';

const heightPx = 32;
const bandPx = 10;
const gapPx = 3;

/** Heights differ, so that the color is not the only sign. */
const looks: Record<DayState, { heightPx: number; fill: string }> = {
  up: { heightPx: 24, fill: 'fill-success' },
  degraded: { heightPx: heightPx, fill: 'fill-warning' },
  down: { heightPx: heightPx, fill: 'fill-danger' },
  unmeasured: { heightPx: 6, fill: 'fill-control' },
};

const legend: readonly (readonly [DayState, string])[] = [
  ['up', 'no disturbance'],
  ['degraded', 'disrupted'],
  ['down', 'down'],
  ['unmeasured', 'no data'],
];

const Bar = ({ state, x }: { state: DayState; x: number }) => {
  const look = looks[state];
  return (
    <>
      <rect
        x={x}
        y={heightPx - look.heightPx}
        width={bandPx - gapPx}
        height={look.heightPx}
        className={look.fill}
      />
      {state === 'down' && (
        <rect
          x={x}
          y={heightPx / 2 - 2}
          width={bandPx - gapPx}
          height={4}
          className="fill-ground"
        />
      )}
    </>
  );
};

export const DayBarsLegend = () => (
  <p className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-quiet">
    Each bar is a day in UTC:
    {legend.map(([state, words]) => (
      <span key={state} className="inline-flex items-center gap-2">
        <svg aria-hidden="true" viewBox={`0 0 ${bandPx - gapPx} ${heightPx}`} className="h-5">
          <Bar state={state} x={0} />
        </svg>
        {words}
      </span>
    ))}
  </p>
);

type DayBarsProps = { label: string; days: readonly HistoryDay[]; className?: string };

/** A bar for each day; the pointer shows what it stands for. */
export const DayBars = ({ label, days, className }: DayBarsProps) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${days.length * bandPx - gapPx} ${heightPx}`}
    preserveAspectRatio="none"
    className={clsx('block h-8 w-full', className)}
  >
    {days.map((day, at) => (
      <g key={day.day}>
        <title>{describeDay(day)}</title>
        <rect x={at * bandPx} width={bandPx} height={heightPx} className="fill-transparent" />
        <Bar state={day.state} x={at * bandPx} />
      </g>
    ))}
  </svg>
);

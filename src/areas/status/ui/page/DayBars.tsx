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
    {days.map((day, at) => {
      const look = looks[day.state];
      return (
        <g key={day.day}>
          <title>{describeDay(day)}</title>
          <rect x={at * bandPx} width={bandPx} height={heightPx} className="fill-transparent" />
          <rect
            x={at * bandPx}
            y={heightPx - look.heightPx}
            width={bandPx - gapPx}
            height={look.heightPx}
            className={look.fill}
          />
          {day.state === 'down' && (
            <rect
              x={at * bandPx}
              y={heightPx / 2 - 2}
              width={bandPx - gapPx}
              height={4}
              className="fill-ground"
            />
          )}
        </g>
      );
    })}
  </svg>
);

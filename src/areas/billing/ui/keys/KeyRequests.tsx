import clsx from 'clsx';
import type { ApiKeyWire } from '../../contract.ts';
import { sayCount } from './key-words.ts';

const box = { width: 120, height: 28 };
const gap = 1;

/** Requests of each day as bars; a day without any is a dot on the line. */
export function KeyRequests({ apiKey, className }: { apiKey: ApiKeyWire; className?: string }) {
  const { daily_requests: days } = apiKey;
  const most = Math.max(...days, 1);
  const total = days.reduce((sum, count) => sum + count, 0);
  const step = box.width / days.length;
  return (
    <svg
      role="img"
      aria-label={`${sayCount(total, 'request')} in ${days.length} days, ${days.at(-1) ?? 0} today`}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      className={clsx('block', className)}
    >
      {days.map((count, at) => {
        const height = count === 0 ? 1 : Math.max((count / most) * box.height, 2);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place in the row.
            key={at}
            x={at * step}
            y={box.height - height}
            width={step - gap}
            height={height}
            className={count === 0 ? 'fill-line' : 'fill-chart-1'}
          />
        );
      })}
    </svg>
  );
}

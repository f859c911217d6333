import clsx from 'clsx';

type SparkBarsProps = {
  /** What the bars show, for assistive technology. */
  label: string;
  /** A name is shown while the pointer is over its bar. */
  bars: readonly { name?: string; value: number }[];
  /** The size, as classes. */
  className?: string | undefined;
};

const heightPx = 48;
const bandPx = 10;
const gapPx = 2;
/** A low value stays visible, and zero is a line. */
const lowestPx = 3;
const zeroPx = 1;

/** Small bars without axes, beside the figures that they illustrate. */
export function SparkBars({ label, bars, className = 'h-12 w-full' }: SparkBarsProps) {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * bandPx - gapPx} ${heightPx}`}
      preserveAspectRatio="none"
      className={clsx('block', className)}
    >
      {bars.map(({ name, value }, index) => {
        const height = value === 0 ? zeroPx : Math.max(lowestPx, (value / highest) * heightPx);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its place.
            key={index}
            x={index * bandPx}
            y={heightPx - height}
            width={bandPx - gapPx}
            height={height}
            className={value === 0 ? 'fill-line' : 'fill-chart-1'}
          >
            {name && <title>{`${name}: ${value}`}</title>}
          </rect>
        );
      })}
    </svg>
  );
}

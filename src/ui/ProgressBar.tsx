import clsx from 'clsx';
import { useId } from 'react';

export type ProgressBarProps = {
  label: string;
  value: number;
  max?: number;
  /** Instead of a percentage: "620 of 1,000 calls". */
  valueText?: string;
  isLabelHidden?: boolean;
  /** Values at which something happens: drawn across the line. */
  marks?: readonly number[];
  tone?: 'accent' | 'info' | 'success' | 'warning' | 'danger';
  className?: string;
};

const toneClasses = {
  accent: 'bg-accent',
  info: 'bg-info',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
};

/** A line drawn across vertical hairlines. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, value, max = 100, valueText, isLabelHidden, tone = 'info', className } = props;
  const { marks = [] } = props;
  const labelId = useId();
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0;
  const words = valueText ?? `${Math.floor(share * 100)} %`;
  return (
    <div className={clsx('grid gap-1', className)}>
      <div
        className={clsx(
          'flex flex-wrap justify-between gap-x-4 text-sm',
          isLabelHidden && 'sr-only',
        )}
      >
        <span id={labelId}>{label}</span>
        <span className="tabular-nums text-quiet">{words}</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(Math.max(value, 0), max)}
        aria-valuetext={words}
        className="relative h-3 hairlines"
      >
        <span className="absolute inset-x-0 top-1/2 -mt-px h-px bg-control" />
        <span
          className={clsx(
            'absolute top-1/2 left-0 -mt-0.5 h-0.75 transition-[width]',
            toneClasses[tone],
          )}
          style={{ width: `${share * 100}%` }}
        />
        {marks.map((mark) => (
          <span
            key={mark}
            className="absolute inset-y-0 -ml-px w-px bg-control"
            style={{ left: `${(mark / max) * 100}%` }}
          />
        ))}
      </div>
    </div>
  );
}

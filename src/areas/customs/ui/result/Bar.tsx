import clsx from 'clsx';

type BarProps = { share: number; fill: string; isUnknown?: boolean };

/** Hidden from screen readers: the amount beside it says the same. */
export const Bar = ({ share, fill, isUnknown }: BarProps) => (
  <span aria-hidden="true" className="relative block h-2 warp-threads">
    {isUnknown ? (
      <span className="absolute inset-x-0 top-1/2 border-t-2 border-dashed border-warning-text" />
    ) : (
      <span
        className={clsx('absolute top-0.5 left-0 h-1 transition-[width]', fill)}
        style={{ width: `${share * 100}%` }}
      />
    )}
  </span>
);

import clsx from 'clsx';

export type SkeletonProps = {
  /** Width and height of the expected content, as classes: `h-5 w-40`. */
  className?: string;
  /** Several lines of text; the last one is shorter. */
  linesCount?: number;
};

const barClass = 'block animate-breathe bg-line';

/** Says that it is busy, and nothing else: what is loaded is named by a hidden text beside it. */
export function Skeleton({ className = 'h-5 w-full', linesCount = 1 }: SkeletonProps) {
  if (linesCount === 1) return <span aria-busy="true" className={clsx(barClass, className)} />;
  return (
    <span aria-busy="true" className="grid gap-2">
      {Array.from({ length: linesCount }, (_, line) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical and never move.
          key={line}
          className={clsx(barClass, className, line === linesCount - 1 && 'max-w-3/5')}
        />
      ))}
    </span>
  );
}

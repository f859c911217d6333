import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ProgressBar, type ProgressBarProps } from '#ui/ProgressBar.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

export type Metric = {
  label: string;
  value: string;
  detail: ReactNode;
  bar?: Pick<ProgressBarProps, 'value' | 'max' | 'tone'> & { label: string };
};

type MetricCardProps = { to: string; label: string; metric: Metric | null | 'loading' };

const Loading = () => (
  <div className="mt-2 grid gap-3">
    <span className="sr-only">Loading</span>
    <Skeleton className="h-8 w-32" />
    <Skeleton className="h-4 w-40" />
  </div>
);

const Missing = () => (
  <p className="mt-2 text-sm text-quiet">This could not be loaded. Reload the page in a moment.</p>
);

/** A figure with an explanation and a link to its screen. */
export const MetricCard = ({ to, label, metric }: MetricCardProps) => (
  <Link
    to={to}
    className="block min-w-0 p-5 surface-raised hover:bg-[color-mix(in_oklch,var(--raised),var(--text)_5%)] focus-visible:relative focus-visible:z-10"
  >
    <h2 className="font-sans text-sm leading-normal font-normal tracking-normal text-quiet">
      {label}
    </h2>
    {metric === 'loading' && <Loading />}
    {metric === null && <Missing />}
    {metric !== null && metric !== 'loading' && (
      <>
        <p className="mt-1 font-display text-2xl font-semibold tabular-nums wrap-anywhere">
          {metric.value}
        </p>
        {metric.bar && <ProgressBar {...metric.bar} isLabelHidden className="mt-2" />}
        <div className="mt-2 text-sm text-quiet">{metric.detail}</div>
      </>
    )}
  </Link>
);

import { formatCount, formatDate, formatPercent } from '#lib/format.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { UsageSummaryWire } from '../../wire/index.ts';

const Figure = ({ term, value, help }: { term: string; value: string; help: string }) => (
  <div className="min-w-0 p-5 surface-raised">
    <dt className="text-sm text-quiet">{term}</dt>
    <dd className="mt-1 font-display text-2xl font-semibold tabular-nums wrap-anywhere">{value}</dd>
    <dd className="mt-1 text-sm text-quiet">{help}</dd>
  </div>
);

const boxClass = 'grid gap-px border border-line bg-line sm:grid-cols-3';

const Loading = () => (
  <div className={boxClass}>
    <span className="sr-only">Loading the sums</span>
    {['requests', 'errors', 'left'].map((name) => (
      <div key={name} className="grid gap-3 p-5 surface-raised">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-8 w-32" />
        <Skeleton className="h-4 w-40" />
      </div>
    ))}
  </div>
);

/** Totals of the selected requests, and what is left of the monthly quota. */
export function UsageSummary({ summary }: { summary: UsageSummaryWire | undefined }) {
  if (!summary) return <Loading />;
  const { requests, units, errors, error_rate, limit, remaining, resets_at, cost } = summary;
  const isCharged = Number(cost) > 0;
  return (
    <dl className={boxClass}>
      <Figure
        term="Requests"
        value={formatCount(requests)}
        help={`${formatCount(Number(units))} counted${isCharged ? ', some over the quota' : ''}`}
      />
      <Figure
        term="Errors"
        value={formatCount(errors)}
        help={requests === 0 ? 'No requests' : `${formatPercent(error_rate)} of the requests`}
      />
      <Figure
        term="Left"
        value={remaining === null ? 'Unlimited' : formatCount(remaining)}
        help={
          limit === null
            ? `Counted anew on ${formatDate(resets_at)}`
            : `of ${formatCount(limit)} until ${formatDate(resets_at)}`
        }
      />
    </dl>
  );
}

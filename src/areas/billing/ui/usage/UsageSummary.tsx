import { Skeleton } from '#ui/Skeleton.tsx';
import type { UsageSummaryWire } from '../../contract.ts';
import { sayDay } from '../plan/plan-words.ts';

const whole = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const Figure = ({ term, value, help }: { term: string; value: string; help: string }) => (
  <div className="min-w-0 p-5 surface-raised">
    <dt className="text-sm text-quiet">{term}</dt>
    <dd className="mt-1 font-display text-2xl font-semibold tabular-nums wrap-anywhere">{value}</dd>
    <dd className="mt-1 text-sm text-quiet">{help}</dd>
  </div>
);

const boxClass = 'grid gap-px border border-line bg-line sm:grid-cols-3';

const Loading = () => (
  <div aria-busy="true" className={boxClass}>
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

/** What the calls of the time come to, and what is left of the plan's month. */
export function UsageSummary({ summary }: { summary: UsageSummaryWire | undefined }) {
  if (!summary) return <Loading />;
  const { requests, errors, error_rate, limit, remaining, resets_at, cost } = summary;
  const isCharged = Number(cost) > 0;
  return (
    <dl className={boxClass}>
      <Figure
        term="Requests"
        value={whole.format(requests)}
        help={isCharged ? 'Some of them past the quota' : 'In this time, with these filters'}
      />
      <Figure
        term="Errors"
        value={whole.format(errors)}
        help={requests === 0 ? 'Nothing to judge' : `${percent.format(error_rate)} of the requests`}
      />
      <Figure
        term="Left this month"
        value={remaining === null ? 'Unlimited' : whole.format(remaining)}
        help={
          limit === null
            ? `Counted anew on ${sayDay(resets_at)}`
            : `of ${whole.format(limit)}, anew on ${sayDay(resets_at)}`
        }
      />
    </dl>
  );
}

import { Link } from 'react-router';
import { formatDate } from '#lib/format.ts';
import { Panel } from '#ui/Panel.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { SubscriptionWire } from '../../wire/index.ts';
import { projectUsage, usageMeters } from './plan-format.ts';

type LimitProps = { plan: SubscriptionWire; meter: (typeof usageMeters)[number]; nowMs: number };

function LimitBar({ plan, meter, nowMs }: LimitProps) {
  const used = plan.usage.units_this_period[meter.metric] ?? 0;
  const limit = plan.limits[meter.limit];
  if (limit === null)
    return (
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{meter.label}</span>
        <span className="tabular-nums text-quiet">{meter.format(used)}, unlimited</span>
      </p>
    );
  const expected = projectUsage(used, plan.usage, nowMs);
  const isOver = used >= limit;
  const willBeOver = expected !== null && expected > limit;
  return (
    <div>
      <ProgressBar
        label={meter.label}
        value={used}
        max={limit}
        valueText={`${meter.format(used)} of ${meter.format(limit)}`}
        tone={isOver ? 'danger' : used >= limit * 0.8 ? 'warning' : 'info'}
      />
      {expected !== null && used > 0 && (
        <p className={willBeOver ? 'text-sm text-warning-text' : 'text-sm text-quiet'}>
          {isOver
            ? 'Used up.'
            : `At this pace ${meter.format(expected)} by the end${willBeOver ? ': more than the plan includes.' : '.'}`}
        </p>
      )}
    </div>
  );
}

type PlanLimitsProps = Omit<LimitProps, 'meter'> & {
  /** False on the usage screen itself. */
  hasUsageLink?: boolean;
};

export const PlanLimits = ({ plan, nowMs, hasUsageLink = true }: PlanLimitsProps) => (
  <Panel
    title="This month’s usage"
    description={`Resets on ${formatDate(plan.usage.resets_at)}`}
    footer={
      hasUsageLink && (
        <Link to="/dashboard/usage" className="link">
          View all requests
        </Link>
      )
    }
  >
    <div className="grid gap-5">
      {usageMeters.map((meter) => (
        <LimitBar key={meter.metric} plan={plan} meter={meter} nowMs={nowMs} />
      ))}
    </div>
  </Panel>
);

import { Link } from 'react-router';
import { Panel } from '#ui/Panel.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { SubscriptionWire } from '../../contract.ts';
import { meters, projectTo, sayDay } from './plan-words.ts';

type LimitProps = { plan: SubscriptionWire; meter: (typeof meters)[number]; nowMs: number };

function LimitBar({ plan, meter, nowMs }: LimitProps) {
  const used = plan.usage.units_this_period[meter.metric] ?? 0;
  const limit = plan.limits[meter.limit];
  if (limit === null)
    return (
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{meter.label}</span>
        <span className="tabular-nums text-quiet">{meter.say(used)}, unlimited</span>
      </p>
    );
  const expected = projectTo(used, plan.usage, nowMs);
  const isOver = used >= limit;
  const willBeOver = expected !== null && expected > limit;
  return (
    <div>
      <ProgressBar
        label={meter.label}
        value={used}
        max={limit}
        valueText={`${meter.say(used)} of ${meter.say(limit)}`}
        tone={isOver ? 'danger' : used >= limit * 0.8 ? 'warning' : 'info'}
      />
      {expected !== null && used > 0 && (
        <p className={willBeOver ? 'text-sm text-warning-text' : 'text-sm text-quiet'}>
          {isOver
            ? 'Used up.'
            : `At this pace ${meter.say(expected)} by the end${willBeOver ? ': more than the plan holds.' : '.'}`}
        </p>
      )}
    </div>
  );
}

type PlanLimitsProps = Omit<LimitProps, 'meter'> & {
  /** False where every call is on the screen already. */
  hasWayOn?: boolean;
};

export const PlanLimits = ({ plan, nowMs, hasWayOn = true }: PlanLimitsProps) => (
  <Panel
    title="This month’s usage"
    description={`Starts anew on ${sayDay(plan.usage.resets_at)}`}
    footer={
      hasWayOn && (
        <Link to="/dashboard/usage" className="link">
          See every call
        </Link>
      )
    }
  >
    <div className="grid gap-5">
      {meters.map((meter) => (
        <LimitBar key={meter.metric} plan={plan} meter={meter} nowMs={nowMs} />
      ))}
    </div>
  </Panel>
);

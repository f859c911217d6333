import { errorMessage } from '#lib/call-error.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Screen } from '#ui/Screen.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { CurrentPlan } from './CurrentPlan.tsx';
import { PlanChoice } from './PlanChoice.tsx';
import { PlanLimits } from './PlanLimits.tsx';
import { PlanNotices } from './PlanNotices.tsx';
import { useCurrentPlan, useLivePlan, useSpending } from './queries.ts';
import { CapReached, Spending } from './Spending.tsx';

const Loading = () => (
  <div className="grid gap-6 lg:grid-cols-[2fr_3fr]">
    <span className="sr-only">Loading your plan</span>
    <Panel title="Your plan">
      <Skeleton className="mb-4 h-9 w-32" />
      <Skeleton linesCount={3} />
    </Panel>
    <Panel title="This month’s usage">
      <Skeleton className="h-8 w-full" linesCount={4} />
    </Panel>
  </div>
);

function PlanParts() {
  const { data: plan, dataUpdatedAt, error, isPending, isFetching, refetch } = useCurrentPlan();
  const { data: spending } = useSpending();
  if (isPending) return <Loading />;
  if (plan === undefined)
    return (
      <LoadError message={errorMessage(error)} onRetry={() => refetch()} isRetrying={isFetching} />
    );
  return (
    <>
      {plan && <PlanNotices plan={plan} />}
      {spending && <CapReached spending={spending} />}
      {plan && (
        <div className="grid items-start gap-6 lg:grid-cols-[2fr_3fr]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <CurrentPlan plan={plan} />
            {spending && <Spending spending={spending} />}
          </div>
          <PlanLimits plan={plan} nowMs={dataUpdatedAt} />
        </div>
      )}
      <PlanChoice current={plan} />
    </>
  );
}

/** The plan screen: the current plan, its usage, and the other tariffs. */
export default function Plan() {
  useLivePlan();
  return (
    <Screen title="Plan" description="Your plan, its price and its usage.">
      <PlanParts />
    </Screen>
  );
}

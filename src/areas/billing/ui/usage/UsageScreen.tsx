import { useState } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '#ui/Button.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Screen } from '#ui/Screen.tsx';
import { OverageDue } from '../plan/MoneyNotices.tsx';
import { PlanLimits } from '../plan/PlanLimits.tsx';
import { useCurrentPlan } from '../plan/queries.ts';
import { CallSearch } from './CallSearch.tsx';
import { loadUsageCsv, useUsage } from './queries.ts';
import { TopErrors } from './TopErrors.tsx';
import { UsageChart } from './UsageChart.tsx';
import { UsageFilterBar } from './UsageFilterBar.tsx';
import { UsageRows } from './UsageRows.tsx';
import { UsageSummary } from './UsageSummary.tsx';
import { toUsageQuery, useUsageFilters } from './usage-filters.ts';

const NoCalls = () => (
  <Panel>
    <EmptyState
      title="No requests in this period"
      action={
        <ButtonLink asChild variant="primary">
          <Link to="/dashboard/keys?new=key">Create a key</Link>
        </ButtonLink>
      }
    >
      Calls by key, and customs, proxy and speech calls from the dashboard, are counted.
    </EmptyState>
  </Panel>
);

/** The usage screen: summary, chart and every request. */
export default function UsageScreen() {
  const view = useUsageFilters();
  const query = toUsageQuery(view.filters);
  const { request, group } = view.filters;
  const [isLive, setIsLive] = useState(false);
  const canFollow = !request && !group && view.page === 1;
  const usage = useUsage({ ...query, page: String(view.page) }, { isLive: isLive && canFollow });
  const { data: plan, dataUpdatedAt } = useCurrentPlan();
  const isEmpty = !view.isNarrowed && usage.data?.summary.requests === 0;
  return (
    <Screen
      title="Usage"
      description="Every call by key and its usage of your plan over the last 90 days, also refused calls."
      action={
        !isEmpty && (
          <DownloadButton load={(transfer) => loadUsageCsv(query, transfer)} fileName="usage.csv">
            Export CSV
          </DownloadButton>
        )
      }
    >
      {plan && <OverageDue plan={plan} />}
      <CallSearch {...view} />
      <UsageFilterBar {...view} hasOnlyTime={isEmpty} />
      {isEmpty ? (
        <NoCalls />
      ) : (
        <>
          {!usage.isError && <UsageSummary summary={usage.data?.summary} />}
          {!request && <UsageChart {...view} />}
          {!request && <TopErrors {...view} />}
          <UsageRows
            view={view}
            usage={usage}
            live={canFollow ? { isOn: isLive, onChange: setIsLive } : undefined}
          />
        </>
      )}
      {plan && <PlanLimits plan={plan} nowMs={dataUpdatedAt} hasUsageLink={false} />}
    </Screen>
  );
}

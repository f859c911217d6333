import { useState } from 'react';
import site from '#content/site.json' with { type: 'json' };
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
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

/** The usage screen: summary, chart and every request. */
export default function UsageScreen() {
  const view = useUsageFilters();
  const query = toUsageQuery(view.filters);
  const { request, group } = view.filters;
  const [isLive, setIsLive] = useState(false);
  const canFollow = !request && !group && view.page === 1;
  const usage = useUsage({ ...query, page: String(view.page) }, { isLive: isLive && canFollow });
  const { data: plan, dataUpdatedAt } = useCurrentPlan();
  return (
    <>
      <title>{`Usage · ${site.name}`}</title>
      <PageHeader
        title="Usage"
        description="Every call by key and its usage of your plan over the last 90 days, also refused calls."
        action={
          <DownloadButton load={(transfer) => loadUsageCsv(query, transfer)} fileName="usage.csv">
            Export CSV
          </DownloadButton>
        }
      />
      <div className="mt-6 grid gap-6">
        {plan && <OverageDue plan={plan} />}
        <CallSearch {...view} />
        <UsageFilterBar {...view} />
        {!usage.isError && <UsageSummary summary={usage.data?.summary} />}
        {!request && <UsageChart {...view} />}
        {!request && <TopErrors {...view} />}
        <UsageRows
          view={view}
          usage={usage}
          live={canFollow ? { isOn: isLive, onChange: setIsLive } : undefined}
        />
        {plan && <PlanLimits plan={plan} nowMs={dataUpdatedAt} hasUsageLink={false} />}
      </div>
    </>
  );
}

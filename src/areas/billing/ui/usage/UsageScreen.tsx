import site from '#content/site.json' with { type: 'json' };
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { OverageDue } from '../plan/MoneyNotices.tsx';
import { PlanLimits } from '../plan/PlanLimits.tsx';
import { useCurrentPlan } from '../plan/queries.ts';
import { loadUsageCsv, useUsage } from './queries.ts';
import { UsageChart } from './UsageChart.tsx';
import { UsageFilterBar } from './UsageFilterBar.tsx';
import { UsageRows } from './UsageRows.tsx';
import { UsageSummary } from './UsageSummary.tsx';
import { toUsageQuery, useUsageFilters } from './usage-filters.ts';

/** The usage screen: summary, chart and every request. */
export default function UsageScreen() {
  const view = useUsageFilters();
  const query = toUsageQuery(view.filters);
  const usage = useUsage({ ...query, page: String(view.page) });
  const { data: plan, dataUpdatedAt } = useCurrentPlan();
  return (
    <>
      <title>{`Usage · ${site.name}`}</title>
      <PageHeader
        title="Usage"
        description="Every metered request and its usage of your plan over the last 90 days."
        action={
          <DownloadButton load={() => loadUsageCsv(query)} fileName="usage.csv">
            Export CSV
          </DownloadButton>
        }
      />
      <div className="mt-6 grid gap-6">
        {plan && <OverageDue plan={plan} />}
        <UsageFilterBar {...view} />
        {!usage.isError && <UsageSummary summary={usage.data?.summary} />}
        <UsageChart {...view} />
        <UsageRows view={view} usage={usage} />
        {plan && <PlanLimits plan={plan} nowMs={dataUpdatedAt} hasUsageLink={false} />}
      </div>
    </>
  );
}

import {
  capitalize,
  formatCompact,
  formatCount,
  formatDecimal,
  formatMonth,
  formatPercent,
  formatShortMonth,
  formatUtcDate,
} from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { metricLabels } from '#lib/metric-labels.ts';
import { type QuotaGroup, quotaGroupNames } from '#lib/quota-groups.ts';
import { BarChart } from '#ui/charts/BarChart.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { AreaUsageWire } from '../../wire/area-usage.ts';
import { FigureFrame } from './FigureFrame.tsx';
import { FigurePanel } from './FigurePanel.tsx';
import { useFigurePeriod } from './figure-period.ts';
import { loadAreaUsageCsv, useAreaUsage } from './queries.ts';

type Total = AreaUsageWire['totals'][number];

const nameArea = (area: string): string => quotaGroupNames[area as QuotaGroup] ?? capitalize(area);

/** As many series as have a texture; the last one is of all other areas. */
const seriesMax = 5;

/** Metered calls by month, the largest areas first. */
function UsageChart({ usage: { results, totals } }: { usage: AreaUsageWire }) {
  const areas = [...new Set(totals.map(({ area }) => area))];
  const largest = areas.length > seriesMax ? areas.slice(0, seriesMax - 1) : areas;
  const chooseKey = (area: string) => (largest.includes(area) ? area : 'others');
  const months = [...Map.groupBy(results, ({ month }) => month)];
  const rows = months.map(([x, of]) => {
    const values: Record<string, number> = {};
    for (const { area, requests } of of)
      values[chooseKey(area)] = (values[chooseKey(area)] ?? 0) + requests;
    return { x, partial: of[0]!.partial, values };
  });
  const all = totals.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <BarChart
      label={`Metered calls by month and area: ${formatCount(all)} in all`}
      rows={rows}
      series={[
        ...largest.map((area) => ({ key: area, name: nameArea(area) })),
        ...(largest.length < areas.length ? [{ key: 'others', name: 'Others' }] : []),
      ]}
      heightPx={280}
      formatAxisTime={formatShortMonth}
      formatTime={formatMonth}
      formatValue={(value) => formatCount(value, 'call')}
      formatAxisValue={formatCompact}
    />
  );
}

const listColumns = (currency: string): readonly Column<Total>[] => [
  {
    key: 'area',
    header: 'Area',
    cell: ({ area, metric }) => (
      <>
        {nameArea(area)}
        <span className="block text-xs text-quiet">counted in {metricLabels[metric]}</span>
      </>
    ),
  },
  {
    key: 'requests',
    header: 'Calls',
    cell: ({ requests }) => formatCount(requests),
    isNumeric: true,
  },
  {
    key: 'errors',
    header: 'Errors',
    cell: ({ errors, requests }) => formatPercent(requests === 0 ? 0 : errors / requests),
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'units',
    header: 'Units',
    cell: ({ units }) => formatDecimal(units, { maximumFractionDigits: 0 }),
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'overage',
    header: 'Overage',
    cell: ({ overage }) => formatMoney(overage, currency),
    isNumeric: true,
  },
];

export default function UsageFigures() {
  const period = useFigurePeriod();
  const usage = useAreaUsage(period.query);
  const until = usage.data?.until;
  return (
    <FigureFrame
      title="Usage"
      description="Metered calls of all accounts, and what they cost beyond the quotas."
      fields={{ period }}
    >
      <FigurePanel
        title="Usage by area"
        {...(until && { description: `Until ${formatUtcDate(until)}, UTC.` })}
        result={usage}
        download={{ load: () => loadAreaUsageCsv(period.query), fileName: 'usage.csv' }}
        isEmpty={({ results }) => results.length === 0}
        empty={{
          title: 'No usage in this period',
          text: 'Calls are summed up when their day is over in UTC.',
        }}
        terms={[
          ['Calls', 'requests'],
          ['Errors', 'errors'],
          ['Units', 'units'],
          ['Overage', 'overage'],
        ]}
      >
        {(data) => (
          <>
            <UsageChart usage={data} />
            <div className="-mx-5 mt-6 -mb-5 border-t border-line">
              <Table
                caption="Usage by area"
                columns={listColumns(data.currency)}
                rows={data.totals}
                rowKey={({ area, metric }) => `${area} ${metric}`}
              />
            </div>
          </>
        )}
      </FigurePanel>
    </FigureFrame>
  );
}

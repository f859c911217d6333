import { errorMessage } from '#lib/call-error.ts';
import { formatCount, formatPercent, noValue } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { LoadError } from '#ui/LoadError.tsx';
import type { RevenueMonthWire, RevenueWire } from '../../wire/revenue.ts';
import { FigureFrame } from './FigureFrame.tsx';
import { FigurePanel } from './FigurePanel.tsx';
import { useFigurePeriod } from './figure-period.ts';
import { Movements } from './Movements.tsx';
import { loadRevenueCsv, useRevenue } from './queries.ts';
import { RevenueChart } from './RevenueChart.tsx';
import { RevenueTable } from './RevenueTable.tsx';
import { Tiles } from './Tiles.tsx';

const isUnused = ({ results }: RevenueWire) =>
  results.every(
    ({ mrr, mrr_before, plans_charged }) => !/[1-9]/.test(mrr + mrr_before + plans_charged),
  );

const empty = {
  title: 'No paid plans in this period',
  text: 'Revenue appears with the first plan that is paid for.',
};

function describeChange({ mrr, mrr_before }: RevenueMonthWire): string {
  const before = Number(mrr_before);
  if (before === 0) return 'nothing the month before';
  const change = formatPercent(Number(mrr) / before - 1, { isSigned: true });
  return `${change} since the end of last month`;
}

/** Silent zeros would look like a fault where all money is of the sandbox. */
const describeLeftOut = (revenue: RevenueWire | undefined) =>
  revenue && revenue.test_accounts > 0
    ? `Left out: ${formatCount(revenue.test_accounts, 'account')} with test money only.`
    : undefined;

/** Of the current month. */
function CurrentTiles({ revenue }: { revenue: RevenueWire | undefined }) {
  const now = revenue?.results.at(-1);
  const money = (text: string | null | undefined) =>
    text === null ? noValue : text && formatMoney(text, revenue!.currency);
  return (
    <Tiles
      tiles={[
        { name: 'mrr', label: 'MRR', value: money(now?.mrr), detail: now && describeChange(now) },
        { name: 'paying', label: 'Paying accounts', value: now && formatCount(now.paying) },
        { name: 'arpu', label: 'ARPU', value: money(now?.arpu) },
        { name: 'churn', label: 'Churn this month', value: money(now?.churn) },
      ]}
    />
  );
}

export default function Revenue() {
  const period = useFigurePeriod();
  const query = { ...period.query, currency: period.currency };
  const revenue = useRevenue(query);
  const { data, error } = revenue;
  const download = { load: () => loadRevenueCsv(query), fileName: 'revenue.csv' };
  return (
    <FigureFrame
      title="Revenue"
      description={`Monthly recurring revenue and what moved it, in ${period.currency}. Months are in UTC.`}
      fields={{ period, currencies: data?.currencies }}
    >
      {error && !data ? (
        <LoadError
          message={errorMessage(error)}
          onRetry={() => revenue.refetch()}
          isRetrying={revenue.isFetching}
        />
      ) : (
        <>
          <CurrentTiles revenue={data} />
          <FigurePanel
            title="What moved MRR"
            description={describeLeftOut(data)}
            result={revenue}
            download={download}
            isEmpty={isUnused}
            empty={empty}
            terms={[
              ['New', 'new'],
              ['Reactivation', 'reactivation'],
              ['Expansion', 'expansion'],
              ['Contraction', 'contraction'],
              ['Churn', 'churn'],
              ['Plans', 'plans_charged'],
              ['Overage', 'overage_charged'],
            ]}
          >
            {(revenue) => (
              <>
                <RevenueChart revenue={revenue} />
                <div className="-mx-5 mt-6 -mb-5 border-t border-line">
                  <RevenueTable revenue={revenue} />
                </div>
              </>
            )}
          </FigurePanel>
          <Movements period={period} />
        </>
      )}
    </FigureFrame>
  );
}

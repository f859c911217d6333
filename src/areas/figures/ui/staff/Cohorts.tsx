import { formatCount, formatMonth, formatPercent } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import { useAddressValues } from '#ui/use-address-values.ts';
import type { CohortsWire, CohortWire } from '../../wire/customers.ts';
import { FigurePanel } from './FigurePanel.tsx';
import { loadCohortsCsv, type useCohorts } from './queries.ts';

const views = [
  { value: 'accounts', label: 'Accounts' },
  { value: 'money', label: 'Money' },
];

/** In the address, as the period is. */
function useCohortView() {
  const [address, changeAddress] = useAddressValues();
  const isMoney = address.get('cohorts') === 'money';
  const choose = (view: string) => changeAddress({ cohorts: view === 'money' ? view : null });
  return { isMoney, choose };
}

type CohortMonth = CohortWire['months'][number];

/** The deeper the colour, the more is left; above everything, money may grow. */
function Left({ month, isMoney, currency }: CellProps) {
  const share = (isMoney ? month.retained_mrr : month.retained) ?? 0;
  const percent = Math.round(Math.min(share, 1) * 30);
  const count = isMoney ? formatMoney(month.mrr, currency) : formatCount(month.accounts);
  return (
    <span
      className="-mx-2 -my-1 block px-2 py-1 whitespace-nowrap"
      style={{ backgroundColor: `color-mix(in oklch, var(--info) ${percent}%, transparent)` }}
    >
      {formatPercent(share)}
      <span className="block text-xs">{count}</span>
    </span>
  );
}
type CellProps = { month: CohortMonth; isMoney: boolean; currency: string };

function listColumns({ results, currency }: CohortsWire, isMoney: boolean): Column<CohortWire>[] {
  const last = Math.max(...results.map(({ months }) => months.length)) - 1;
  return [
    {
      key: 'month',
      header: 'First paid in',
      cell: ({ month, accounts, mrr }) => (
        <span className="whitespace-nowrap">
          {formatMonth(month)}
          <span className="block text-xs text-quiet">
            {isMoney ? formatMoney(mrr, currency) : formatCount(accounts, 'account')}
          </span>
        </span>
      ),
    },
    ...Array.from(
      { length: last + 1 },
      (_, after): Column<CohortWire> => ({
        key: String(after),
        header: after === 0 ? 'Same month' : `+${after}`,
        cell: ({ months }) => {
          const month = months[after];
          return month && <Left month={month} isMoney={isMoney} currency={currency} />;
        },
        isNumeric: true,
      }),
    ),
  ];
}

type CohortsProps = {
  query: Parameters<typeof loadCohortsCsv>[0];
  cohorts: ReturnType<typeof useCohorts>;
};

/** How many accounts, and how much of their money, are left after each month. */
export function Cohorts({ query, cohorts }: CohortsProps) {
  const { isMoney, choose } = useCohortView();
  return (
    <FigurePanel
      title="Cohorts"
      description="At the end of each month since the first payment; the current month so far."
      result={cohorts}
      actions={
        <SelectField
          label="What is left"
          isLabelHidden
          options={views}
          value={isMoney ? 'money' : 'accounts'}
          onChange={({ target }) => choose(target.value)}
        />
      }
      download={{ load: () => loadCohortsCsv(query), fileName: 'cohorts.csv' }}
      isEmpty={({ results }) => results.length === 0}
      empty={{
        title: 'Nobody paid first in this period',
        text: 'Accounts are listed by the month of their first paid plan.',
      }}
      terms={[['Cohort', 'cohort'], isMoney ? ['Money', 'retained_mrr'] : ['Accounts', 'retained']]}
      isFlush
    >
      {(data) => (
        <Table
          caption="Cohorts by month of the first payment"
          columns={listColumns(data, isMoney)}
          rows={data.results.toReversed()}
          rowKey={({ month }) => month}
          maxHeight="42rem"
        />
      )}
    </FigurePanel>
  );
}

import { Link } from 'react-router';
import { formatCount } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { FailedPaymentsWire } from '../../wire/unpaid.ts';
import { FigureFrame } from './FigureFrame.tsx';
import { FigurePanel } from './FigurePanel.tsx';
import { useFigurePeriod } from './figure-period.ts';
import { MonthCell } from './MonthCell.tsx';
import { OverduePlans } from './OverduePlans.tsx';
import { loadFailedPaymentsCsv, useFailedPayments } from './queries.ts';

type Month = FailedPaymentsWire['results'][number];

function listColumns(currency: string): readonly Column<Month>[] {
  const failure = (key: 'failed' | 'expired', header: string): Column<Month> => ({
    key,
    header,
    cell: (row) => (
      <>
        {formatCount(row[key])}
        {row[key] > 0 && (
          <span className="block text-xs text-quiet">
            {formatMoney(row[`${key}_amount`], currency)}
          </span>
        )}
      </>
    ),
    isNumeric: true,
  });
  return [
    { key: 'month', header: 'Month', cell: (row) => <MonthCell row={row} /> },
    failure('failed', 'Failed'),
    failure('expired', 'Expired'),
  ];
}

const describeLeftOut = (failed: FailedPaymentsWire | undefined) =>
  failed && failed.test_payments > 0
    ? `Not counted: ${formatCount(failed.test_payments, 'payment')} with test money.`
    : undefined;

/** Payments that brought nothing, and the plans that wait for money. */
export default function FailedPayments() {
  const period = useFigurePeriod();
  const query = { ...period.query, currency: period.currency };
  const failed = useFailedPayments(query);
  return (
    <FigureFrame
      title="Failed payments"
      description={`Plans that could not be charged, and payments that brought nothing, in ${period.currency}.`}
      fields={{ period, currencies: failed.data?.currencies }}
    >
      <OverduePlans />
      <FigurePanel
        title="Payments by month"
        description={describeLeftOut(failed.data)}
        result={failed}
        actions={
          <Link to="/admin/payments?status=failed" className="link self-center text-sm">
            List of failed payments
          </Link>
        }
        download={{ load: () => loadFailedPaymentsCsv(query), fileName: 'failed-payments.csv' }}
        isEmpty={({ results }) => results.every(({ failed, expired }) => failed + expired === 0)}
        empty={{
          title: 'No payment failed in this period',
          text: 'Payments with test money are not counted.',
        }}
        terms={[
          ['Failed', 'failed'],
          ['Expired', 'expired'],
        ]}
        isFlush
      >
        {({ results, currency }) => (
          <Table
            caption="Failed payments by month"
            columns={listColumns(currency)}
            rows={results.toReversed()}
            rowKey={({ month }) => month}
          />
        )}
      </FigurePanel>
    </FigureFrame>
  );
}

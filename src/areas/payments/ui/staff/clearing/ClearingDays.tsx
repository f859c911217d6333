import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { clearingProviders } from '../../../wire/clearing.constants.ts';
import type { ClearingDayWire } from '../../../wire/clearing.ts';
import { PaymentTabs } from '../PaymentTabs.tsx';
import { ClearingItems } from './ClearingItems.tsx';
import { clearingDayList } from './clearing-queries.ts';

type Row = ClearingDayWire;

const filters: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'provider',
    label: 'Provider',
    options: clearingProviders.map((value) => ({ value, label: value })),
  },
];

const isZero = (text: string): boolean => !/[1-9]/.test(text);

/** Whether the books and the provider agreed at the last comparison of the day. */
function CheckBadge({ check, currency }: Row) {
  if (!check) return <Badge tone="neutral">Not compared</Badge>;
  return isZero(check.unexplained) ? (
    <Badge tone="success">Agrees</Badge>
  ) : (
    <Badge tone="danger">{formatMoney(check.unexplained, currency)} unexplained</Badge>
  );
}

const money = (
  key: 'opening' | 'charges' | 'fees' | 'payouts' | 'closing',
  header: string,
  isSecondary = true,
): Column<Row> => ({
  key,
  header,
  cell: (row) => (
    <span className={isZero(row[key]) ? 'text-quiet' : undefined}>
      {formatMoney(row[key], row.currency)}
    </span>
  ),
  isNumeric: true,
  isSecondary,
});

const columns: readonly Column<Row>[] = [
  {
    key: 'day',
    header: 'Day (UTC)',
    cell: (row) => (
      <>
        <span className="block">{row.day}</span>
        <span className="text-sm text-quiet">
          {row.provider}
          {row.is_test && ', test'}, {row.currency}
        </span>
        <span className="mt-1 block md:hidden">
          <CheckBadge {...row} />
        </span>
      </>
    ),
  },
  money('opening', 'Opening'),
  money('charges', 'Charges'),
  money('fees', 'Fees'),
  money('payouts', 'Payouts'),
  money('closing', 'Closing', false),
  { key: 'check', header: 'Comparison', cell: CheckBadge, isSecondary: true, width: '12rem' },
];

export default function ClearingDays() {
  return (
    <Screen
      title="Providers’ balances"
      description="What providers keep, convert and pay out, compared with their own balances every hour."
      tabs={<PaymentTabs />}
    >
      <ClearingItems />
      <RecordList
        what="days"
        title="Days"
        columns={columns}
        filters={filters}
        list={clearingDayList}
        rowKey={(row) => `${row.day} ${row.provider} ${row.is_test} ${row.currency}`}
        rowPath={({ day, provider, currency }) =>
          `/admin/payments/clearing/${day}?provider=${provider}&currency=${currency}`
        }
        csv="provider-days.csv"
        empty={
          <EmptyState title="No money at providers yet">
            A day is listed once money moved at Stripe or NOWPayments.
          </EmptyState>
        }
      />
    </Screen>
  );
}

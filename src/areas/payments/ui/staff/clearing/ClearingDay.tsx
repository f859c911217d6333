import { Link, useParams } from 'react-router';
import { formatExactTime } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { type RecordFilter, useRecordView } from '#ui/records/record-filters.ts';
import { useRecords } from '#ui/records/use-records.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import {
  bankStateLabels,
  clearingProviders,
  movementKinds,
  movementLabels,
} from '../../../wire/clearing.constants.ts';
import type { ClearingDayWire, ProviderMovementWire } from '../../../wire/clearing.ts';
import { PaymentLink } from '../PaymentLink.tsx';
import { clearingDayList, providerMovementList } from './clearing-queries.ts';

const filters: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'provider',
    label: 'Provider',
    options: clearingProviders.map((value) => ({ value, label: value })),
  },
  {
    kind: 'choice',
    name: 'category',
    label: 'Kind',
    options: movementKinds.map((value) => ({ value, label: movementLabels[value] })),
  },
  { kind: 'link', name: 'currency', label: 'Currency' },
];

const columns: readonly Column<ProviderMovementWire>[] = [
  {
    key: 'movement',
    header: 'Movement',
    cell: (row) => (
      <>
        <span className="block">
          {movementLabels[row.category]}
          {row.bank && `: ${bankStateLabels[row.bank]}`}
        </span>
        {row.payment_number && <PaymentLink number={row.payment_number} />}
        <span className="block font-mono text-xs wrap-anywhere text-quiet">{row.provider_id}</span>
      </>
    ),
  },
  {
    key: 'at',
    header: 'At',
    cell: ({ occurred_at }) => formatExactTime(occurred_at),
    isSecondary: true,
    width: '13rem',
  },
  {
    key: 'source',
    header: 'Converted from',
    cell: ({ source_amount: amount, source_currency: currency }) =>
      amount && currency && formatMoney(amount, currency),
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: ({ amount, currency }) => formatMoney(amount, currency),
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'fee',
    header: 'Fee',
    cell: ({ fee, fee_currency }) => formatMoney(fee, fee_currency),
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'net',
    header: 'Net',
    cell: ({ net, currency, journal }) =>
      journal ? (
        <Link to={`/admin/ledger/journals/${journal}`} className="link">
          {formatMoney(net, currency)}
        </Link>
      ) : (
        formatMoney(net, currency)
      ),
    isNumeric: true,
  },
];

const sums: readonly [keyof ClearingDayWire & string, string][] = [
  ['opening', 'Opening'],
  ['charges', 'Charges'],
  ['refunds', 'Refunds'],
  ['disputes', 'Disputes'],
  ['fees', 'Fees'],
  ['payouts', 'Payouts'],
  ['reserves', 'Reserves'],
  ['other', 'Other'],
  ['closing', 'Closing'],
  ['converted', 'Of which converted'],
];

function DaySums({ row }: { row: ClearingDayWire }) {
  const money = (text: string) => formatMoney(text, row.currency);
  const { check } = row;
  const compared = check && [
    ['Provider: available', check.available],
    ['Provider: pending', check.pending],
    ['Our books', check.booked],
    ['Difference', check.difference],
    ['Open on clearing', check.open],
    ['Unexplained', check.unexplained],
  ];
  return (
    <Panel title={`${row.provider}${row.is_test ? ', test' : ''}, ${row.currency}`}>
      <DescriptionList
        items={[
          ...sums.map(([name, term]) => ({
            term,
            description: money(row[name] as string),
            isNumeric: true,
          })),
          ...(compared ?? []).map(([term, text]) => ({
            term: term!,
            description: money(text!),
            isNumeric: true,
          })),
        ]}
      />
    </Panel>
  );
}

export default function ClearingDay() {
  const { day = '' } = useParams();
  const { provider, currency } = useRecordView(filters).filters;
  const days = useRecords(clearingDayList, {
    ...(provider && { provider }),
    ...(currency && { currency }),
    day,
  });
  return (
    <Screen
      title={day}
      description="A day in UTC, as the provider dates its movements."
      back={{ to: '/admin/payments/clearing', label: 'Providers’ balances' }}
      tabTitle={`${day} · Providers’ balances`}
    >
      {days.data?.results.map((row) => (
        <DaySums key={`${row.provider} ${row.is_test} ${row.currency}`} row={row} />
      ))}
      <RecordList
        what="movements"
        title="Movements"
        columns={columns}
        filters={filters}
        list={providerMovementList}
        query={{ day }}
        rowKey={({ id }) => id}
        csv={`provider-movements-${day}.csv`}
        empty={<EmptyState title="Nothing moved on this day" />}
      />
    </Screen>
  );
}

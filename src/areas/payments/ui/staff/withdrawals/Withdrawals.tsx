import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import type { StaffWithdrawalWire } from '../../../wire/staff-withdrawals.ts';
import { withdrawalStatuses, withdrawalStatusLabels } from '../../../wire/withdrawals.constants.ts';
import { WithdrawalStatusBadge } from '../../withdrawals/WithdrawalStatusBadge.tsx';
import { formatDestination, formatWithdrawal } from '../../withdrawals/withdrawal-format.ts';
import { CustomerLink } from '../CustomerLink.tsx';
import { PaymentTabs } from '../PaymentTabs.tsx';
import { staffWithdrawalList } from './withdrawal-queries.ts';

const filters: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: withdrawalStatuses.map((value) => ({ value, label: withdrawalStatusLabels[value] })),
  },
  { kind: 'link', name: 'user', label: 'Account' },
];

const columns: readonly Column<StaffWithdrawalWire>[] = [
  {
    key: 'withdrawal',
    header: 'Withdrawal',
    cell: (row) => (
      <>
        <span className="block font-mono text-xs wrap-anywhere">{row.internal_id}</span>
        <CustomerLink user={row.user} />
        <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1 md:hidden">
          {formatWithdrawal(row)} <WithdrawalStatusBadge withdrawal={row} />
        </span>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <WithdrawalStatusBadge withdrawal={row} />,
    width: '12rem',
    isSecondary: true,
  },
  { key: 'to', header: 'To', cell: formatDestination, isSecondary: true },
  {
    key: 'since',
    header: 'Since',
    cell: (row) => <RelativeTime value={row.status_changed_at} className="whitespace-nowrap" />,
    width: '9rem',
    isSecondary: true,
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: formatWithdrawal,
    isNumeric: true,
    width: '9rem',
    isSecondary: true,
  },
];

export default function Withdrawals() {
  return (
    <Screen
      title="Withdrawals"
      description="One person approves, another pays out."
      tabs={<PaymentTabs />}
    >
      <RecordList
        what="withdrawals"
        title="Requests"
        columns={columns}
        filters={filters}
        list={staffWithdrawalList}
        rowKey={(row) => row.uuid}
        rowPath={(row) => `/admin/payments/withdrawals/${row.uuid}`}
        csv="withdrawals.csv"
        empty={
          <EmptyState title="No withdrawals yet">
            Customers who want money of their wallet back are listed here.
          </EmptyState>
        }
      />
    </Screen>
  );
}

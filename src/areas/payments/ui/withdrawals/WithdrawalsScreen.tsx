import { Link } from 'react-router';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import { withdrawalStatuses, withdrawalStatusLabels } from '../../wire/withdrawals.constants.ts';
import type { WithdrawalWire } from '../../wire/withdrawals.ts';
import { useLivePayments } from '../use-live-payments.ts';
import { withdrawalList } from './queries.ts';
import { WithdrawalStatusBadge } from './WithdrawalStatusBadge.tsx';
import { formatDestination, formatWithdrawal } from './withdrawal-format.ts';

const filters: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: withdrawalStatuses.map((value) => ({ value, label: withdrawalStatusLabels[value] })),
  },
];

const columns: readonly Column<WithdrawalWire>[] = [
  {
    key: 'withdrawal',
    header: 'Withdrawal',
    cell: (row) => (
      <>
        <Link
          to={`/dashboard/withdrawals/${row.uuid}`}
          className="font-mono text-xs underline-offset-4 wrap-anywhere hover:underline"
        >
          {row.internal_id}
        </Link>
        <span className="mt-1 grid justify-items-start gap-1 md:hidden">
          <WithdrawalStatusBadge withdrawal={row} />
          <RelativeTime value={row.created_at} className="text-xs text-quiet" />
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
  timeColumn('created_at', 'Requested', '10rem'),
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) => <span className="font-mono">{formatWithdrawal(row)}</span>,
    width: '9rem',
    isNumeric: true,
  },
];

export default function WithdrawalsScreen() {
  useLivePayments();
  const withdraw = (
    <ButtonLink asChild variant="primary">
      <Link to="/dashboard/wallet/withdraw">Withdraw</Link>
    </ButtonLink>
  );
  return (
    <Screen
      title="Withdrawals"
      description="Money that you asked to get out of your wallet."
      back={{ to: '/dashboard/wallet', label: 'Wallet' }}
      action={withdraw}
    >
      <RecordList
        what="withdrawals"
        title="All withdrawals"
        list={withdrawalList}
        columns={columns}
        filters={filters}
        rowKey={(row) => row.uuid}
        rowPath={(row) => `/dashboard/withdrawals/${row.uuid}`}
        empty={
          <EmptyState title="No withdrawals yet" action={withdraw}>
            Get money out of your wallet at any time.
          </EmptyState>
        }
        noMatches={{ title: 'No withdrawal matches' }}
        isPlain
      />
    </Screen>
  );
}

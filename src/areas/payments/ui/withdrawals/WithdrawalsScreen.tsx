import { Link, useNavigate } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { NoMatches } from '#ui/records/NoMatches.tsx';
import { RecordFilterBar } from '#ui/records/RecordFilterBar.tsx';
import { RecordTable } from '#ui/records/RecordTable.tsx';
import { type RecordFilter, useRecordView } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import { withdrawalStatuses, withdrawalStatusLabels } from '../../wire/withdrawals.constants.ts';
import type { WithdrawalWire } from '../../wire/withdrawals.ts';
import { useLivePayments } from '../use-live-payments.ts';
import { useWithdrawals } from './queries.ts';
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
  {
    key: 'created_at',
    header: 'Requested',
    cell: (row) => <RelativeTime value={row.created_at} className="whitespace-nowrap" />,
    width: '10rem',
    isSecondary: true,
  },
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
  const navigate = useNavigate();
  const view = useRecordView(filters);
  const withdrawals = useWithdrawals(view.query);
  const withdraw = (
    <ButtonLink asChild variant="primary">
      <Link to="/dashboard/wallet/withdraw">Withdraw</Link>
    </ButtonLink>
  );
  return (
    <>
      <title>{`Withdrawals · ${site.name}`}</title>
      <PageHeader
        title="Withdrawals"
        description="Money that you asked to get out of your wallet."
        back={
          <Link to="/dashboard/wallet" className="link">
            Wallet
          </Link>
        }
        action={withdraw}
      />
      <Panel title="All withdrawals" isFlush className="mt-6">
        <RecordTable
          caption="Withdrawals"
          columns={columns}
          view={view}
          result={withdrawals}
          rowKey={(row) => row.uuid}
          onRowOpen={(row) => navigate(`/dashboard/withdrawals/${row.uuid}`)}
          empty={
            <EmptyState title="No withdrawals yet" action={withdraw}>
              Get money out of your wallet at any time.
            </EmptyState>
          }
          filterBar={<RecordFilterBar what="withdrawals" filters={filters} view={view} />}
          noMatches={<NoMatches title="No withdrawal matches" onClear={view.clear} />}
        />
      </Panel>
    </>
  );
}

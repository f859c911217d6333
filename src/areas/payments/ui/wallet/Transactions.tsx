import clsx from 'clsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import type { TransactionWire } from '../../wire/transaction-schemas.ts';
import { transactionList } from '../queries.ts';
import { TransactionDialog } from './TransactionDialog.tsx';
import { sortable, useTransactionFilters } from './transaction-filters.ts';

const columns: readonly Column<TransactionWire>[] = [
  {
    key: 'type',
    header: 'Transaction',
    cell: (row) => (
      <>
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {row.type_display}
          {row.status === 'reversed' && <Badge>Reversed</Badge>}
        </span>
        <span className="line-clamp-1 text-quiet">{row.description}</span>
      </>
    ),
  },
  {
    key: 'reference',
    header: 'Reference',
    cell: (row) => <span className="font-mono text-xs wrap-anywhere">{row.reference ?? ''}</span>,
    width: '15rem',
    isSecondary: true,
  },
  timeColumn('created_at', 'When', '9rem'),
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) => (
      <>
        <span className={clsx('block font-mono', row.is_credit && 'text-success')}>
          {row.amount_display}
        </span>
        <RelativeTime value={row.created_at} className="text-xs text-quiet md:hidden" />
      </>
    ),
    width: '10rem',
    isNumeric: true,
  },
  {
    key: 'balance_after',
    header: 'Balance after',
    cell: (row) => (
      <span className="font-mono">{formatMoney(row.balance_after, row.currency)}</span>
    ),
    width: '10rem',
    isNumeric: true,
    isSecondary: true,
  },
];

const NoTransactions = () => (
  <EmptyState
    title="No transactions yet"
    action={
      <ButtonLink asChild>
        <Link to="/dashboard/wallet/add">Add money</Link>
      </ButtonLink>
    }
  >
    Deposits, charges and refunds appear here.
  </EmptyState>
);

export function Transactions() {
  const [opened, setOpened] = useState<TransactionWire>();
  const filters = useTransactionFilters();
  return (
    <>
      <RecordList
        what="transactions"
        title="Transactions"
        list={transactionList}
        columns={columns}
        filters={filters}
        sortable={sortable}
        rowKey={(row) => row.uuid}
        onRowOpen={setOpened}
        csv="transactions.csv"
        empty={<NoTransactions />}
        noMatches={{ title: 'No transaction matches' }}
        isPlain
      />
      {opened && <TransactionDialog row={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

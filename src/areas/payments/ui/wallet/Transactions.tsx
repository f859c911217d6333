import clsx from 'clsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { NoMatches } from '#ui/records/NoMatches.tsx';
import { RecordFilterBar } from '#ui/records/RecordFilterBar.tsx';
import { isEmptyList, RecordTable } from '#ui/records/RecordTable.tsx';
import { useRecordView } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import type { TransactionWire } from '../../wire/transaction-schemas.ts';
import { loadTransactionsCsv, useTransactions } from '../queries.ts';
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
  {
    key: 'created_at',
    header: 'When',
    cell: (row) => <RelativeTime value={row.created_at} className="whitespace-nowrap" />,
    width: '9rem',
    isSecondary: true,
    isSortable: true,
  },
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
    isSortable: true,
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
  const view = useRecordView(filters, sortable);
  const transactions = useTransactions(view.query);
  return (
    <Panel
      title="Transactions"
      isFlush
      actions={
        !isEmptyList(transactions, view) && (
          <DownloadButton
            size="small"
            load={(transfer) => loadTransactionsCsv(view.exportQuery, transfer)}
            fileName="transactions.csv"
          >
            Export CSV
          </DownloadButton>
        )
      }
    >
      <RecordTable
        caption="Transactions"
        columns={columns}
        view={view}
        result={transactions}
        rowKey={(row) => row.uuid}
        onRowOpen={setOpened}
        empty={<NoTransactions />}
        filterBar={<RecordFilterBar what="transactions" filters={filters} view={view} />}
        noMatches={<NoMatches title="No transaction matches" onClear={view.clear} />}
      />
      {opened && <TransactionDialog row={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
}

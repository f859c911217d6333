import clsx from 'clsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '#client/errors.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import type { TransactionWire } from '../contract.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { sayMoney } from './money-words.ts';
import { loadTransactionsCsv, useBalance, useTransactions } from './queries.ts';
import { TransactionDialog } from './TransactionDialog.tsx';
import { TransactionFilterBar } from './TransactionFilterBar.tsx';
import { toQuery, useTransactionFilters } from './transaction-filters.ts';

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
        <span className={clsx('block font-mono', row.is_credit && 'text-moss')}>
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
    cell: (row) => <span className="font-mono">{sayMoney(row.balance_after, row.currency)}</span>,
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

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title="No transaction matches"
    action={<Button onClick={onClear}>Clear filters</Button>}
  >
    Try fewer filters or other words.
  </EmptyState>
);

function TransactionRows({ view }: { view: ReturnType<typeof useTransactionFilters> }) {
  const [opened, setOpened] = useState<TransactionWire>();
  const { filters, page, active, ordering } = view;
  const transactions = useTransactions({ ...toQuery(filters), page: String(page), ordering });
  if (transactions.isError)
    return (
      <div className="p-5">
        <LoadError
          message={messageOf(transactions.error)}
          onRetry={() => transactions.refetch()}
          isRetrying={transactions.isFetching}
        />
      </div>
    );
  const { results = [], count = 0, page_size = 20, count_is_estimate } = transactions.data ?? {};
  return (
    <>
      <Table
        caption="Transactions"
        columns={columns}
        rows={results}
        rowKey={(row) => row.uuid}
        onRowOpen={setOpened}
        sort={view.sort}
        onSortChange={view.changeSort}
        isLoading={transactions.isPending}
        empty={active.length > 0 ? <NoMatch onClear={view.clear} /> : <NoTransactions />}
      />
      {count > page_size && (
        <div className="border-t border-line px-5 py-3">
          <Pagination
            page={page}
            pageSize={page_size}
            rowsCount={count}
            isEstimate={count_is_estimate}
            onPageChange={view.turnTo}
          />
        </div>
      )}
      {opened && <TransactionDialog row={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

export function Transactions() {
  const view = useTransactionFilters();
  const currencies = useBalance().data?.balances.map(({ currency }) => currency) ?? [];
  return (
    <Panel
      title="Transactions"
      isFlush
      actions={
        <DownloadButton
          size="small"
          load={() => loadTransactionsCsv(toQuery(view.filters))}
          fileName="transactions.csv"
        >
          Export CSV
        </DownloadButton>
      }
    >
      <TransactionFilterBar {...view} currencies={currencies} />
      <TransactionRows view={view} />
    </Panel>
  );
}

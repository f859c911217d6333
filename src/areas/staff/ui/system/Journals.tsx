import { useState } from 'react';
import { Link } from 'react-router';
import { capitalize, formatExactTime } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { addAmounts, amountOf, isPositive, toDecimalText } from '#lib/money.ts';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { type RecordFilter, useRecordView } from '#ui/records/record-filters.ts';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { JournalWire } from '../../wire/journals.ts';
import { useJournals } from './queries.ts';

type Posting = JournalWire['postings'][number];

const accountName = ({ account, label }: Posting): string =>
  [capitalize(account.replaceAll('_', ' ')), label].filter(Boolean).join(', ');

/** What the journal moved: the sum of the credits of each currency. */
function amountsOf({ postings }: JournalWire): string[] {
  const credits = postings
    .map(({ amount, currency }) => amountOf(amount, currency))
    .filter(isPositive);
  const byCurrency = Map.groupBy(credits, ({ currency }) => currency);
  return [...byCurrency].map(([currency, amounts]) =>
    formatMoney(toDecimalText(amounts.reduce(addAmounts)), currency),
  );
}

const filters: readonly RecordFilter[] = [
  {
    kind: 'search',
    name: 'search',
    label: 'Search',
    placeholder: 'E-mail, payment number or any id',
  },
];

const UserLink = ({ user }: Pick<JournalWire, 'user'>) =>
  user === null ? (
    <span className="text-quiet">No customer</span>
  ) : (
    <Link
      to={`/admin/users/${user.id}`}
      className="wrap-anywhere underline-offset-4 hover:underline"
    >
      {user.email || `Account ${user.id}`}
    </Link>
  );

const columns: readonly Column<JournalWire>[] = [
  {
    key: 'type',
    header: 'Journal',
    cell: (row) => (
      <>
        <span className="block font-medium">{capitalize(row.type)}</span>
        <span className="text-quiet wrap-anywhere">{row.description || row.reference}</span>
      </>
    ),
  },
  { key: 'user', header: 'Customer', cell: UserLink, isSecondary: true, width: '16rem' },
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) =>
      amountsOf(row).map((amount) => (
        <span key={amount} className="block font-mono whitespace-nowrap">
          {amount}
        </span>
      )),
    isNumeric: true,
    width: '10rem',
  },
  {
    key: 'created_at',
    header: 'Posted',
    cell: (row) => <RelativeTime value={row.created_at} className="whitespace-nowrap" />,
    isSecondary: true,
    width: '9rem',
  },
];

const postingColumns: readonly Column<Posting>[] = [
  { key: 'account', header: 'Account', cell: accountName },
  {
    key: 'amount',
    header: 'Amount',
    cell: ({ amount, currency }) => (
      <span className="font-mono whitespace-nowrap">{formatMoney(amount, currency)}</span>
    ),
    isNumeric: true,
  },
  {
    key: 'balance_after',
    header: 'Balance after',
    cell: ({ balance_after, currency }) =>
      balance_after !== null && (
        <span className="font-mono whitespace-nowrap">{formatMoney(balance_after, currency)}</span>
      ),
    isNumeric: true,
    isSecondary: true,
  },
];

function JournalDialog({ journal, onClose }: { journal: JournalWire; onClose: () => void }) {
  const ids: { term: string; value: string | null }[] = [
    { term: 'Journal', value: journal.id },
    { term: 'Reference', value: journal.reference },
    { term: 'Subscription', value: journal.subscription },
    { term: 'Reverses', value: journal.reversal_of },
    { term: 'Idempotency key', value: journal.idempotency_key },
  ];
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${capitalize(journal.type)} of ${amountsOf(journal).join(' and ')}`}
      description={`Posted ${formatExactTime(journal.created_at)} by ${journal.actor}`}
      size="large"
    >
      <div className="grid gap-6">
        <Table
          caption="Postings"
          columns={postingColumns}
          rows={journal.postings}
          rowKey={(row) => `${accountName(row)} ${row.currency}`}
        />
        <DescriptionList
          items={[
            { term: 'Customer', description: <UserLink user={journal.user} /> },
            ...(journal.description
              ? [{ term: 'Description', description: journal.description }]
              : []),
            ...(journal.payment
              ? [
                  {
                    term: 'Payment',
                    description: (
                      <Link to={`/admin/payments/${journal.payment}`} className="link">
                        Open the payment
                      </Link>
                    ),
                  },
                ]
              : []),
            ...ids.flatMap(({ term, value }) =>
              value === null ? [] : [{ term, description: value, isNumeric: true }],
            ),
          ]}
        />
      </div>
    </Dialog>
  );
}

/** All journals, found by any identifier. */
export function Journals() {
  const view = useRecordView(filters);
  const journals = useJournals(view.query);
  const [open, setOpen] = useState<JournalWire>();
  return (
    <>
      <RecordList
        what="journals"
        title="Journals"
        columns={columns}
        filters={filters}
        view={view}
        result={journals}
        rowKey={(row) => row.id}
        onRowOpen={setOpen}
        empty={<EmptyState title="Nothing was posted yet" />}
      />
      {open && <JournalDialog journal={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

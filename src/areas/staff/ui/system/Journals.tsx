import { Link } from 'react-router';
import { currencies } from '#lib/currencies.ts';
import { capitalize } from '#lib/format.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import { clearingLabels, journalTypes, platformAccounts } from '../../wire/journals.constants.ts';
import type { JournalWire } from '../../wire/journals.ts';
import { accountName, listAmounts } from './journal-format.ts';
import { journalList } from './queries.ts';

const accountOptions = platformAccounts.flatMap((account) => [
  { value: account, label: accountName({ account, label: '' }) },
  ...(account === 'provider_clearing'
    ? clearingLabels.map((label) => ({
        value: `${account}:${label}`,
        label: accountName({ account, label }),
      }))
    : []),
]);

const filters: readonly RecordFilter[] = [
  {
    kind: 'search',
    name: 'search',
    label: 'Search',
    placeholder: 'E-mail, number, reference or any id',
  },
  {
    kind: 'choice',
    name: 'type',
    label: 'Type',
    options: journalTypes.map((value) => ({ value, label: capitalize(value) })),
  },
  { kind: 'choice', name: 'account', label: 'Account', options: accountOptions },
  {
    kind: 'choice',
    name: 'currency',
    label: 'Currency',
    options: currencies.map(({ code }) => ({ value: code, label: code })),
  },
  { kind: 'amount', name: 'min_amount', label: 'Amount from' },
  { kind: 'amount', name: 'max_amount', label: 'Amount to' },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
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
        <Link
          to={`/admin/ledger/journals/${row.id}`}
          className="block font-medium underline-offset-4 hover:underline"
        >
          {capitalize(row.type)}
          {row.reversal_of && ', reversal'}
        </Link>
        <span className="block text-quiet wrap-anywhere">
          {[row.description, row.reference].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  { key: 'user', header: 'Customer', cell: UserLink, isSecondary: true, width: '16rem' },
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) =>
      listAmounts(row).map((amount) => (
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

/** All journals, found by what they are about, where they posted and how much. */
export function Journals() {
  return (
    <RecordList
      what="journals"
      title="Journals"
      columns={columns}
      filters={filters}
      list={journalList}
      rowKey={(row) => row.id}
      rowPath={(row) => `/admin/ledger/journals/${row.id}`}
      csv="journals.csv"
      empty={<EmptyState title="Nothing was posted yet" />}
    />
  );
}

import { formatMoney } from '#lib/format-money.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { UserCell } from './UserCell.tsx';

type Due = {
  user: number;
  user_email: string;
  plan: string;
  currency: string;
  amount: string;
  available: string;
  missing: string;
};

const money = <Row extends Due>(
  key: 'amount' | 'available' | 'missing',
  header: string,
  isSecondary: boolean,
): Column<Row> => ({
  key,
  header,
  cell: (row) => (
    <span className="font-mono whitespace-nowrap">{formatMoney(row[key], row.currency)}</span>
  ),
  width: '9rem',
  isNumeric: true,
  isSecondary,
});

/** An account whose plan will not be paid for, with what it would take. */
export const dueColumns = <Row extends Due>(
  header: string,
  readTime: (row: Row) => string,
): readonly Column<Row>[] => [
  {
    key: 'user',
    header: 'Account',
    cell: (row) => (
      <>
        <UserCell row={row} />
        <span className="block text-xs text-quiet md:hidden">
          {row.plan}, {header.toLowerCase()} <RelativeTime value={readTime(row)} />
        </span>
      </>
    ),
  },
  { key: 'plan', header: 'Plan', cell: ({ plan }) => plan, width: '9rem', isSecondary: true },
  {
    key: 'time',
    header,
    cell: (row) => <RelativeTime value={readTime(row)} className="whitespace-nowrap" />,
    width: '9rem',
    isSecondary: true,
  },
  money('amount', 'Price', true),
  money('available', 'Balance', true),
  money('missing', 'Missing', false),
];

import { Link } from 'react-router';

type UserCellProps = { row: { user: number; user_email: string } };

export const UserCell = ({ row }: UserCellProps) => (
  <Link
    to={`/admin/users/${row.user}`}
    className="font-medium wrap-anywhere underline-offset-4 hover:underline"
  >
    {row.user_email || `Account ${row.user}`}
  </Link>
);

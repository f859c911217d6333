import { Link } from 'react-router';

type CustomerLinkProps = { user: { id: number; email: string } };

export const CustomerLink = ({ user }: CustomerLinkProps) => (
  <Link to={`/admin/users/${user.id}`} className="link wrap-anywhere">
    {user.email}
  </Link>
);

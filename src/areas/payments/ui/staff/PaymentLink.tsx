import { Link } from 'react-router';

/** Opens the list of all payments, filtered to this one. */
export const PaymentLink = ({ number }: { number: string }) => (
  <Link
    to={`/admin/payments?search=${encodeURIComponent(number)}`}
    className="link font-mono text-xs wrap-anywhere"
  >
    {number}
  </Link>
);

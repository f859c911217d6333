import { Link } from 'react-router';

/** Leads to the payment in the list of all payments. */
export const PaymentLink = ({ number }: { number: string }) => (
  <Link
    to={`/admin/payments?search=${encodeURIComponent(number)}`}
    className="link font-mono text-xs wrap-anywhere"
  >
    {number}
  </Link>
);

import clsx from 'clsx';
import { NavLink } from 'react-router';
import { useViewer } from '#client/viewer.ts';

const tabs = [
  { to: '/admin/payments', label: 'All payments' },
  { to: '/admin/payments/adjustments', label: 'Adjustments' },
  { to: '/admin/payments/withdrawals', label: 'Withdrawals' },
  { to: '/admin/payments/missed-periods', label: 'Missed periods' },
  { to: '/admin/payments/clearing', label: 'Providers’ balances' },
  { to: '/admin/payments/bank', label: 'Bank' },
  { to: '/admin/payments/events', label: 'Provider events' },
];

/** Links, because each is a page of its own. Support only sees the first, so no links. */
export function PaymentTabs() {
  const { may } = useViewer();
  if (!may('payments.decide')) return null;
  return (
    <nav aria-label="Payments" className="mt-4 mb-6 flex overflow-x-auto border-b border-line">
      {tabs.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            clsx(
              '-mb-px flex min-h-10 items-center border-b-2 px-4 whitespace-nowrap',
              'pointer-coarse:min-h-11',
              isActive
                ? 'border-accent font-medium text-text'
                : 'border-transparent text-quiet hover:text-text',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

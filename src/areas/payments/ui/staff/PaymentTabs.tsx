import { useViewer } from '#client/viewer.ts';
import { LinkTabs } from '#ui/LinkTabs.tsx';

const tabs = [
  { to: '/admin/payments', label: 'All payments' },
  { to: '/admin/payments/adjustments', label: 'Adjustments' },
  { to: '/admin/payments/withdrawals', label: 'Withdrawals' },
  { to: '/admin/payments/missed-periods', label: 'Missed periods' },
  { to: '/admin/payments/clearing', label: 'Providers’ balances' },
  { to: '/admin/payments/bank', label: 'Bank' },
  { to: '/admin/payments/events', label: 'Provider events' },
];

/** Support only sees the first, so no tabs. */
export function PaymentTabs() {
  const { may } = useViewer();
  return may('payments.decide') && <LinkTabs label="Payments" items={tabs} />;
}

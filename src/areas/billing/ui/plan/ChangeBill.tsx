import type { ChangePreviewWire, SubscriptionWire } from '../../contract.ts';
import { periodWords, sayDay, sayMoney } from './plan-words.ts';

type Row = { label: string; amount: string; isTotal?: boolean };

function rowsOf({ lines, charge_now, currency }: ChangePreviewWire): Row[] {
  const total = { label: 'To pay now', amount: sayMoney(charge_now, currency), isTotal: true };
  return [
    ...lines.map(({ label, amount }) => ({ label, amount: sayMoney(amount, currency) })),
    total,
  ];
}

function sayNext(due: ChangePreviewWire, current: SubscriptionWire | null): string {
  const { kind, next_charge, currency, tariff, billing_period } = due;
  const day = sayDay(next_charge.at);
  if (tariff.is_free)
    return `You keep ${current?.tariff.name} until ${day}. After that your account has the free plan.`;
  const price = `${sayMoney(next_charge.amount, currency)} ${periodWords[billing_period]}`;
  if (kind === 'trial')
    return `Free until ${day}. Then ${price}, from your balance, unless you cancel before.`;
  if (kind === 'downgrade')
    return `You keep ${current?.tariff.name} until ${day}. From then on ${price}.`;
  return `Next on ${day}: ${price}, from your balance. You can cancel at any time.`;
}

/** How the charge comes about, and what follows. */
export const ChangeBill = ({
  due,
  current,
}: {
  due: ChangePreviewWire;
  current: SubscriptionWire | null;
}) => (
  <div className="grid gap-3">
    <dl className="divide-y divide-line border-y border-line">
      {rowsOf(due).map(({ label, amount, isTotal }) => (
        <div
          key={label}
          className={
            isTotal
              ? 'flex justify-between gap-4 py-2.5 font-semibold'
              : 'flex justify-between gap-4 py-2.5 text-sm'
          }
        >
          <dt>{label}</dt>
          <dd className="text-right font-mono tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
    {due.overage && (
      <p className="text-sm">
        {sayMoney(due.overage, due.currency)} for use past your quota this month is taken from your
        balance as well.
      </p>
    )}
    <p className="text-sm text-quiet">{sayNext(due, current)}</p>
  </div>
);

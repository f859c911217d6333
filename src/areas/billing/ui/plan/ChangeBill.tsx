import { formatDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import type { ChangePreviewWire, SubscriptionWire } from '../../wire/index.ts';
import { periodLabels } from './plan-format.ts';

type Row = { label: string; amount: string; isTotal?: boolean };

function listRows({ lines, charge_now, currency }: ChangePreviewWire): Row[] {
  const total = { label: 'To pay now', amount: formatMoney(charge_now, currency), isTotal: true };
  return [
    ...lines.map(({ label, amount }) => ({ label, amount: formatMoney(amount, currency) })),
    total,
  ];
}

function describeNextCharge(due: ChangePreviewWire, current: SubscriptionWire | null): string {
  const { kind, next_charge, currency, tariff, billing_period } = due;
  const day = formatDate(next_charge.at);
  if (tariff.is_free)
    return `You keep ${current?.tariff.name} until ${day}. After that your account switches to the free plan.`;
  const price = `${formatMoney(next_charge.amount, currency)} ${periodLabels[billing_period]}`;
  if (kind === 'trial')
    return `Free until ${day}. Then ${price} from your balance, unless you cancel before.`;
  if (kind === 'downgrade')
    return `You keep ${current?.tariff.name} until ${day}. From then on ${price}.`;
  return `Next on ${day}: ${price}, from your balance. You can cancel at any time.`;
}

/** The items of the charge, and the next charge. */
export const ChangeBill = ({
  due,
  current,
}: {
  due: ChangePreviewWire;
  current: SubscriptionWire | null;
}) => (
  <div className="grid gap-3">
    <dl className="divide-y divide-line border-y border-line">
      {listRows(due).map(({ label, amount, isTotal }) => (
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
    <p className="text-sm text-quiet">{describeNextCharge(due, current)}</p>
  </div>
);

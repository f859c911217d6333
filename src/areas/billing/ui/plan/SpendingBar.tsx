import { formatMoney } from '#lib/format-money.ts';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { spendingPercents } from '../../wire/spending.constants.ts';

type SpendingBarProps = { label: string; spent: string; cap: string; currency: string };

/** Money used of a cap, with marks where mails are sent. */
export function SpendingBar({ label, spent, cap, currency }: SpendingBarProps) {
  const [value, max] = [Number(spent), Number(cap)];
  const share = max > 0 ? (value / max) * 100 : 100;
  const [, warning, full] = spendingPercents;
  return (
    <ProgressBar
      label={label}
      value={share}
      marks={spendingPercents}
      valueText={`${formatMoney(spent, currency)} of ${formatMoney(cap, currency)}`}
      tone={share >= full ? 'danger' : share >= warning ? 'warning' : 'info'}
    />
  );
}

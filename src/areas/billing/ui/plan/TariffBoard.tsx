import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { formatPercent } from '#lib/format.ts';
import type { BillingPeriod } from '../../wire/index.ts';
import { compareTariffs } from './compare-tariffs.ts';
import { type BoardTariff, type RenderAction, TariffCard, TariffLabels } from './TariffCard.tsx';

export type { BoardTariff };

function PeriodSwitch({ startsWith, yearlyLabel }: SwitchProps) {
  return (
    <fieldset className="flex w-fit border border-control">
      <legend className="sr-only">Pay by</legend>
      {(['monthly', 'yearly'] as const).map((period) => (
        <label
          key={period}
          className={clsx(
            'flex min-h-10 cursor-pointer items-center gap-2 px-4 pointer-coarse:min-h-11',
            'has-checked:bg-text/8 has-checked:font-medium',
          )}
        >
          <input
            type="radio"
            name="billing_period"
            value={period}
            defaultChecked={period === startsWith}
            className="size-4"
          />
          {period === 'monthly' ? 'Monthly' : yearlyLabel}
        </label>
      ))}
    </fieldset>
  );
}
type SwitchProps = { startsWith: BillingPeriod; yearlyLabel: string };

function labelYearly(tariffs: readonly BoardTariff[]): string {
  const saved = Math.floor(Math.max(0, ...tariffs.map((one) => one.yearly_discount_percentage)));
  return saved > 0 ? `Yearly, ${formatPercent(saved / 100)} less` : 'Yearly';
}

const CommonFeatures = ({ common }: { common: readonly string[] }) => (
  <div className="text-sm">
    <p className="font-medium">In every plan</p>
    <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-quiet">
      {common.map((label) => (
        <li key={label} className="flex gap-2">
          <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-success" />
          {label}
        </li>
      ))}
    </ul>
  </div>
);

type TariffBoardProps = {
  tariffs: readonly BoardTariff[];
  startsWith?: BillingPeriod;
  /** Whether this account would start with a trial on tariffs that have one. */
  hasTrials?: boolean;
  /** A badge for a tariff, such as the current one. */
  renderBadge?: (tariff: BoardTariff) => ReactNode;
  renderAction: RenderAction;
};

/** What tariffs have in common, once, then side by side what differs; cards on narrow screens. */
export function TariffBoard({ tariffs, renderBadge, renderAction, ...props }: TariffBoardProps) {
  const { common, rows } = compareTariffs(tariffs);
  const size = { '--tariffs': tariffs.length, '--limits': rows.length } as CSSProperties;
  return (
    <div className="group/board grid gap-6">
      <div className="flex flex-wrap items-center gap-x-10 gap-y-5">
        <PeriodSwitch
          startsWith={props.startsWith ?? 'monthly'}
          yearlyLabel={labelYearly(tariffs)}
        />
        {common.length > 0 && <CommonFeatures common={common} />}
      </div>
      <ul
        style={size}
        className={clsx(
          'grid gap-px border border-line bg-line md:grid-cols-2',
          'xl:grid-cols-[10rem_repeat(var(--tariffs),minmax(0,1fr))] xl:gap-y-0 xl:border-x-0',
        )}
      >
        <TariffLabels rows={rows} />
        {tariffs.map((tariff, at) => (
          <TariffCard
            key={tariff.slug}
            tariff={tariff}
            at={at}
            rows={rows}
            mark={renderBadge?.(tariff)}
            hasTrials={props.hasTrials ?? true}
            renderAction={renderAction}
          />
        ))}
      </ul>
    </div>
  );
}

import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatPrice } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import type { BillingPeriod, TariffWire } from '../../wire/index.ts';
import { formatLimit, limitRows, periodLabels } from './plan-format.ts';

export type BoardTariff = Omit<TariffWire, 'id' | 'created_at' | 'updated_at'>;

// Toggled by CSS only, so that the switch works before scripts load.
const whenMonthly = 'group-has-[input[value=yearly]:checked]/board:hidden';
const whenYearly = 'hidden group-has-[input[value=yearly]:checked]/board:block';

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

function yearlyLabelOf(tariffs: readonly BoardTariff[]): string {
  const saved = Math.floor(Math.max(0, ...tariffs.map((one) => one.yearly_discount_percentage)));
  return saved > 0 ? `Yearly, ${saved} % less` : 'Yearly';
}

function Price({ tariff }: { tariff: BoardTariff }) {
  const { monthly_price, yearly_price, currency } = tariff;
  const figure = 'font-display text-3xl font-semibold tabular-nums';
  if (tariff.is_free)
    return (
      <div className="min-h-16">
        <p className={figure}>{formatPrice('0', currency)}</p>
        <p className="text-sm text-quiet">No time limit</p>
      </div>
    );
  const perMonth = yearly_price && (Number(yearly_price) / 12).toFixed(2);
  return (
    <div className="min-h-16">
      <div className={whenMonthly}>
        <p className={figure}>{formatPrice(monthly_price, currency)}</p>
        <p className="text-sm text-quiet">{periodLabels.monthly}</p>
      </div>
      <div className={whenYearly}>
        <p className={figure}>{formatPrice(yearly_price ?? monthly_price, currency)}</p>
        <p className="text-sm text-quiet">
          {yearly_price && perMonth
            ? `a year, ${formatPrice(perMonth, currency)} a month`
            : 'a month, billed monthly'}
        </p>
      </div>
    </div>
  );
}

function TariffCard({ tariff, mark, hasTrials, actionOf }: CardProps) {
  const { limits, overage, features, trial_days } = tariff;
  return (
    <li className="flex min-w-0 flex-col gap-5 p-5 surface-raised">
      <div>
        <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-xl">{tariff.name}</h3>
          {mark || (tariff.is_popular && <Badge tone="info">Recommended</Badge>)}
          {!mark && hasTrials && trial_days > 0 && (
            <Badge tone="success">{`${trial_days} days free`}</Badge>
          )}
        </div>
        <p className="mt-1 text-sm text-quiet xl:min-h-12">{tariff.tagline}</p>
      </div>
      <Price tariff={tariff} />
      {tariff.yearly_price === null ? (
        <div className="grid">{actionOf(tariff, 'monthly')}</div>
      ) : (
        <>
          <div className={clsx('grid', whenMonthly)}>{actionOf(tariff, 'monthly')}</div>
          <div className={clsx(whenYearly, '*:w-full')}>{actionOf(tariff, 'yearly')}</div>
        </>
      )}
      <dl className="grid gap-2 text-sm">
        {limitRows.map((row) => (
          <div key={row.name} className="flex justify-between gap-4 border-t border-line pt-2">
            <dt className="text-quiet">{row.label}</dt>
            <dd className="text-right font-mono tabular-nums">{formatLimit(limits, row)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-2">
          <dt className="text-quiet">Over the quota</dt>
          <dd className="text-right">
            {overage ? `$${overage.price} a ${overage.unit}` : 'Refused'}
          </dd>
        </div>
      </dl>
      <ul className="grid gap-1.5 text-sm">
        {features
          .filter(({ included, code }) => included && code !== 'overage')
          .map(({ code, label }) => (
            <li key={code} className="flex gap-2">
              <Check size={16} aria-hidden className="mt-1 shrink-0 text-success" />
              {label}
            </li>
          ))}
      </ul>
    </li>
  );
}
type ActionOf = (tariff: BoardTariff, period: BillingPeriod) => ReactNode;
type CardProps = {
  tariff: BoardTariff;
  mark?: ReactNode;
  hasTrials: boolean;
  actionOf: ActionOf;
};

type TariffBoardProps = {
  tariffs: readonly BoardTariff[];
  startsWith?: BillingPeriod;
  /** Whether this account would start with a trial on tariffs that have one. */
  hasTrials?: boolean;
  /** A badge for a tariff, such as the current one. */
  badgeOf?: (tariff: BoardTariff) => ReactNode;
  actionOf: ActionOf;
};

/** Tariffs side by side with the same rows; stacked on narrow screens. */
export const TariffBoard = (props: TariffBoardProps) => (
  <div className="group/board grid gap-5">
    <PeriodSwitch
      startsWith={props.startsWith ?? 'monthly'}
      yearlyLabel={yearlyLabelOf(props.tariffs)}
    />
    <ul className="grid gap-px border border-line bg-line md:grid-cols-2 xl:grid-cols-4">
      {props.tariffs.map((tariff) => (
        <TariffCard
          key={tariff.slug}
          tariff={tariff}
          mark={props.badgeOf?.(tariff)}
          hasTrials={props.hasTrials ?? true}
          actionOf={props.actionOf}
        />
      ))}
    </ul>
  </div>
);

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatPrice } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import type { BillingPeriod, TariffWire } from '../../wire/index.ts';
import type { TariffRow } from './compare-tariffs.ts';
import { periodLabels } from './plan-format.ts';

export type BoardTariff = Omit<TariffWire, 'id' | 'created_at' | 'updated_at'>;
export type RenderAction = (tariff: BoardTariff, period: BillingPeriod) => ReactNode;

// Toggled by CSS only, so that the switch works before scripts load.
const whenMonthly = 'group-has-[input[value=yearly]:checked]/board:hidden';
const whenYearly = 'hidden group-has-[input[value=yearly]:checked]/board:block';

// On wide screens every row of every column has the height of its tallest cell.
const column =
  'xl:row-[span_calc(var(--limits)+3)] xl:grid xl:grid-rows-subgrid xl:content-start xl:gap-y-0';
const columnRows =
  'grid xl:row-[4/span_var(--limits)] xl:grid-cols-1 xl:grid-rows-subgrid xl:content-start';

function Price({ tariff }: { tariff: BoardTariff }) {
  const { monthly_price, yearly_price, currency } = tariff;
  const figure = 'font-display text-3xl font-semibold tabular-nums';
  if (tariff.is_free)
    return (
      <div>
        <p className={figure}>{formatPrice('0', currency)}</p>
        <p className="text-sm text-quiet">No time limit</p>
      </div>
    );
  const perMonth = yearly_price && (Number(yearly_price) / 12).toFixed(2);
  return (
    <div>
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

const Choice = ({ tariff, renderAction }: { tariff: BoardTariff; renderAction: RenderAction }) =>
  tariff.yearly_price === null ? (
    <div className="grid">{renderAction(tariff, 'monthly')}</div>
  ) : (
    <div>
      <div className={clsx('grid', whenMonthly)}>{renderAction(tariff, 'monthly')}</div>
      <div className={clsx(whenYearly, '*:w-full')}>{renderAction(tariff, 'yearly')}</div>
    </div>
  );

type TariffCardProps = {
  tariff: BoardTariff;
  /** Where the cells of this tariff are in the rows. */
  at: number;
  rows: readonly TariffRow[];
  mark?: ReactNode;
  hasTrials: boolean;
  renderAction: RenderAction;
};

/** A column of the table on wide screens, with the rows of `TariffLabels`; else a card. */
export function TariffCard({ tariff, at, rows, mark, hasTrials, renderAction }: TariffCardProps) {
  const { trial_days } = tariff;
  return (
    <li
      className={clsx(column, 'flex min-w-0 flex-col gap-5 p-5 surface-raised xl:*:not-last:pb-5')}
    >
      <div>
        <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-xl">{tariff.name}</h3>
          {mark || (tariff.is_popular && <Badge tone="info">Recommended</Badge>)}
          {!mark && hasTrials && trial_days > 0 && (
            <Badge tone="success">{`${trial_days} days free`}</Badge>
          )}
        </div>
        <p className="mt-1 text-sm text-quiet">{tariff.tagline}</p>
      </div>
      <Price tariff={tariff} />
      <Choice tariff={tariff} renderAction={renderAction} />
      <dl className={clsx(columnRows, 'grid-cols-2 gap-x-6 text-sm')}>
        {rows.map(({ label, cells }) => (
          <div key={label} className="relative border-t border-line py-2">
            <dt className="text-quiet xl:sr-only">{label}</dt>
            <dd className="tabular-nums">{cells[at]}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** The names of the rows, beside the columns; each column repeats them for assistive technology. */
export const TariffLabels = ({ rows }: { rows: readonly TariffRow[] }) => (
  <li aria-hidden="true" className={clsx(column, 'hidden py-5 text-sm surface-ground')}>
    <div className={columnRows}>
      {rows.map(({ label }) => (
        <div key={label} className="border-t border-line py-2 pr-4 text-quiet">
          {label}
        </div>
      ))}
    </div>
  </li>
);

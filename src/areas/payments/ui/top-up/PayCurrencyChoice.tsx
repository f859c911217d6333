import clsx from 'clsx';
import { useId, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Button } from '#ui/Button.tsx';
import { FieldError } from '#ui/fields/FieldError.tsx';
import { computeBounds, formatPriceEstimate, type PayCurrency } from './top-up.ts';

const choicesMax = 6;

const formatFee = ({ fee_percentage }: PayCurrency) =>
  fee_percentage > 0 ? `${fee_percentage} % fee` : 'No fee';

type RowProps = { currency: PayCurrency; field: UseFormRegisterReturn };

const CurrencyRow = ({ currency, field }: RowProps) => (
  <label
    className={clsx(
      'flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-text/5',
      'has-checked:bg-accent/8',
    )}
  >
    <input type="radio" value={currency.code} {...field} className="size-4" />
    <span className="min-w-0 flex-1">
      <span className="block font-medium">{currency.display_name}</span>
      <span className="block text-sm text-quiet">
        {currency.currency_type === 'fiat'
          ? 'Card or bank'
          : `On the ${currency.network_name} network`}
      </span>
    </span>
    <span className="text-right text-sm tabular-nums text-quiet">
      <span className="block">
        From {formatPriceEstimate(computeBounds(currency).least, currency)}
      </span>
      <span className="block">{formatFee(currency)}</span>
    </span>
  </label>
);

type PayCurrencyChoiceProps = {
  currencies: readonly PayCurrency[];
  chosen: string;
  field: UseFormRegisterReturn;
  error?: string | undefined;
};

/** Popular currencies first; the others on demand. */
export function PayCurrencyChoice(props: PayCurrencyChoiceProps) {
  const { currencies, chosen, field, error } = props;
  const [isAll, setAll] = useState(false);
  const errorId = useId();
  const sorted = currencies.toSorted((a, b) => Number(b.is_popular) - Number(a.is_popular));
  const visible = isAll
    ? sorted
    : sorted.filter(({ code }, at) => at < choicesMax || code === chosen);
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Pay in</legend>
      <div
        className={clsx('divide-y divide-line border border-control', error && 'border-danger!')}
      >
        {visible.map((currency) => (
          <CurrencyRow key={currency.code} currency={currency} field={field} />
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
      {visible.length < sorted.length && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => setAll(true)}
          className="justify-self-start"
        >
          {`Show all ${sorted.length} ways to pay`}
        </Button>
      )}
    </fieldset>
  );
}

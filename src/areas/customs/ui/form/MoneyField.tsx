import { currencies } from '#lib/currencies.ts';
import {
  describeField,
  FieldFrame,
  type FieldProps,
  fieldBoxClass,
} from '#ui/fields/FieldFrame.tsx';

const codes = currencies
  .filter(({ kind }) => kind === 'fiat')
  .map(({ code }) => code)
  .toSorted();

type CurrencySelectProps = {
  label: string;
  value: string;
  onChange: (currency: string) => void;
};

/** Only codes, because the list is long. */
export const CurrencySelect = ({ label, value, onChange }: CurrencySelectProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    className={`${fieldBoxClass} h-10 w-22! shrink-0 rounded-l-none border-l-0! border-control! bg-field! px-2! font-mono text-sm pointer-coarse:h-11`}
  >
    {codes.map((code) => (
      <option key={code} value={code}>
        {code}
      </option>
    ))}
  </select>
);

type MoneyFieldProps = FieldProps & {
  id: string;
  label: string;
  required?: boolean;
  amount: string;
  currency: string;
  onAmountChange: (amount: string) => void;
  onCurrencyChange: (currency: string) => void;
  className?: string;
};

/** An amount with its currency. */
export function MoneyField(props: MoneyFieldProps) {
  const { id, label, help, error, required, amount, currency } = props;
  return (
    <FieldFrame {...{ id, label, help, error }} isRequired={required} className={props.className}>
      <div className="flex">
        <input
          {...describeField(id, { help, error })}
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          required={required}
          value={amount}
          onChange={({ target }) => props.onAmountChange(target.value)}
          className={`${fieldBoxClass} h-10 min-w-0 rounded-r-none text-right font-mono tabular-nums pointer-coarse:h-11`}
        />
        <CurrencySelect
          label={`Currency of ${label.toLowerCase()}`}
          value={currency}
          onChange={props.onCurrencyChange}
        />
      </div>
    </FieldFrame>
  );
}

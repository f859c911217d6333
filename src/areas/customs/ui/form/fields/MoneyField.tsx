import { formatCurrencyName } from '#lib/format.ts';
import snapshot from '#lib/rates.snapshot.json' with { type: 'json' };
import {
  describeField,
  FieldFrame,
  type FieldProps,
  fieldBoxClass,
} from '#ui/fields/FieldFrame.tsx';
import { SelectBox } from '#ui/fields/SelectBox.tsx';
import type { SelectOption } from '#ui/fields/SelectField.tsx';

/** Those that always have a rate, if need be that of the snapshot. Others are cryptocurrencies. */
const currencyCodes: readonly string[] = Object.keys(snapshot.rates)
  .filter((code) => /^[A-Z]{3}$/.test(code))
  .toSorted();

/** Those in which goods and vehicles are most often priced. */
const usualCodes = ['EUR', 'USD', 'GBP', 'JPY', 'CNY', 'KRW', 'CHF', 'AED'];

/** The usual ones first. A calculation of an earlier version may have another one. */
export function listCurrencyOptions(value: string): readonly SelectOption[] {
  const all = [...new Set([...usualCodes, ...currencyCodes, value])];
  return all.map((code) => ({ value: code, label: `${code}, ${formatCurrencyName(code)}` }));
}

type CurrencySelectProps = {
  label: string;
  value: string;
  onChange: (currency: string) => void;
};

/** Lists codes with names; shows only the code, because the field is narrow. */
export const CurrencySelect = ({ label, value, onChange }: CurrencySelectProps) => (
  <div className="relative w-24 shrink-0">
    <SelectBox
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="rounded-l-none border-l-0! text-transparent! [&>option]:text-text"
    >
      {listCurrencyOptions(value).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectBox>
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 left-3 flex items-center font-mono text-sm"
    >
      {value}
    </span>
  </div>
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

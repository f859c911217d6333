import snapshot from '#lib/rates.snapshot.json' with { type: 'json' };
import {
  describeField,
  FieldFrame,
  type FieldProps,
  fieldBoxClass,
} from '#ui/fields/FieldFrame.tsx';
import { SelectBox } from '#ui/fields/SelectBox.tsx';

/** Those that always have a rate, if need be that of the snapshot. Others are cryptocurrencies. */
export const currencyCodes: readonly string[] = Object.keys(snapshot.rates)
  .filter((code) => /^[A-Z]{3}$/.test(code))
  .toSorted();

/** A calculation of an earlier version may have another one. */
export const listCurrencyCodes = (value: string): readonly string[] =>
  currencyCodes.includes(value) ? currencyCodes : [...currencyCodes, value].toSorted();

type CurrencySelectProps = {
  label: string;
  value: string;
  onChange: (currency: string) => void;
};

/** Only codes, because the list is long. */
export const CurrencySelect = ({ label, value, onChange }: CurrencySelectProps) => (
  <SelectBox
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    frameClassName="w-24 shrink-0"
    className="rounded-l-none border-l-0! font-mono text-sm"
  >
    {listCurrencyCodes(value).map((code) => (
      <option key={code} value={code}>
        {code}
      </option>
    ))}
  </SelectBox>
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

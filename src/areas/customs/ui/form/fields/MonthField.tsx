import { TextField, type TextFieldProps } from '#ui/fields/TextField.tsx';
import { formatMonth, readMonth } from './months.ts';

type MonthFieldProps = Omit<TextFieldProps, 'value' | 'onChange'> & {
  /** `2021-05`, `2021`, or less while the user types. */
  value: string;
  onChange: (value: string) => void;
};

/** A month, or a year whose month is not known. */
export const MonthField = ({ value, onChange, ...field }: MonthFieldProps) => (
  <TextField
    {...field}
    placeholder="MM/YYYY"
    inputMode="numeric"
    autoComplete="off"
    maxLength={8}
    value={formatMonth(value)}
    onChange={({ target }) => onChange(readMonth(target.value))}
  />
);

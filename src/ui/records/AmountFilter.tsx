import { TextField } from '../fields/TextField.tsx';

type AmountFilterProps = { label: string; value: string; onChange: (text: string) => void };

/** Takes what is typed when the field is left or Enter is pressed: each change is a request. */
export function AmountFilter({ label, value, onChange }: AmountFilterProps) {
  const take = (field: HTMLInputElement) => {
    const text = field.value.trim().replace(',', '.');
    if (text !== value) onChange(text);
  };
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      isNumeric
      defaultValue={value}
      maxLength={38}
      onBlur={({ currentTarget }) => take(currentTarget)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') take(currentTarget);
      }}
      className="w-[calc(50%-0.375rem)] sm:w-32"
    />
  );
}

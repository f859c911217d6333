import clsx from 'clsx';
import { FieldError } from '#ui/fields/FieldError.tsx';
import { describeField, type FieldProps, fieldBoxClass } from '#ui/fields/FieldFrame.tsx';
import { SelectBox } from '#ui/fields/SelectBox.tsx';

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
].map((label, at) => ({ value: String(at + 1).padStart(2, '0'), label }));

type MonthFieldProps = FieldProps & {
  id: string;
  /** `2021-05`, `2021`, or less while the user types. */
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
};

const join = (year: string, month: string) => (year && month ? `${year}-${month}` : year);

/** Separate fields for year and month, because the month may be unknown. */
export function MonthField({ id, label, help, error, required, value, onChange }: MonthFieldProps) {
  const [year = '', month = ''] = value.split('-');
  const box = clsx(fieldBoxClass, 'h-10 border-control! bg-field! pointer-coarse:h-11');
  return (
    <fieldset className="grid min-w-0 content-start gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden="true" className="text-quiet">
            {' *'}
          </span>
        )}
      </legend>
      <div className="grid grid-cols-[6rem_1fr] gap-2">
        <input
          {...describeField(id, { help, error })}
          id={id}
          aria-label="Year"
          placeholder="Year"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          required={required}
          value={year}
          onChange={({ target }) => onChange(join(target.value.replace(/\D/g, ''), month))}
          className={clsx(box, 'font-mono', error && 'border-danger!')}
        />
        <SelectBox
          aria-label="Month"
          value={month}
          disabled={year.length < 4}
          onChange={({ target }) => onChange(join(year, target.value))}
        >
          <option value="">Month not known</option>
          {months.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </SelectBox>
      </div>
      {help && (
        <p id={`${id}-help`} className="text-sm text-quiet">
          {help}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

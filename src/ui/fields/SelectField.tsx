import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { describeField, FieldFrame, type FieldProps, fieldBoxClass } from './FieldFrame.tsx';

export type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectFieldProps = Omit<ComponentProps<'select'>, 'multiple' | 'size'> &
  FieldProps & {
    options: readonly SelectOption[];
    /** The first option, with an empty value: "Choose a currency". */
    placeholder?: string;
  };

export function SelectField(props: SelectFieldProps) {
  const { label, help, error, isLabelHidden, options, placeholder, className, ...select } = props;
  const ownId = useId();
  const id = select.id ?? ownId;
  return (
    <FieldFrame
      {...{ id, label, help, error, isLabelHidden, className }}
      isRequired={select.required}
    >
      <div className="relative">
        <select
          {...select}
          {...describeField(id, { help, error })}
          id={id}
          className={clsx(
            fieldBoxClass,
            'h-10 appearance-none truncate border-control! bg-field! pr-9 pointer-coarse:h-11',
            error && 'border-danger!',
          )}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-quiet"
        />
      </div>
    </FieldFrame>
  );
}

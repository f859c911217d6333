import { type ComponentProps, useId } from 'react';
import { describeField, FieldFrame, type FieldProps } from './FieldFrame.tsx';
import { SelectBox } from './SelectBox.tsx';

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
      id={id}
      label={label}
      help={help}
      error={error}
      isLabelHidden={isLabelHidden}
      className={className}
      isRequired={select.required}
    >
      <SelectBox
        {...select}
        {...describeField(id, { help, error })}
        id={id}
        {...(error && { className: 'border-danger!' })}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </SelectBox>
    </FieldFrame>
  );
}

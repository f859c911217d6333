import clsx from 'clsx';
import { Check } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { FieldError } from './FieldError.tsx';
import { describeField, type FieldProps } from './FieldFrame.tsx';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & FieldProps;

export function Checkbox(props: CheckboxProps) {
  const { label, help, error, isLabelHidden, className, ...input } = props;
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={clsx('grid gap-1', className)}>
      <div className="flex items-start gap-2.5">
        <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center">
          <input
            {...input}
            {...describeField(id, { help, error })}
            id={id}
            type="checkbox"
            className={clsx(
              'peer absolute inset-0 size-5 appearance-none rounded-control border border-control',
              'bg-field transition-colors before:absolute before:-inset-1 hover:border-quiet',
              'checked:border-accent checked:bg-accent aria-invalid:border-danger',
              'disabled:cursor-not-allowed disabled:border-line disabled:checked:bg-control',
            )}
          />
          <Check
            size={16}
            aria-hidden
            className="pointer-events-none relative hidden text-on-accent peer-checked:block"
          />
        </span>
        <label htmlFor={id} className={clsx('min-h-6 leading-normal', isLabelHidden && 'sr-only')}>
          {label}
          {input.required && (
            <span aria-hidden="true" className="text-quiet">
              {' *'}
            </span>
          )}
        </label>
      </div>
      {help && (
        <p id={`${id}-help`} className="pl-7.5 text-sm text-quiet">
          {help}
        </p>
      )}
      <div className="pl-7.5 empty:hidden">
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </div>
  );
}

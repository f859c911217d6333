import clsx from 'clsx';
import type { ReactNode } from 'react';
import { FieldError } from './FieldError.tsx';

export const fieldBoxClass = clsx(
  'w-full rounded-control border border-control bg-field px-3 text-base text-text',
  'transition-colors hover:border-quiet aria-invalid:border-danger',
  'read-only:border-line read-only:bg-transparent',
  'disabled:cursor-not-allowed disabled:border-line disabled:text-quiet',
);

/** Common to all fields; other props go to the native control. */
export type FieldProps = {
  /** In sentence case; a required field has an asterisk after it. */
  label: ReactNode;
  help?: ReactNode;
  /** What is wrong and how to fix it; undefined while the value is valid. */
  error?: string;
  isLabelHidden?: boolean;
};

/** Attributes that link a control to its help and error. */
export const describeField = (id: string, { help, error }: Pick<FieldProps, 'help' | 'error'>) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': clsx(help && `${id}-help`, error && `${id}-error`) || undefined,
});

type FieldFrameProps = FieldProps & {
  id: string;
  isRequired?: boolean;
  className?: string;
  children: ReactNode;
};

export function FieldFrame(props: FieldFrameProps) {
  const { id, label, help, error, isLabelHidden, isRequired, className, children } = props;
  return (
    <div className={clsx('grid min-w-0 content-start gap-1.5', className)}>
      <label
        htmlFor={id}
        className={clsx('justify-self-start text-sm font-medium', isLabelHidden && 'sr-only')}
      >
        {label}
        {isRequired && (
          <span aria-hidden="true" className="text-quiet">
            {' *'}
          </span>
        )}
      </label>
      {children}
      {help && (
        <p id={`${id}-help`} className="text-sm text-quiet">
          {help}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { describeField, FieldFrame, type FieldProps, fieldBoxClass } from './FieldFrame.tsx';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'prefix'> &
  FieldProps & {
    /** A unit or prefix inside the field: "USD", "https://". */
    prefix?: ReactNode;
    suffix?: ReactNode;
    /** Right-aligned, in tabular figures. */
    isNumeric?: boolean;
  };

const affixClass = 'flex items-center px-3 font-mono text-sm whitespace-nowrap text-quiet';

export function TextField(props: TextFieldProps) {
  const { label, help, error, isLabelHidden, prefix, suffix, isNumeric, className, ...input } =
    props;
  const ownId = useId();
  const id = input.id ?? ownId;
  const control = (
    <input
      type="text"
      {...input}
      {...describeField(id, { help, error })}
      id={id}
      className={clsx(
        fieldBoxClass,
        'h-10 pointer-coarse:h-11',
        isNumeric && 'text-right font-mono tabular-nums',
        prefix && 'rounded-l-none',
        suffix && 'rounded-r-none',
      )}
    />
  );
  return (
    <FieldFrame
      id={id}
      label={label}
      help={help}
      error={error}
      isLabelHidden={isLabelHidden}
      className={className}
      isRequired={input.required}
    >
      {prefix || suffix ? (
        <div className="flex">
          {prefix && (
            <span className={clsx(affixClass, 'border border-r-0 border-control')}>{prefix}</span>
          )}
          {control}
          {suffix && (
            <span className={clsx(affixClass, 'border border-l-0 border-control')}>{suffix}</span>
          )}
        </div>
      ) : (
        control
      )}
    </FieldFrame>
  );
}

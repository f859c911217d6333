import clsx from 'clsx';
import { type ComponentProps, useId } from 'react';
import { describeField, FieldFrame, type FieldProps, fieldBoxClass } from './FieldFrame.tsx';

export type TextAreaProps = ComponentProps<'textarea'> &
  FieldProps & {
    /** For code, addresses and keys. */
    isCode?: boolean;
  };

export function TextArea(props: TextAreaProps) {
  const { label, help, error, isLabelHidden, isCode, className, ...area } = props;
  const ownId = useId();
  const id = area.id ?? ownId;
  return (
    <FieldFrame
      id={id}
      label={label}
      help={help}
      error={error}
      isLabelHidden={isLabelHidden}
      className={className}
      isRequired={area.required}
    >
      <textarea
        rows={4}
        {...area}
        {...describeField(id, { help, error })}
        id={id}
        className={clsx(
          fieldBoxClass,
          'field-sizing-content min-h-24 py-2 leading-normal',
          isCode && 'font-mono text-sm',
        )}
      />
    </FieldFrame>
  );
}

import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { fieldBoxClass } from './FieldFrame.tsx';

type SelectBoxProps = Omit<ComponentProps<'select'>, 'multiple' | 'size'> & {
  /** Of the box around the control. */
  frameClassName?: string;
};

/** A native select with the arrow of all others, without a label. */
export const SelectBox = ({ frameClassName, className, ...select }: SelectBoxProps) => (
  <div className={clsx('relative', frameClassName)}>
    <select
      {...select}
      className={clsx(
        fieldBoxClass,
        'h-10 appearance-none truncate border-control! bg-field! pr-9 pointer-coarse:h-11',
        className,
      )}
    />
    <ChevronDown
      size={16}
      aria-hidden
      className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-quiet"
    />
  </div>
);

import type { ReactNode } from 'react';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import { Banner } from '../Banner.tsx';

type FormErrorProps<Values extends FieldValues> = {
  form: { control: Control<Values> };
  title?: string;
  action?: ReactNode;
};

// The submit button may be far below the message.
const scrollIntoView = (box: HTMLDivElement | null) => box?.scrollIntoView({ block: 'nearest' });

/** The error of a whole form, of `useApiForm`; nothing without one. */
export function FormError<Values extends FieldValues>(props: FormErrorProps<Values>) {
  const { form, ...banner } = props;
  const { root } = useFormState({ control: form.control }).errors;
  if (!root?.message) return null;
  return (
    <div ref={scrollIntoView}>
      <Banner tone="error" {...banner}>
        {root.message}
      </Banner>
    </div>
  );
}

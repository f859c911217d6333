import {
  type Control,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormRegisterReturn,
  useFormState,
} from 'react-hook-form';

type FieldsForm<Values extends FieldValues> = {
  control: Control<Values>;
  register: (name: FieldPath<Values>) => UseFormRegisterReturn;
};

/** What a field of a form is given: its registration, and its message when it is wrong. */
export function useFormFields<Values extends FieldValues>({
  control,
  register,
}: FieldsForm<Values>) {
  // The form changes its errors in place, so a remembered function would show old ones.
  'use no memo';
  const { errors } = useFormState({ control });
  return (name: FieldPath<Values>) => ({
    ...register(name),
    error: (get(errors, name) as { message?: string } | undefined)?.message,
  });
}

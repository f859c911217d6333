import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';

/** Shows the errors of a response at their fields, or as the error `root` with type `code`. */
export function showFormError<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  code = 'refused',
): void {
  const { fields } = fieldMessages(error instanceof CallError ? error.body : undefined);
  const values = form.getValues();
  let isPlaced = false;
  for (const [field, [message]] of Object.entries(fields)) {
    if (!Object.hasOwn(values, field) || !message) continue;
    form.setError(field as FieldPath<Values>, { message }, { shouldFocus: !isPlaced });
    isPlaced = true;
  }
  if (!isPlaced) form.setError('root', { type: code, message: errorMessage(error) });
}

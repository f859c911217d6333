import { type UseFormReturn, useForm } from 'react-hook-form';
import { errorCode } from '#client/call.ts';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import { createApiKey } from '../../wire/index.ts';
import { fieldOfWire, type KeyValues } from './key-form.ts';

export type KeyForm = UseFormReturn<KeyValues>;

/** The type of the `root` error is the API's error code, such as `key_limit_reached`. */
function showErrors(form: KeyForm, error: unknown) {
  const { fields } = fieldMessages(error instanceof CallError ? error.body : undefined);
  let isPlaced = false;
  for (const [name, [message]] of Object.entries(fields)) {
    const field = fieldOfWire[name];
    if (!field || !message) continue;
    form.setError(field, { message }, { shouldFocus: !isPlaced });
    isPlaced = true;
  }
  if (isPlaced) return;
  const type = errorCode(createApiKey, error) ?? 'refused';
  form.setError('root', { type, message: errorMessage(error) });
}

export function useKeyForm(start: KeyValues, save: (values: KeyValues) => Promise<unknown>) {
  const form = useForm<KeyValues>({ defaultValues: start });
  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values);
    } catch (error) {
      showErrors(form, error);
    }
  });
  return { form, submit };
}

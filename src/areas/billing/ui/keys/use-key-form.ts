import { type UseFormReturn, useForm } from 'react-hook-form';
import { codeOf } from '#client/call.ts';
import { CallError, fieldMessages, messageOf } from '#client/errors.ts';
import { createApiKey } from '../../contract.ts';
import { fieldOfWire, type KeyValues } from './key-form.ts';

export type KeyForm = UseFormReturn<KeyValues>;

/** `root` carries the code of a refusal, such as `key_limit_reached`. */
function showRefusal(form: KeyForm, error: unknown) {
  const { fields } = fieldMessages(error instanceof CallError ? error.body : undefined);
  let isPlaced = false;
  for (const [name, [message]] of Object.entries(fields)) {
    const field = fieldOfWire[name];
    if (!field || !message) continue;
    form.setError(field, { message }, { shouldFocus: !isPlaced });
    isPlaced = true;
  }
  if (isPlaced) return;
  const type = codeOf(createApiKey, error) ?? 'refused';
  form.setError('root', { type, message: messageOf(error) });
}

export function useKeyForm(start: KeyValues, save: (values: KeyValues) => Promise<unknown>) {
  const form = useForm<KeyValues>({ defaultValues: start });
  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values);
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return { form, submit };
}

import { toNestErrors } from '@hookform/resolvers';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

export type ApiForm<Values extends FieldValues> = UseFormReturn<Values>;

type Messages<Values extends FieldValues> = Partial<Record<FieldPath<Values>, string>>;

type FieldNames<Values extends FieldValues> = Readonly<Record<string, FieldPath<Values>>>;

type BodyOptions<Values, Body> = [Values] extends [Body]
  ? { toBody?: (values: Values) => Body }
  : { toBody: (values: Values) => Body };

export type ApiFormOptions<Values extends FieldValues, Body extends object> = {
  defaultValues: Values;
  /**
   * Imports the contract's schema of the body, from a `wire/<noun>.form.ts`. Called with the first
   * validation, because zod is larger than most screens; if it fails to load, the server validates.
   */
  loadSchema?: () => Promise<z.ZodType>;
  /** Rules of the screen alone, such as a name typed twice; they win over those of the schema. */
  rules?: (values: Values) => Messages<Values>;
  /** The form's field for each field of the body that has another name. */
  fieldNames?: FieldNames<Values>;
  /** Sends the body. Of an error, the messages are shown at their fields or as the error `root`. */
  save: (body: Body, context: { values: Values; idempotencyKey: string }) => Promise<unknown>;
} & BodyOptions<Values, Body>;

/**
 * The state of a form whose body goes to the API. A repeated call after a lost response has the
 * same idempotency key. Render `FormError` for the error `root`; its type is the API's error code.
 */
export function useApiForm<Values extends FieldValues, Body extends object = Values>(
  options: ApiFormOptions<Values, Body>,
) {
  const attempt = useIdempotencyKey();
  const toBody = options.toBody ?? ((values: Values) => values as unknown as Body);
  const form = useForm<Values>({
    defaultValues: options.defaultValues as DefaultValues<Values>,
    resolver: createResolver(options, toBody),
  });
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    if (isSubmitting) return;
    const body = toBody(values);
    try {
      await options.save(body, { values, idempotencyKey: attempt.keyFor(body) });
      attempt.endAttempt(undefined);
    } catch (error) {
      attempt.endAttempt(error);
      showError(form, error, options.fieldNames);
    }
  });

  return { form, submit, isBusy: isSubmitting, hasChanges: isDirty && !isSubmitting };
}

function createResolver<Values extends FieldValues, Body extends object>(
  { loadSchema, rules, fieldNames }: ApiFormOptions<Values, Body>,
  toBody: (values: Values) => Body,
): Resolver<Values> {
  return async (values, _context, resolverOptions) => {
    const schema = await loadSchema?.().catch(() => undefined);
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of schema?.safeParse(toBody(values)).error?.issues ?? []) {
      const field = findField(values, String(path[0] ?? ''), fieldNames);
      // What concerns no field of the form is left to the server.
      if (field) errors[field] ??= { type: 'schema', message };
    }
    for (const [field, message] of Object.entries<string | undefined>(rules?.(values) ?? {}))
      if (message) errors[field] = { type: 'rule', message };
    if (Object.keys(errors).length === 0) return { values, errors: {} };
    return {
      values: {},
      errors: toNestErrors<Values>(errors as FieldErrors, resolverOptions),
    };
  };
}

function findField<Values extends FieldValues>(
  values: Values,
  name: string,
  fieldNames: FieldNames<Values> | undefined,
): FieldPath<Values> | undefined {
  if (fieldNames && Object.hasOwn(fieldNames, name)) return fieldNames[name];
  return Object.hasOwn(values, name) ? (name as FieldPath<Values>) : undefined;
}

function showError<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fieldNames: FieldNames<Values> | undefined,
): void {
  const body = error instanceof CallError ? error.body : undefined;
  const { fields, general } = fieldMessages(body);
  const others = [...general];
  let isPlaced = false;
  for (const [name, messages] of Object.entries(fields)) {
    const field = findField(form.getValues(), name, fieldNames);
    const [message] = messages;
    if (!field || !message) {
      others.push(...messages);
      continue;
    }
    form.setError(field, { message }, { shouldFocus: !isPlaced });
    isPlaced = true;
  }
  if (isPlaced && others.length === 0) return;
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  form.setError('root', {
    type: typeof code === 'string' ? code : 'refused',
    message: others[0] ?? errorMessage(error),
  });
}

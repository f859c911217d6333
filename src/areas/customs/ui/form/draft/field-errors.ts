// Assigns the server's validation errors to the fields of the form.
import { CallError, fieldMessages } from '#lib/call-error.ts';

export type FormErrors = {
  fields: Readonly<Record<string, string>>;
  /** By the index of the line. */
  lines: readonly Readonly<Record<string, string>>[];
  general: readonly string[];
};

export const noErrors: FormErrors = { fields: {}, lines: [], general: [] };

const readFirst = (fields: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, messages[0] ?? '']));

const isObjects = (value: unknown): value is object[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object');

/** Of a validation error (400); none for any other error. */
export function readFieldErrors(error: unknown): FormErrors {
  if (!(error instanceof CallError) || error.status !== 400) return noErrors;
  const { items, ...rest } = (error.body ?? {}) as Record<string, unknown>;
  const isByLine = isObjects(items);
  const { fields, general } = fieldMessages(
    isByLine ? rest : { ...rest, ...(items ? { items } : {}) },
  );
  return {
    fields: readFirst(fields),
    lines: isByLine ? items.map((item) => readFirst(fieldMessages(item).fields)) : [],
    general,
  };
}

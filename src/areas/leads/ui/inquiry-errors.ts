// Converts validation and server errors for the form.
import type { FieldErrors } from 'react-hook-form';
import { CallError, errorNumber, fieldMessages } from '#lib/call-error.ts';
import { formatWait } from '#lib/format.ts';
import type { SummarisedError } from '#ui/fields/ErrorSummary.tsx';
import type { ContactFormValues } from '../wire/leads.form.ts';

export type InquiryErrors = { fields: FieldErrors<ContactFormValues>; general: string[] };

/** In the order of the screen and of the summary. */
export const fieldNames: readonly (keyof ContactFormValues)[] = [
  'name',
  'email',
  'isCompany',
  'company',
  'company_site',
  'contact_type',
  'contact_value',
  'subject',
  'message',
];

/** Names the wait if the server returns one. */
function formatRetryAdvice(error: unknown): string {
  const waitSeconds = errorNumber(error, 'retry_after');
  return waitSeconds === undefined
    ? 'Please try again.'
    : `Please try again in ${formatWait(waitSeconds)}.`;
}

export const formatFailure = (error: unknown): string =>
  `Failed to send message. ${formatRetryAdvice(error)}`;

/** Errors of the entries; empty if the server or the connection failed. */
export function parseErrors(error: unknown): InquiryErrors {
  const errors: InquiryErrors = { fields: {}, general: [] };
  if (!(error instanceof CallError) || error.status < 400 || error.status >= 500) return errors;
  if (error.status === 429) {
    errors.general.push(`Too many messages came from here. ${formatRetryAdvice(error)}`);
    return errors;
  }
  const { fields, general } = fieldMessages(error.body);
  errors.general.push(...general);
  for (const [name, [message = '']] of Object.entries(fields)) {
    const field = fieldNames.find((each) => each === name);
    if (field) errors.fields[field] = { type: 'server', message };
    else errors.general.push(message);
  }
  return errors;
}

/** `id` is the prefix of the field ids. */
export function toSummary(id: string, { fields, general }: InquiryErrors): SummarisedError[] {
  const named = fieldNames.flatMap((name) => {
    const message = fields[name]?.message;
    return message ? [{ message, fieldId: `${id}-${name}` }] : [];
  });
  return [...general.map((message) => ({ message })), ...named];
}

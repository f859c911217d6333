// From what the rules or the server found to what the form shows.
import type { FieldErrors } from 'react-hook-form';
import { CallError, fieldMessages, numberBeside } from '#client/errors.ts';
import { formatWait } from '#lib/format.ts';
import type { SummarisedError } from '#ui/ErrorSummary.tsx';
import type { ContactFormValues } from '../lead-schema.ts';

export type Found = { fields: FieldErrors<ContactFormValues>; general: string[] };

/** In the order of the screen, which is the order of the summary. */
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

/** Trying again at once is no advice where the server says when. */
function adviceOf(error: unknown): string {
  const waitSeconds = numberBeside(error, 'retry_after');
  return waitSeconds === undefined
    ? 'Please try again.'
    : `Please try again in ${formatWait(waitSeconds)}.`;
}

export const describeFailure = (error: unknown): string =>
  `Failed to send message. ${adviceOf(error)}`;

/** What a refusal says of the entries; nothing when the server or the connection failed. */
export function readRefusal(error: unknown): Found {
  const found: Found = { fields: {}, general: [] };
  if (!(error instanceof CallError) || error.status < 400 || error.status >= 500) return found;
  if (error.status === 429) {
    found.general.push(`Too many messages came from here. ${adviceOf(error)}`);
    return found;
  }
  const { fields, general } = fieldMessages(error.body);
  found.general.push(...general);
  for (const [name, [message = '']] of Object.entries(fields)) {
    const field = fieldNames.find((each) => each === name);
    if (field) found.fields[field] = { type: 'server', message };
    else found.general.push(message);
  }
  return found;
}

/** `id` is what the ids of the fields begin with. */
export function summarise(id: string, { fields, general }: Found): SummarisedError[] {
  const named = fieldNames.flatMap((name) => {
    const message = fields[name]?.message;
    return message ? [{ message, fieldId: `${id}-${name}` }] : [];
  });
  return [...general.map((message) => ({ message })), ...named];
}

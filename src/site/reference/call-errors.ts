// The errors that calls declare.
import { commonErrors } from '#lib/endpoint.ts';
import { type Operation, operations, referencePath } from './operations.ts';

export type CallError = { status: number; code: string; message: string };

export const errorsPath = `${referencePath}/errors`;

/** The document lists the errors of a status by line: "code: message". */
export const errorsOf = ({ responses }: Pick<Operation, 'responses'>): CallError[] =>
  Object.entries(responses).flatMap(([status, { description }]) =>
    [...description.matchAll(/^([a-z_]+): (.+)$/gm)].map(([, code = '', message = '']) => ({
      status: Number(status),
      code,
      message,
    })),
  );

/** Errors that most calls share, and what to do about each. */
const advice: Readonly<Record<string, string>> = {
  not_authenticated: 'Send a key or an access token.',
  token_not_valid: 'Refresh the access token, or sign in again.',
  api_key_invalid: 'Check that the whole key was copied, or create a new one.',
  jwt_required: 'Make this call with the access token of a session.',
  scope_missing: 'Add the scope named in `required` to the key.',
  account_suspended: 'Contact support.',
  subscription_required: 'Add money or choose a plan, depending on `reason`.',
  permission_denied: 'Ask somebody who has the role.',
  throttled: 'Wait for the seconds in `retry_after`, then repeat the call.',
  quota_exceeded: 'Wait until `resets_at`, or choose a larger plan.',
  feature_off: 'Try again later; the call itself is right.',
  not_found: 'Check the identifier. Objects of other accounts are not found either.',
  idempotency_conflict: 'Use a new key for a different request.',
  unsupported_media_type: 'Send the file in a form.',
};

/** What to do about an error, if it is one of those that most calls share. */
export const adviceFor = (code: string): string | undefined => advice[code];

export type ErrorEntry = { code: string; statuses: readonly number[]; messages: readonly string[] };

/** Those of operations, and those that any call may return, which the document does not repeat. */
const allErrors: readonly CallError[] = [
  ...Object.values(commonErrors),
  ...operations.flatMap(errorsOf),
];

/** Every error code by name, with what it says. */
export const errorEntries: readonly ErrorEntry[] = [...Map.groupBy(allErrors, ({ code }) => code)]
  .map(([code, all]) => ({
    code,
    statuses: [...new Set(all.map(({ status }) => status))].sort(),
    messages: [...new Set(all.map(({ message }) => message))],
  }))
  .sort((a, b) => a.code.localeCompare(b.code));

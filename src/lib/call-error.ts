// The error of a failed call, and its messages: the one place that knows the shapes of error
// bodies.

/** Data of an error body that are never names of fields. */
const reservedKeys = new Set([
  'code',
  'current_status',
  'retry_after',
  'request_id',
  'help',
  'errors_meta',
  'required',
  'available',
  'missing',
  'resets_at',
  'attempts_left',
]);

const readOnlyCode = 'impersonation_read_only';
export const fallbackMessage = 'An error occurred';
export const unexpectedMessage = 'An unexpected error occurred';

/** A call with an error response (`status` 400 and up) or without any response (`status` 0). */
export class CallError extends Error {
  readonly status: number;
  /** The parsed JSON, or the raw text of a response that is not JSON. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(serverMessage(status, body) ?? (status === 0 ? unexpectedMessage : fallbackMessage));
    this.name = 'CallError';
    this.status = status;
    this.body = body;
  }
}

type Entries = { [key: string]: unknown };
const isRecord = (value: unknown): value is Entries => typeof value === 'object' && value !== null;

// The error page of a proxy is no message for people.
const readPlainText = (text: string) => {
  const words = text.trim();
  return words === '' || /^<(!doctype|html|\?xml)/i.test(words) ? undefined : words;
};

function readFirst(values: Iterable<unknown>): string | undefined {
  for (const value of values) {
    const found = firstMessage(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

const fieldEntries = (body: Entries) =>
  Object.entries(body).filter(([key]) => !reservedKeys.has(key));

/**
 * The message to show: the first general error, else the first message of the first field, else
 * the text itself; undefined for a body without a message.
 */
export function firstMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return readPlainText(body);
  if (Array.isArray(body)) return readFirst(body);
  if (!isRecord(body)) return undefined;
  const general = firstMessage(body.non_field_errors);
  return general ?? readFirst(fieldEntries(body).map(([, value]) => value));
}

const serverErrorCode = 'error';
const nextStep = 'Try again in a moment. If it happens again, write to our support.';

/** With the next step where the server only says that it failed. */
function serverMessage(status: number, body: unknown): string | undefined {
  const message = firstMessage(body);
  const saysWhy = status < 500 || !isRecord(body) || body.code !== serverErrorCode;
  return message === undefined || saysWhy ? message : `${message} ${nextStep}`;
}

export type FieldMessages = { fields: Record<string, string[]>; general: string[] };

function listMessages(value: unknown): string[] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  const found = firstMessage(value);
  return found === undefined ? [] : [found];
}

/** Messages by field, and general ones; of a nested field only the first message. */
export function fieldMessages(body: unknown): FieldMessages {
  if (!isRecord(body) || Array.isArray(body)) return { fields: {}, general: listMessages(body) };
  const fields: Record<string, string[]> = {};
  const general: string[] = [];
  for (const [key, value] of fieldEntries(body)) {
    const messages = listMessages(value);
    if (messages.length === 0) continue;
    if (key === 'non_field_errors' || key === 'detail') general.push(...messages);
    else Object.defineProperty(fields, key, { value: messages, enumerable: true });
  }
  return { fields, general };
}

/**
 * The message of anything that was thrown: the server's, else the fallback. Without a response it
 * is "An unexpected error occurred".
 */
export function errorMessage(error: unknown, fallback?: string): string {
  if (error instanceof CallError) {
    if (error.status === 0) return unexpectedMessage;
    return serverMessage(error.status, error.body) ?? fallback ?? error.message;
  }
  if (typeof error === 'string') return firstMessage(error) ?? fallback ?? fallbackMessage;
  if (fallback !== undefined) return fallback;
  return error instanceof Error && error.message ? error.message : fallbackMessage;
}

/**
 * A message of the screen in place of the server's. Exception: staff who impersonate a customer are
 * told that they can only read, since retrying does not help.
 */
export const overrideMessage = (error: unknown, message: string): string =>
  error instanceof CallError && isRecord(error.body) && error.body.code === readOnlyCode
    ? error.message
    : message;

/** A number of the error body, such as `retry_after` in seconds; undefined when it is absent. */
export function errorNumber(error: unknown, key: 'retry_after' | 'attempts_left') {
  if (!(error instanceof CallError) || !isRecord(error.body)) return undefined;
  const value = error.body[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

// What a failed answer says: one place that knows the shapes of error bodies.

/** Data beside a message: never the name of a field. */
const reservedKeys = new Set([
  'code',
  'current_status',
  'retry_after',
  'request_id',
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

/** A call that was refused (`status` 400 and up) or got no answer at all (`status` 0). */
export class CallError extends Error {
  readonly status: number;
  /** The parsed JSON, or the raw text of an answer that was not JSON. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(firstMessage(body) ?? (status === 0 ? unexpectedMessage : fallbackMessage));
    this.name = 'CallError';
    this.status = status;
    this.body = body;
  }
}

type Entries = { [key: string]: unknown };
const isRecord = (value: unknown): value is Entries => typeof value === 'object' && value !== null;

// A proxy's error page is text too, and nothing that a person should read in a banner.
const readWords = (text: string) => {
  const words = text.trim();
  return words === '' || /^<(!doctype|html|\?xml)/i.test(words) ? undefined : words;
};

function firstOf(values: Iterable<unknown>): string | undefined {
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
 * the text itself; undefined when the body says nothing.
 */
export function firstMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return readWords(body);
  if (Array.isArray(body)) return firstOf(body);
  if (!isRecord(body)) return undefined;
  const general = firstMessage(body.non_field_errors);
  return general ?? firstOf(fieldEntries(body).map(([, value]) => value));
}

export type FieldMessages = { fields: Record<string, string[]>; general: string[] };

function listMessages(value: unknown): string[] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  const found = firstMessage(value);
  return found === undefined ? [] : [found];
}

/** Errors collected per field name, general ones apart; a nested field gives its first message. */
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
 * The message of anything that was thrown: the server's words, else the fallback. No answer at
 * all is "An unexpected error occurred".
 */
export function messageOf(error: unknown, fallback?: string): string {
  if (error instanceof CallError) {
    if (error.status === 0) return unexpectedMessage;
    return firstMessage(error.body) ?? fallback ?? error.message;
  }
  if (typeof error === 'string') return firstMessage(error) ?? fallback ?? fallbackMessage;
  if (fallback !== undefined) return fallback;
  return error instanceof Error && error.message ? error.message : fallbackMessage;
}

/**
 * What a toast says where the screen has words of its own. Staff who look at somebody's account are
 * told that instead: nothing they try there can work, and nothing is wrong.
 */
export const failureWords = (error: unknown, words: string): string =>
  error instanceof CallError && isRecord(error.body) && error.body.code === readOnlyCode
    ? error.message
    : words;

/** A number beside the message, such as `retry_after` in seconds; undefined when it is absent. */
export function numberBeside(error: unknown, key: 'retry_after' | 'attempts_left') {
  if (!(error instanceof CallError) || !isRecord(error.body)) return undefined;
  const value = error.body[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

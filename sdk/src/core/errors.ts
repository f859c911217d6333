import type { ErrorCode } from '../generated/error-codes.d.ts';

/** All that this package throws by itself. An aborted signal throws its own reason. */
export class WeftlineError extends Error {
  override name = 'WeftlineError';
}

/** No response: the network failed, or the response broke off. `cause` says how. */
export class ConnectionError extends WeftlineError {
  override name = 'ConnectionError';
}

/** No response within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** Messages by field; objects and lists have those of their own fields. */
export type FieldMessages = {
  [field: string]: string[] | FieldMessages | (FieldMessages | null)[];
};

type Facts = { status: number; headers: Headers; body: unknown };

/** A response that is an error. Decide by `code`; `message` is for people. */
export class ApiError extends WeftlineError {
  override name = 'ApiError';
  readonly status: number;
  /** `invalid_input` where the response names fields instead of a code. */
  readonly code: ErrorCode | 'invalid_input' | (string & {});
  readonly requestId: string | undefined;
  /** The page that explains the code. */
  readonly help: string | undefined;
  /** Seconds to wait. */
  readonly retryAfter: number | undefined;
  /** Fields of the request that are not valid, with messages for each. */
  readonly fields: FieldMessages | undefined;
  readonly headers: Headers;
  /** As it came: parsed if it is JSON, otherwise text. */
  readonly body: unknown;

  constructor({ status, headers, body }: Facts) {
    // Calls of OpenAI's clients have their errors in an object of this name.
    const outer = toRecord(body);
    const inner = toRecord(outer.error ?? outer);
    const message = inner.detail ?? inner.message;
    const fields = !message && status === 400 ? readFields(outer) : undefined;
    super(String(message ?? (fields ? listMessages(fields) : `HTTP status ${status}`)));
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.fields = fields;
    this.code = String(inner.code ?? (fields ? 'invalid_input' : `http_${status}`));
    this.requestId = headers.get('x-request-id') ?? toText(inner.request_id);
    this.help = toText(inner.help);
    const seconds = Number(headers.get('retry-after') ?? inner.retry_after ?? Number.NaN);
    this.retryAfter = Number.isNaN(seconds) ? undefined : seconds;
  }
}

/** 400: the request is not as the call wants it, or not possible now. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}
/** 401: the credential is missing or not valid. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}
/** 403: the credential is valid and may not do this. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}
/** 404 */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}
/** 409: the state of an object, or another request with the same idempotency key. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}
/** 422: the request is well-formed and can't be done, such as audio that no decoder knows. */
export class UnprocessableError extends ApiError {
  override name = 'UnprocessableError';
}
/** 429: too many requests, or a quota that is used up. */
export class LimitError extends ApiError {
  override name = 'LimitError';
}
/** 500 and above. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

const classes: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableError,
  429: LimitError,
};

/** Reads the body of an error. */
export async function readError(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const text = await response.text();
  const Class = classes[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Class({ status, headers, body: parseJson(text) });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** An error of the whole request may have a code beside its `non_field_errors`. */
const readFields = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => typeof value === 'object'),
  ) as FieldMessages;

const toText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** `email: Enter a valid email address.` */
function listMessages(value: unknown, at = ''): string {
  if (typeof value === 'string') return at ? `${at}: ${value}` : value;
  return Object.entries(toRecord(value))
    .filter(([, inner]) => inner !== null)
    .map(([name, inner]) => {
      const isMessage = Array.isArray(value) && typeof inner === 'string';
      if (name === 'non_field_errors') return listMessages(inner, at);
      return listMessages(inner, isMessage ? at : at ? `${at}.${name}` : name);
    })
    .join(' ');
}

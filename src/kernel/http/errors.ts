// Errors and the bodies in which they reach clients.
import type { z } from 'zod';
import errorTexts from '#content/errors.json' with { type: 'json' };
import { commonErrors, type ErrorDeclaration } from '#lib/endpoint.ts';
import { transportErrors } from '#lib/transport-errors.ts';
import { BusyError } from '../fair-queue.ts';
import { outageRetryAfter } from '../outages.ts';

type Data<D extends ErrorDeclaration> = z.input<D['data']>;
type DataArgument<D extends ErrorDeclaration> =
  Record<never, never> extends Data<D> ? [data?: Data<D>] : [data: Data<D>];

/**
 * An error that a contract declares, created by `apiError`. It has no stack trace: most are caused
 * by clients, and collecting one costs more than the rest of the response.
 */
export class ApiError extends Error {
  readonly declaration: ErrorDeclaration;
  readonly data: Readonly<Record<string, unknown>>;
  constructor(declaration: ErrorDeclaration, data: Record<string, unknown>, message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.declaration = declaration;
    this.data = data;
  }
}

/** `throw apiError(otpInvalid, { attempts_left: 4 })`. */
export const apiError = <D extends ErrorDeclaration>(declaration: D, ...[data]: DataArgument<D>) =>
  new ApiError(declaration, data ?? {}, formatMessage(declaration, data ?? {}));

/** `throttled` says when to retry; all other errors have their declared message. */
export function formatMessage(
  declaration: ErrorDeclaration,
  data: Record<string, unknown>,
): string {
  const seconds = data.retry_after;
  if (declaration.code !== 'throttled' || typeof seconds !== 'number') return declaration.message;
  return `Request was throttled. Expected available in ${seconds} second${seconds === 1 ? '' : 's'}.`;
}

/** Invalid input, by field: `{ email: ['Enter a valid email address.'] }`. */
export class InvalidInput extends Error {
  readonly fields: Readonly<Record<string, unknown>>;
  constructor(fields: Record<string, unknown>) {
    super('invalid input');
    this.fields = fields;
  }
}

export type ErrorResponse = {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, string>;
};

/**
 * The message comes first in the body, because clients show the first message they find. Null for
 * unknown errors. `toErrorFormat` makes of it what a client gets.
 */
export function toErrorResponse(error: unknown): ErrorResponse | null {
  const refusal = toRefusal(error);
  if (refusal) return toErrorResponse(refusal);
  if (error instanceof InvalidInput) return { status: 400, body: error.fields, headers: {} };
  if (error instanceof ApiError) {
    const { status, code } = error.declaration;
    const words =
      status === 400 || status === 422
        ? { non_field_errors: [error.message] }
        : { detail: error.message };
    const headers: Record<string, string> = {};
    if (status === 401) headers['www-authenticate'] = 'Bearer realm="api"';
    if (typeof error.data.retry_after === 'number')
      headers['retry-after'] = String(error.data.retry_after);
    return { status, body: { ...words, code, ...error.data }, headers };
  }
  return null;
}

const lockNotAvailable = '55P03';
const queryCanceled = '57014';

/**
 * The declared 503 of an error that says nothing about the call, which may therefore be repeated:
 * `busy` for too much work, `service_unavailable` for an outage. Null for all other errors.
 */
export function toRefusal(error: unknown): ApiError | null {
  if (error instanceof ApiError || error instanceof InvalidInput) return null;
  if (error instanceof BusyError)
    return apiError(commonErrors.busy, { retry_after: error.retryAfterSeconds });
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === lockNotAvailable || code === queryCanceled)
    return apiError(commonErrors.busy, { retry_after: 1 });
  const retryAfter = outageRetryAfter(error);
  return retryAfter === null
    ? null
    : apiError(commonErrors.unavailable, { retry_after: retryAfter });
}

/** The response to an error that is a bug. */
export const serverErrorResponse = toResponse(transportErrors.serverError, 500);

/** Errors of Fastify itself: invalid JSON, a body that is too large, a wrong content type. */
export function toFrameworkErrorResponse(error: {
  statusCode?: number;
  code?: string;
}): ErrorResponse | null {
  const status = error.statusCode ?? 500;
  if (status >= 500 || status < 400) return null;
  return toResponse(toFrameworkError(status, error.code), status);
}

function toFrameworkError(status: number, code: string | undefined): ErrorDeclaration {
  if (code === 'FST_ERR_BAD_URL' || status === 414) return transportErrors.urlUnreadable;
  if (status === 413) return transportErrors.bodyTooLarge;
  if (status === 415) return transportErrors.jsonRequired;
  return status === 400 ? transportErrors.bodyUnreadable : transportErrors.requestUnreadable;
}

function toResponse({ code, message }: ErrorDeclaration, status: number): ErrorResponse {
  return { status, body: { detail: message, code }, headers: {} };
}

/** The page of the site that explains an error code; of codes that only staff get, the list. */
export const errorHelpUrl = (siteUrl: string, code: string): string =>
  Object.hasOwn(errorTexts, code) ? `${siteUrl}/docs/errors/${code}` : `${siteUrl}/docs/errors`;

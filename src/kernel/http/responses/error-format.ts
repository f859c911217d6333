// Below /apix/v1/ errors look like OpenAI's, because its client libraries call these paths:
// https://platform.openai.com/docs/guides/error-codes. Codes are those of the whole API.

import { commonErrors } from '#lib/endpoint.ts';
import { planLimits } from '#lib/plan-limits.ts';
import type { Config } from '../../config.ts';
import { type ErrorResponse, errorHelpUrl } from '../errors.ts';

/** The base that clients of OpenAI are given. */
export const openAiPath = '/apix/v1/';
export const isOpenAiPath = (path: string): boolean => path.startsWith(openAiPath);

/** Of the request that failed. */
export type ErrorContext = { url: string; requestId: string; siteUrl: string };

/**
 * The error as clients of the path expect it, with the request's id and the address of the page
 * that explains it. Every name in an error by field is a field, so that body has neither: the page
 * is also in the header `link`, as the id is in `x-request-id`.
 */
export function toErrorFormat(
  original: ErrorResponse,
  { url, requestId, siteUrl }: ErrorContext,
): ErrorResponse {
  const isByField = typeof original.body.code !== 'string';
  const code = isByField ? commonErrors.invalidInput.code : String(original.body.code);
  const help = errorHelpUrl(siteUrl, code);
  const { status } = original;
  const headers = { ...original.headers, link: `<${help}>; rel="help"` };
  const context = { request_id: requestId, help };
  const body = isByField ? original.body : { ...original.body, ...context };
  if (!isOpenAiPath(url)) return { status, body, headers };
  const error = isByField
    ? { ...toFieldError(status, body), ...context }
    : toDeclaredError(status, body);
  // The clients repeat every 429, but a quota does not return within their few seconds.
  const isFinal = isPlanLimit(body.code);
  return { status, body: { error }, headers: { ...headers, ...(isFinal && finalHeaders) } };
}

/** `toErrorFormat` for the requests of a server. */
export const createErrorFormat =
  ({ SITE_URL: siteUrl }: Pick<Config, 'SITE_URL'>) =>
  ({ url, id }: { url: string; id: string }, response: ErrorResponse): ErrorResponse =>
    toErrorFormat(response, { url, requestId: id, siteUrl });

const isPlanLimit = (code: unknown): boolean => planLimits.some((one) => one.code === code);

const finalHeaders = { 'x-should-retry': 'false' };

type Body = Readonly<Record<string, unknown>>;

/** Data such as `limit` stays in the error. */
function toDeclaredError(status: number, body: Body) {
  const { code, detail, non_field_errors: general, ...data } = body;
  const message = firstText(detail ?? general);
  return { message, type: toErrorType(status, code), param: data.option ?? null, code, ...data };
}

/** Of several fields the first one: these clients show one message. */
function toFieldError(status: number, body: Body) {
  const [[field, words] = ['', '']] = Object.entries(body);
  const param = field === 'non_field_errors' ? null : field;
  return { message: firstText(words), type: toErrorType(status, null), param, code: null };
}

const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};

function toErrorType(status: number, code: unknown): string {
  if (isPlanLimit(code)) return 'insufficient_quota';
  return types[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
}

/** The first text in a text, or in nested lists and objects of field errors. */
function firstText(value: unknown): string {
  if (typeof value === 'string') return value;
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return inner.map(firstText).find((text) => text !== '') ?? '';
}

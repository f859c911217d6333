import { commonErrors, type Endpoint } from '#lib/endpoint.ts';

const common = Object.values(commonErrors);
/** Responses of the server that do not depend on a contract. */
const ofFramework = [
  { status: 400, code: 'parse_error' },
  { status: 400, code: 'bad_request' },
  { status: 413, code: 'payload_too_large' },
  { status: 414, code: 'bad_request' },
  { status: 415, code: 'unsupported_media_type' },
];

/** Whether the contract, or the server for all contracts, declares this response. */
export function isDeclared(endpoint: Endpoint, status: number, body: unknown): boolean {
  if (status in endpoint.responses || status === 304) return true;
  const { code } = readError(body);
  const declared = [...common, ...ofFramework, ...(endpoint.errors ?? [])];
  if (declared.some((one) => one.status === status && one.code === code)) return true;
  // Validation errors by field have no code.
  return status === 400 && typeof code !== 'string' && isFields(body);
}

/** Errors below /apix/v1/ are within `error`. */
const readError = (body: unknown): { code?: unknown } => {
  const { error, code } = (body ?? {}) as { error?: object; code?: unknown };
  return error ?? { code };
};

const isFields = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  !Array.isArray(body) &&
  Object.values(body).length > 0 &&
  Object.values(body).every((value) => typeof value === 'object' && value !== null);

// One exported object describes one call. The server mounts it, the browser calls it, and the
// OpenAPI document is printed from it. See docs/ARCHITECTURE.md, "The wire".
import { z } from 'zod';
import type { Feature } from './features.ts';

export const roles = ['support', 'sales', 'finance', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What an API key may be allowed to do. */
export const scopes = [
  'billing:read',
  'payments:read',
  'profile:read',
  'support:write',
  'customs',
  'proxy',
  'proxy:credentials',
  'speech',
] as const;
export type Scope = (typeof scopes)[number];

/** What usage is counted in. */
export const usageMetrics = [
  'request',
  'audio_second',
  'character',
  'calculation',
  'proxy_lease',
] as const;
export type UsageMetric = (typeof usageMetrics)[number];

/** Areas whose calls a plan limits. Nothing else is ever refused for an exhausted plan. */
export const quotaGroups = ['customs', 'proxy', 'speech'] as const;
export type QuotaGroup = (typeof quotaGroups)[number];

/**
 * `public`: nobody is asked. `optional`: a session or a key is used when there is one, and a bad
 * one refused.
 * `user`: a signed-in session. `{ key }`: that, or an API key with the scope.
 * `{ staff }`: an account with one of the roles, or an admin.
 */
export type Permission =
  | 'public'
  | 'optional'
  | 'user'
  | { key: Scope }
  | { staff: readonly Role[] };

/** A failure that a call can answer: its stable code, status, words, and the data beside them. */
export type ErrorDeclaration<C extends string = string, D extends z.ZodRawShape = z.ZodRawShape> = {
  code: C;
  status: number;
  message: string;
  data: z.ZodObject<D>;
};
export const declareError = <
  const C extends string,
  D extends z.ZodRawShape = Record<never, never>,
>(
  code: C,
  status: number,
  message: string,
  data: D = {} as D,
): ErrorDeclaration<C, D> => ({ code, status, message, data: z.object(data) });

/** Failures that any call may answer; contracts do not repeat them. */
export const commonErrors = {
  notAuthenticated: declareError(
    'not_authenticated',
    401,
    'Authentication credentials were not provided.',
  ),
  tokenNotValid: declareError('token_not_valid', 401, 'Given token not valid for any token type'),
  apiKeyInvalid: declareError('api_key_invalid', 401, 'This API key is not valid.'),
  apiKeyExpired: declareError('api_key_expired', 401, 'This API key has expired.'),
  apiKeyRevoked: declareError('api_key_revoked', 401, 'This API key has been revoked.'),
  apiKeyInactive: declareError('api_key_inactive', 401, 'This API key is not active.'),
  apiKeyIpDenied: declareError(
    'api_key_ip_denied',
    401,
    'This API key may not be used from this address.',
  ),
  ambiguousCredentials: declareError(
    'ambiguous_credentials',
    400,
    'Send one credential: a bearer token or an API key, not both.',
  ),
  permissionDenied: declareError(
    'permission_denied',
    403,
    'You do not have permission to perform this action.',
  ),
  jwtRequired: declareError(
    'jwt_required',
    403,
    'An API key may not make this call. Sign in and use your session.',
  ),
  scopeMissing: declareError('scope_missing', 403, 'This API key lacks the scope for this call.', {
    required: z.string(),
  }),
  accountSuspended: declareError(
    'account_suspended',
    403,
    'This account is suspended. Contact support.',
  ),
  impersonationReadOnly: declareError(
    'impersonation_read_only',
    403,
    'You look at this account as staff. Nothing can be changed.',
  ),
  subscriptionRequired: declareError(
    'subscription_required',
    403,
    'Your plan allows no calls now. See your plan and your balance.',
    { reason: z.enum(['suspended', 'debt']) },
  ),
  featureOff: declareError('feature_off', 503, 'This is switched off for now. Try again later.', {
    retry_after: z.int(),
  }),
  busy: declareError('busy', 503, 'The service is busy. Try again in a moment.', {
    retry_after: z.int(),
  }),
  formRequired: declareError(
    'unsupported_media_type',
    415,
    'Send the file in a form, as multipart/form-data.',
  ),
  notFound: declareError('not_found', 404, 'Not found.'),
  invalidPage: declareError('not_found', 404, 'Invalid page.'),
  throttled: declareError('throttled', 429, 'Request was throttled.', { retry_after: z.int() }),
  quotaExceeded: declareError('quota_exceeded', 429, 'The quota of your plan is used up.', {
    metric: z.enum(usageMetrics),
    limit: z.int(),
    resets_at: z.iso.datetime().nullable(),
    retry_after: z.int().optional(),
  }),
  idempotencyConflict: declareError(
    'idempotency_conflict',
    409,
    'This Idempotency-Key was used with a different request.',
  ),
  idempotencyInFlight: declareError(
    'idempotency_in_flight',
    409,
    'The first request with this Idempotency-Key is still running.',
    { retry_after: z.int() },
  ),
  idempotencySecret: declareError(
    'idempotency_secret',
    409,
    'The answer to this Idempotency-Key held a secret and was not kept.',
  ),
  idempotencyTooLarge: declareError(
    'idempotency_too_large',
    409,
    'The request of this Idempotency-Key was carried out. Its answer was too large to keep.',
  ),
} as const;

/**
 * What mount() opens for the handler. `read`: statements on the primary. `replica`: statements that
 * tolerate lag. `write`: one transaction, which a failure rolls back. `none`: the use-case opens
 * its units itself, because it calls the outside, streams, or stores something despite a failure.
 */
export type WorkKind = 'read' | 'replica' | 'write' | 'none';

/** A reply of bytes: a PDF, an image. */
export type Bytes = { bytes: string };
/** A reply that goes on: server-sent events, each of this shape. */
export type Events<S extends z.ZodType = z.ZodType> = { event: S };
export const bytes = (contentType: string): Bytes => ({ bytes: contentType });
export const events = <S extends z.ZodType>(event: S): Events<S> => ({ event });

/** A call's checked input, as far as a price may depend on it. */
export type MeteredInput = {
  query?: Readonly<Record<string, unknown>>;
  body?: Readonly<Record<string, unknown>>;
};

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/apix/${string}/`;
  summary: string;
  permission: Permission;
  /** The unit of work that the handler is given. */
  work: WorkKind;
  /**
   * A `signature` in the query opens the call where no credential is sent: the handler gets no
   * actor, and checks it.
   */
  signedLink?: true;
  /** Of an `optional` call that must not get lost: a bad credential counts as none. */
  ignoresBadCredential?: true;
  /**
   * Customers make this call about what is theirs, these roles about anybody's. What they change by
   * it stands in the audit log, as every change by a call of `{ staff }` does.
   */
  staffAlso?: readonly Role[];
  /** The body holds secrets, so the audit log keeps none of it. */
  bodyHasSecret?: true;
  /** Staff can switch it off for everybody: it answers 503 then. */
  feature?: Feature;
  /** A suspended account may make this call; any other call answers it 403. */
  whenSuspended?: 'allowed';
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** `raw` hands the exact bytes to the handler, for signatures. */
  body?: z.ZodType | 'raw';
  /**
   * The text field of a JSON body that carries a file as base64, or as a data address. It is
   * decoded beside the event loop: the handler gets the bytes in `bytes`, and the schema sees the
   * SHA-256 of them in the field's place.
   */
  base64Field?: string;
  /** Largest JSON or raw body in bytes; 1 MiB unless said. */
  bodyBytesMax?: number;
  /**
   * Calls an account (or an address, when nobody is signed in) may make in a window. `none` is for
   * machines that sign what they send, and send it in bursts.
   */
  rateLimit?: { points: number; windowSeconds: number } | 'none';
  /**
   * The plan's quotas hold for this call, by key and from the dashboard. `metric` is what its work
   * is counted in, one for a success; seconds and characters the handler counts by `usage`. Input
   * that `isFree` takes (a preview) is neither limited nor recorded.
   */
  metered?: { group: QuotaGroup; metric?: UsageMetric; isFree?: (input: MeteredInput) => boolean };
  /** `tooLarge` is the message of the field in a 400, or a failure of its own. */
  files?: { [field: string]: { bytesMax: number; tooLarge: string | ErrorDeclaration } };
  responses: { [status: number]: z.ZodType | null | Bytes | Events };
  /** A file that a handler may stream in place of the body of 200: see `downloadOf`. */
  download?: Bytes;
  /** POST honours Idempotency-Key always; other methods only when they say so. */
  repeatable?: 'by-key';
  /** The answer shows a secret once: a repeated Idempotency-Key gets 409 instead of a copy. */
  responseHasSecret?: true;
  errors?: readonly ErrorDeclaration[];
};
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

// One exported object describes one endpoint. The server mounts it, the browser calls it, and the
// OpenAPI document is generated from it. See docs/ARCHITECTURE.md, "The API".
import { z } from 'zod';
import type { Deprecation } from './deprecation.ts';
import type { Feature } from './features.ts';
import { type QuotaGroup, type UsageMetric, usageMetrics } from './quota-groups.ts';
import type { Scope } from './scopes.ts';
import type { StaffPermission } from './staff-permissions.ts';
import type { ToolRule } from './tool-rule.ts';
import { limitReached, monthEnd, retryAfter } from './wire/fields.ts';

/**
 * `public`: no authentication. `optional`: a session or an API key is used if present, and refused
 * if invalid. `user`: a session. `{ key }`: a session, or an API key with the scope; of several
 * scopes it needs one, and the handler checks which. `{ staff }`: a session of an account
 * whose roles have the permission.
 */
export type Permission =
  | 'public'
  | 'optional'
  | 'user'
  | { key: Scope | readonly Scope[] }
  | { staff: StaffPermission };

/** An error that a call can return: its stable code, status, message, and additional data. */
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

/** Errors that any call may return; contracts do not repeat them. */
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
  scopeMissing: declareError(
    'scope_missing',
    403,
    'This key or app lacks the scope for this call.',
    { required: z.string().describe('The scope that it needs.') },
  ),
  accountSuspended: declareError(
    'account_suspended',
    403,
    'This account is suspended. Contact support.',
  ),
  impersonationReadOnly: declareError(
    'impersonation_read_only',
    403,
    'You are viewing this account as staff. Nothing can be changed.',
  ),
  subscriptionRequired: declareError(
    'subscription_required',
    403,
    'Your plan does not allow calls at the moment. Check your plan and your balance.',
    {
      reason: z
        .enum(['suspended', 'debt'])
        .describe('Whether the plan is suspended, or the balance below zero.'),
    },
  ),
  groupNotInPlan: declareError('group_not_in_plan', 403, 'Your plan does not include this call.', {
    group: z.string().describe('The part of the API that the call belongs to.'),
  }),
  featureOff: declareError(
    'feature_off',
    503,
    'This feature is switched off at the moment. Try again later.',
    { retry_after: retryAfter },
  ),
  busy: declareError('busy', 503, 'The service is busy. Try again in a moment.', {
    retry_after: retryAfter,
  }),
  unavailable: declareError(
    'service_unavailable',
    503,
    'The service is unavailable at the moment. Try again in a moment.',
    { retry_after: retryAfter },
  ),
  formRequired: declareError(
    'unsupported_media_type',
    415,
    'Send the file in a form, as multipart/form-data.',
  ),
  /** The code of errors by field, whose bodies have no room for one. */
  invalidInput: declareError('invalid_input', 400, 'The input is not valid.'),
  notFound: declareError('not_found', 404, 'Not found.'),
  invalidPage: declareError('not_found', 404, 'Invalid page.'),
  throttled: declareError('throttled', 429, 'Request was throttled.', { retry_after: retryAfter }),
  quotaExceeded: declareError('quota_exceeded', 429, 'The quota of your plan is used up.', {
    metric: z.enum(usageMetrics).describe('What is counted.'),
    limit: limitReached,
    resets_at: z.iso.datetime().nullable().describe('When it starts again; null if unknown.'),
    retry_after: retryAfter.optional(),
  }),
  spendingCapReached: declareError(
    'spending_cap_reached',
    429,
    'Your spending cap for this month is reached. Raise it, or wait until it starts again.',
    {
      limit: z.string().describe('The cap, as a decimal string.'),
      currency: z.string().describe('Of the cap.'),
      resets_at: monthEnd,
      retry_after: retryAfter,
    },
  ),
  keyBudgetReached: declareError(
    'key_budget_reached',
    429,
    'The budget of this API key for this month is used up. Raise it, or use another key.',
    {
      budget: z.enum(['overage', 'requests']).describe('The one that is used up.'),
      limit: z.string().describe('Money as a decimal string, or a number of requests.'),
      currency: z.string().nullable().describe('Null for requests.'),
      resets_at: monthEnd,
      retry_after: retryAfter,
    },
  ),
  idempotencyConflict: declareError(
    'idempotency_conflict',
    409,
    'This Idempotency-Key was used with a different request.',
  ),
  idempotencyInFlight: declareError(
    'idempotency_in_flight',
    409,
    'The first request with this Idempotency-Key is still running.',
    { retry_after: retryAfter },
  ),
  idempotencySecret: declareError(
    'idempotency_secret',
    409,
    'The response to this Idempotency-Key contained a secret and was not stored.',
  ),
  idempotencyTooLarge: declareError(
    'idempotency_too_large',
    409,
    'The request with this Idempotency-Key was processed. Its response was too large to store.',
  ),
} as const;

/**
 * The unit of work that mount() opens for the handler. `read`: statements on the primary.
 * `replica`: statements that tolerate lag. `write`: one transaction, rolled back on errors. `none`:
 * the use-case opens units itself, because it calls external services, streams, or stores data
 * despite an error.
 */
export type WorkKind = 'read' | 'replica' | 'write' | 'none';

/** A binary response, such as a PDF or an image. */
export type Bytes = { bytes: string };
/** A stream of server-sent events of this schema. */
export type Events<S extends z.ZodType = z.ZodType> = { event: S };
export const bytes = (contentType: string): Bytes => ({ bytes: contentType });
export const events = <S extends z.ZodType>(event: S): Events<S> => ({ event });

/** The validated input of a call, as far as metering may depend on it. */
export type MeteredInput = {
  query?: Readonly<Record<string, unknown>>;
  body?: Readonly<Record<string, unknown>>;
};

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/apix/${string}/`;
  /** The group of a customers' call in the reference, one of those of its area. */
  group?: string;
  /** What its group is for: the reference has it first. */
  comesFirst?: true;
  /** Required of calls of customers, but for those that only sessions may make: they are none. */
  tool?: ToolRule;
  /** Imperative: "Create a payment". */
  summary: string;
  /**
   * One to three sentences for the documents: what the call does, when to use it, what it counts or
   * costs, and what it never does. Who may call follows from the permission.
   */
  description?: string;
  permission: Permission;
  /** The unit of work of the handler. */
  work: WorkKind;
  /** A question with a body: nothing changes but history and usage, and it is not audited. */
  changesNothing?: true;
  /**
   * Allows calls without credentials that have a `signature` in the query. The handler gets no
   * actor then and must verify the signature.
   */
  signedLink?: true;
  /** For `optional` calls that must not be refused: ignores invalid credentials. */
  ignoresBadCredential?: true;
  /**
   * Customers use this call for their own objects, staff with this permission for those of all
   * customers. Their changes are audited, as are all changes by calls of `{ staff }`.
   */
  staffAlso?: StaffPermission;
  /**
   * For audited calls: what staff did, before the name of the record, such as `suspended`. The
   * audit log writes "ada@example.com suspended eve@example.com".
   */
  audited?: string;
  /** Sign-in: while the process is overloaded, other calls are refused first. */
  refusedLast?: true;
  /** The body contains secrets, so it is not stored in the audit log. */
  bodyHasSecret?: true;
  /** The feature that the call belongs to: responds 503 while staff have switched it off. */
  feature?: Feature;
  /**
   * Unless test mode serves it on its own data. `live`: about what exists once, refused; dashboards
   * make it live. `copied`: so do they, programs read a copy. `by-token`: if its `:token` says so.
   */
  testMode?: 'live' | 'copied' | 'by-token';
  /** Suspended accounts may make this call; all others return 403 to them. */
  whenSuspended?: 'allowed';
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** `raw` passes the exact bytes to the handler, to verify signatures. */
  body?: z.ZodType | 'raw';
  /** A usual body for the documents, where its schema alone does not say what is usual. */
  example?: unknown;
  /**
   * The field of a JSON body with a file as base64 or as a data URL. It is decoded outside the
   * event loop: the handler gets the bytes in `bytes`, and the schema sees their SHA-256 in place
   * of the field.
   */
  base64Field?: string;
  /** The largest JSON or raw body in bytes; 1 MiB by default. */
  bodyBytesMax?: number;
  /**
   * Calls of an account (or of a network, without authentication) in a window. Endpoints with the
   * same `name` share one limit; by default each has its own. `none` is for signed webhooks, which
   * arrive in bursts.
   */
  rateLimit?: { points: number; windowSeconds: number; name?: string } | 'none';
  /**
   * The plan's quotas apply to this call, by API key and by session. `metric` is the unit of its
   * usage: one per successful call, except for seconds and characters, which the handler counts by
   * `usage`. Input that `isFree` accepts (a preview) is neither limited nor recorded.
   */
  metered?: { group: QuotaGroup; metric?: UsageMetric; isFree?: (input: MeteredInput) => boolean };
  /**
   * The files of a form; `body` is the schema of its other fields, which arrive as text. `tooLarge`
   * is the message of the field's error, or an error of its own.
   */
  files?: { [field: string]: { bytesMax: number; tooLarge: string | ErrorDeclaration } };
  responses: { [status: number]: z.ZodType | null | Bytes | Events };
  /** A file that a handler may stream instead of the 200 body. */
  download?: Bytes;
  /** More types of the 200 response: the handler names one of them in its `content-type` header. */
  otherTypes?: readonly (Bytes | Events)[];
  /** Honours Idempotency-Key for another method than POST, which always does. */
  repeatable?: 'by-key';
  /** The response contains a secret that is shown once: a repeated Idempotency-Key gets 409. */
  responseHasSecret?: true;
  errors?: readonly ErrorDeclaration[];
  /** The call will end: responses say so by headers, and the reference and OpenAPI mark it. */
  deprecated?: Deprecation;
};
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

/** Whether a program that may only read may make this call. */
export const isRead = ({ method, changesNothing }: Endpoint): boolean =>
  method === 'GET' || changesNothing === true;

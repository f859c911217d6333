// The headers that the API sends and accepts.
import { budgets } from '#lib/budgets.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import type { Json } from './json-schema.ts';

const header = (description: string, schema: Json) => ({ description, schema });
const count = { type: 'integer', minimum: 0 };

const headerComponents: Json = {
  RequestId: header('Names the request in our log. Include it when you report a problem.', {
    type: 'string',
    format: 'uuid',
  }),
  RateLimitLimit: header('Calls that the tightest limit allows.', count),
  RateLimitRemaining: header('Calls that are left of it.', count),
  RateLimitReset: header('Seconds until it starts again.', count),
  SpendingCapRemaining: header(
    'What is left of the spending cap for the month, in the currency of the plan. Only with a cap.',
    { type: 'string' },
  ),
  KeyBudgetRemaining: header('What is left of the key’s budget of money. Only with one.', {
    type: 'string',
  }),
  KeyRequestsRemaining: header('What is left of the key’s budget of requests. Only with one.', {
    ...count,
  }),
  RetryAfter: header('Seconds to wait before the call is repeated.', count),
  IdempotencyReplayed: header('`true` for the first response to this `Idempotency-Key`.', {
    type: 'string',
    enum: ['true'],
  }),
  Challenge: header('Always `Bearer realm="api"`.', { type: 'string' }),
};

/** Those that the other parts of a document refer to. */
export function usedHeaders(parts: unknown): Json {
  const text = JSON.stringify(parts);
  const isUsed = (name: string) => text.includes(`"#/components/headers/${name}"`);
  return Object.fromEntries(Object.entries(headerComponents).filter(([name]) => isUsed(name)));
}

const names = {
  'X-Request-Id': 'RequestId',
  'X-RateLimit-Limit': 'RateLimitLimit',
  'X-RateLimit-Remaining': 'RateLimitRemaining',
  'X-RateLimit-Reset': 'RateLimitReset',
  'X-Spending-Cap-Remaining': 'SpendingCapRemaining',
  'X-Key-Budget-Remaining': 'KeyBudgetRemaining',
  'X-Key-Requests-Remaining': 'KeyRequestsRemaining',
  'Retry-After': 'RetryAfter',
  'Idempotency-Replayed': 'IdempotencyReplayed',
  'WWW-Authenticate': 'Challenge',
} as const;
type HeaderName = keyof typeof names;

const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

const ceilings = [
  'X-Spending-Cap-Remaining',
  'X-Key-Budget-Remaining',
  'X-Key-Requests-Remaining',
] as const;

const refsTo = (list: readonly HeaderName[]): Json =>
  Object.fromEntries(list.map((name) => [name, { $ref: `#/components/headers/${names[name]}` }]));

export const isRepeatable = (endpoint: Endpoint): boolean =>
  endpoint.method === 'POST' || endpoint.repeatable === 'by-key';

/** Those of the limits are explained once for all calls, and named with 429. */
export const successHeaders = (endpoint: Endpoint): Json =>
  refsTo([
    'X-Request-Id',
    ...(endpoint.metered ? ceilings : []),
    ...(isRepeatable(endpoint) && !endpoint.responseHasSecret
      ? (['Idempotency-Replayed'] as const)
      : []),
  ]);

export const errorHeaders = (status: number, hasRetryAfter: boolean): Json =>
  refsTo([
    'X-Request-Id',
    ...(status === 429 ? limits : []),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(hasRetryAfter ? (['Retry-After'] as const) : []),
  ]);

/** The parameter of calls that can be repeated safely. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: `A name of your choice for this request, such as a UUID. The same request with the same key has no second effect for 24 hours and returns the first response again. An account may use ${budgets.idempotencyKeysPerDay} keys a day.`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

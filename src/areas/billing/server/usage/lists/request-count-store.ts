// Which requests count towards quotas; the meter applies the same rule as `isRequest`.
import { type RawBuilder, sql } from 'kysely';

/** In place of the key of a session. */
export const sessionKey = '00000000-0000-0000-0000-000000000000';

/** Records in the columns of the sums. */
export const recordRows: RawBuilder<unknown> = sql`(
  select account_id, created_at, endpoint_id, status_code, error_code, metric,
    coalesce(api_key_id, ${sql.lit(sessionKey)}) as api_key_id, 1 as requests,
    is_free::int as free, units, cost, response_time_ms
  from usage_record) as record`;

/** Usage outside calls, such as that of background work, has an endpoint without a path. */
export const isCall: RawBuilder<boolean> = sql`endpoint_id is distinct from
  (select id from usage_endpoint where method = '' and path = '')`;

/** Calls that the plan admitted and that did not fail on our side. */
export const countedRequests: RawBuilder<string> = sql`
  (case when status_code < 500 and ${isCall} then requests - free else 0 end)`;

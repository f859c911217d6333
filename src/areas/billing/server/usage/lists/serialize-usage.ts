import { errorHelpUrl } from '#kernel/http/errors.ts';
import { Decimal } from '#lib/decimal.ts';
import { toExactText } from '#lib/money.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import type { UsageGroupWire, UsageRecordWire, UsageSummaryWire } from '../../../wire/usage.ts';
import type { QuotaUse } from '../alerts/quota-use.ts';
import type { RecordRow } from './record-store.ts';
import type { UsageSum } from './sum-store.ts';

/** `currency` is that of the plan. */
export type UsageFormat = { siteUrl: string; currency: string };

export const serializeRecord = (
  row: RecordRow,
  { siteUrl, currency }: UsageFormat,
): UsageRecordWire => ({
  id: row.id,
  subscription: row.subscription_id,
  api_key: row.api_key_id ? { id: row.api_key_id, name: row.api_key_name ?? '' } : null,
  auth: row.api_key_id ? 'api_key' : 'jwt',
  endpoint: row.unknown_path ?? row.path,
  endpoint_group: row.endpoint_group,
  method: row.method,
  status_code: row.status_code,
  error_code: row.error_code,
  error_message: row.error_message,
  help: row.error_code && errorHelpUrl(siteUrl, row.error_code),
  response_time_ms: row.response_time_ms,
  request_bytes: row.request_bytes,
  response_bytes: row.response_bytes,
  units: row.units,
  metric: row.metric,
  cost: toExactText(row.cost, currency),
  ip_address: row.ip_address,
  user_agent: row.user_agent,
  request_id: row.request_id,
  created_at: row.created_at.toISOString(),
});

/** Every call counts as a request; what it counts besides has a metric of its own. */
const readUnits = (sum: UsageSum, metric: UsageMetric = 'request'): string =>
  metric === 'request' ? String(sum.counted) : sum.units;

export const serializeGroup = (
  sum: UsageSum,
  { metric, label, currency }: { metric?: UsageMetric; label: string; currency: string },
): UsageGroupWire => ({
  key: sum.keys[0] ?? '',
  label,
  requests: sum.requests,
  units: readUnits(sum, metric),
  cost: toExactText(sum.cost, currency),
  errors: sum.errors,
  avg_response_ms: sum.requests ? Math.round((sum.responseTimeMs / sum.requests) * 10) / 10 : 0,
});

export function serializeSummary(
  sums: readonly UsageSum[],
  metric: UsageMetric | undefined,
  { quotas, currency }: { quotas: readonly QuotaUse[]; currency: string },
): UsageSummaryWire {
  const requests = sums.reduce((sum, one) => sum + one.requests, 0);
  const errors = sums.reduce((sum, one) => sum + one.errors, 0);
  const total = (texts: string[]) => Decimal.sum(0, ...texts).toFixed();
  const quotaMetric = metric ?? 'request';
  const quota = quotas.find(
    (one) => one.metric === quotaMetric && one.span === 'month',
  ) as QuotaUse;
  return {
    requests,
    units: total(sums.map((sum) => readUnits(sum, metric))),
    metric: quotaMetric,
    cost: toExactText(total(sums.map(({ cost }) => cost)), currency),
    errors,
    error_rate: requests ? Math.round((errors / requests) * 10_000) / 10_000 : 0,
    limit: quota.limit,
    remaining: quota.limit === null ? null : Math.max(0, quota.limit - quota.used),
    resets_at: quota.endsAt.toISOString(),
  };
}

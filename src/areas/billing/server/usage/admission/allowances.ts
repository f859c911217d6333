// Which quota counts which metric, over which window.
import { dayMs, hourMs } from '#lib/durations.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import type { TariffLimits } from '../../../wire/tariffs.ts';
import type { Entitlements } from '../../entitlements.ts';

export const spans = ['hour', 'day', 'month'] as const;
export type Span = (typeof spans)[number];

/** `limit` null means unlimited. `endsAt` is exclusive. */
export type Allowance = {
  metric: UsageMetric;
  span: Span;
  limit: number | null;
  startsAt: Date;
  endsAt: Date;
};

type Plan = Pick<Entitlements, 'limits' | 'periodStart' | 'periodEnd'>;

const quotas: readonly [UsageMetric, Span, keyof TariffLimits | null][] = [
  ['request', 'hour', 'requests_per_hour'],
  ['request', 'day', 'requests_per_day'],
  ['request', 'month', 'requests_per_month'],
  ['audio_second', 'month', 'transcription_seconds_per_month'],
  ['character', 'month', 'tts_characters_per_month'],
  ['calculation', 'month', 'calculations_per_month'],
  ['proxy_lease', 'month', null],
];

const spanMs = { hour: hourMs, day: dayMs } as const;

/** Hours and days are clock hours and days in UTC; months are those of the subscription. */
export function windowAt(
  plan: Omit<Plan, 'limits'>,
  span: Span,
  at: Date,
): { startsAt: Date; endsAt: Date } {
  if (span === 'month') return { startsAt: plan.periodStart, endsAt: plan.periodEnd };
  const start = Math.floor(at.getTime() / spanMs[span]) * spanMs[span];
  return { startsAt: new Date(start), endsAt: new Date(start + spanMs[span]) };
}

export const listAllowances = (plan: Plan, at: Date): Allowance[] =>
  quotas.map(([metric, span, name]) => ({
    metric,
    span,
    limit: name ? (plan.limits[name] ?? null) : null,
    ...windowAt(plan, span, at),
  }));

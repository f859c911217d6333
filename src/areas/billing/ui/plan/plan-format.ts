// How the plan screens write prices, limits and usage.
import { formatCount } from '#lib/format.ts';
import type { SubscriptionWire, TariffWire } from '../../wire/index.ts';

export const periodLabels = { monthly: 'a month', yearly: 'a year' } as const;

type Limits = TariffWire['limits'];
type LimitRow = { name: keyof Limits; label: string; format?: (value: number) => string };

const formatWhole = (value: number): string => formatCount(Math.round(value));

const formatDuration = (seconds: number): string => {
  const hours = seconds / 3600;
  return hours >= 1 ? `${formatWhole(hours)} h` : `${formatWhole(seconds / 60)} min`;
};

/** Most asked for first. */
export const limitRows: readonly LimitRow[] = [
  { name: 'requests_per_month', label: 'Requests a month' },
  { name: 'requests_per_hour', label: 'Requests an hour' },
  { name: 'max_api_keys', label: 'API keys' },
  { name: 'calculations_per_month', label: 'Calculations a month' },
  { name: 'transcription_seconds_per_month', label: 'Transcription', format: formatDuration },
  { name: 'tts_characters_per_month', label: 'Speech, characters' },
  { name: 'max_proxy_resources', label: 'Proxy resources' },
];

export const formatLimit = (limits: Limits, { name, format = formatWhole }: LimitRow): string => {
  const limit = limits[name];
  return limit === null ? 'Unlimited' : format(limit);
};

type Metric = keyof SubscriptionWire['usage']['units_this_period'];
type Meter = {
  metric: Metric;
  limit: keyof Limits;
  label: string;
  format: (value: number) => string;
};

export const usageMeters: readonly Meter[] = [
  { metric: 'request', limit: 'requests_per_month', label: 'Requests', format: formatWhole },
  {
    metric: 'calculation',
    limit: 'calculations_per_month',
    label: 'Customs calculations',
    format: formatWhole,
  },
  {
    metric: 'audio_second',
    limit: 'transcription_seconds_per_month',
    label: 'Transcription',
    format: formatDuration,
  },
  {
    metric: 'character',
    limit: 'tts_characters_per_month',
    label: 'Spoken characters',
    format: formatWhole,
  },
];

/** Projected usage at the end of the month; null during its first tenth. */
export function projectUsage(
  used: number,
  { started_at, resets_at }: { started_at: string; resets_at: string },
  nowMs: number,
): number | null {
  const start = Date.parse(started_at);
  const share = (nowMs - start) / (Date.parse(resets_at) - start);
  return share < 0.1 ? null : used / Math.min(share, 1);
}

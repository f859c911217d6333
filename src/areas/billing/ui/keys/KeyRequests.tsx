import { formatCount } from '#lib/format.ts';
import { SparkBars } from '#ui/charts/SparkBars.tsx';
import type { ApiKeyWire } from '../../wire/index.ts';

/** Requests per day as bars; a day without requests is a line on the baseline. */
export function KeyRequests({ apiKey, className }: { apiKey: ApiKeyWire; className?: string }) {
  const { daily_requests: days } = apiKey;
  const total = days.reduce((sum, count) => sum + count, 0);
  return (
    <SparkBars
      label={`${formatCount(total, 'request')} in ${days.length} days, ${days.at(-1) ?? 0} today`}
      bars={days.map((value) => ({ value }))}
      className={className}
    />
  );
}

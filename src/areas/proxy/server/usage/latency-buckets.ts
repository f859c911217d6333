// Latencies are counted in buckets, each 25% wider than the one before, so a percentile is at most
// 25% too high.
const growth = Math.log(1.25);

export const toBucket = (ms: number): number =>
  ms <= 1 ? 0 : Math.ceil(Math.log(ms) / growth - 1e-9);

/** The upper bound of a bucket in whole milliseconds. */
export const toUpperBound = (bucket: number): number => Math.round(Math.exp(bucket * growth));

/** Null without counts. `share` is 0.95 for the 95th percentile. */
export function computePercentile(
  counts: ReadonlyMap<number, number>,
  share: number,
): number | null {
  const buckets = [...counts].toSorted(([a], [b]) => a - b);
  let left = buckets.reduce((sum, [, count]) => sum + count, 0) * share;
  for (const [bucket, count] of buckets) {
    left -= count;
    if (left <= 0) return toUpperBound(bucket);
  }
  return null;
}

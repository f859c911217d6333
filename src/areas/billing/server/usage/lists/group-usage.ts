import type { Db } from '#kernel/database/database.ts';
import { readOrdering } from '#lib/pagination.ts';
import type { UsageGrouping, UsageGroupWire } from '../../../wire/usage.ts';
import { findSummedUntil } from '../metering/partition-store.ts';
import { findKeyNames } from './record-store.ts';
import { serializeGroup } from './serialize-usage.ts';
import { sumUsage, type UsageSum } from './sum-store.ts';
import type { UsageFilter } from './usage-filter.ts';

export type UsageGroups = { groups: UsageGroupWire[]; sums: UsageSum[] };

/** By default times newest first, others by number of requests. */
export async function groupUsage(
  db: Db,
  filter: UsageFilter,
  grouping: UsageGrouping,
  { ordering, currency }: { ordering?: string | undefined; currency: string },
): Promise<UsageGroups> {
  const daysUntil = grouping === 'hour' ? undefined : await findSummedUntil(db);
  const sums = await sumUsage(db, filter, [grouping], { daysUntil });
  const ids = grouping === 'api_key' ? sums.flatMap(({ keys }) => keys[0] || []) : [];
  const names = await findKeyNames(db, ids);
  const label = (key: string) => {
    if (grouping !== 'api_key') return key;
    return key ? (names.get(key) ?? key) : 'Dashboard';
  };
  const fallback = grouping === 'hour' || grouping === 'day' ? '-key' : '-requests';
  const fields = { key: 'key', requests: 'requests' } as const;
  const [first] = readOrdering(ordering, fields, fallback);
  const sign = first?.direction === 'asc' ? 1 : -1;
  const groups = sums
    .map((sum) => {
      const key = grouping === 'hour' ? `${sum.keys[0]}:00Z` : (sum.keys[0] ?? '');
      const options = { metric: filter.metric, label: label(key), currency };
      return { ...serializeGroup(sum, options), key };
    })
    .sort((a, b) => {
      const byKey = a.key < b.key ? -1 : 1;
      return sign * (first?.column === 'requests' ? a.requests - b.requests || byKey : byKey);
    });
  return { groups, sums };
}

// The usage screens with ten million records.
import { groupUsage } from '#areas/billing/server/usage/group-usage.ts';
import { filterOf, listUsage, type UsageQuery } from '#areas/billing/server/usage/list-usage.ts';
import type { UsageGrouping } from '#areas/billing/wire/usage.ts';
import { measureOverUsage, type UsageRead } from './load/over-usage.ts';
import type { Row } from './load/rows.ts';

const keyPrefix = '00000000-0000-7000-8000-00000000000';

const list =
  (query: UsageQuery, offset = 0): UsageRead[1] =>
  (database, accountId) => {
    const filter = filterOf({ accountId }, query, new Date());
    return listUsage(database.read, filter, { page: 1, pageSize: 20, offset }, 'desc');
  };

const groups =
  (query: UsageQuery, grouping: UsageGrouping): UsageRead[1] =>
  (database, accountId) =>
    groupUsage(database.read, filterOf({ accountId }, query, new Date()), grouping, undefined);

const reads: readonly UsageRead[] = [
  ['the list, 30 days', list({})],
  ['the list, 90 days', list({ period: '90d' })],
  ['the list, 90 days, page 400', list({ period: '90d' }, 8000)],
  ['the list, one key, 90 days', list({ period: '90d', api_key: `${keyPrefix}3` })],
  ['the list, status 503, 90 days', list({ period: '90d', status_code: 503 })],
  ['the list, an endpoint that failed', list({ endpoint: '/apix/bench/3/', status_class: 4 })],
  ['groups by key, 90 days', groups({ period: '90d' }, 'api_key')],
  ['groups by day, 90 days', groups({ period: '90d' }, 'day')],
  ['groups by hour, 7 days', groups({ period: '7d' }, 'hour')],
];

export default (): Promise<Row[]> => measureOverUsage(reads);

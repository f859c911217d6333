// The usage screens with ten million records.
import { groupUsage } from '#areas/billing/server/usage/group-usage.ts';
import { filterOf, listUsage, type UsageQuery } from '#areas/billing/server/usage/list-usage.ts';
import type { UsageGrouping } from '#areas/billing/wire/usage.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { measureOverUsage, type UsageRead } from './load/over-usage.ts';
import type { Row } from './load/rows.ts';

const keyPrefix = '00000000-0000-7000-8000-00000000000';

const failed = 'scope_missing';

const list =
  (query: UsageQuery, offset = 0): UsageRead[1] =>
  (database, accountId) => {
    const filter = filterOf({ accountId }, query, new Date());
    return listUsage(database.read, filter, { page: 1, pageSize: 20, offset }, 'desc');
  };

const groups =
  (query: UsageQuery, grouping: UsageGrouping): UsageRead[1] =>
  (database, accountId) =>
    groupUsage(database.read, filterOf({ accountId }, query, new Date()), grouping, {
      currency: 'USD',
    });

/** A call by its request id, as a customer copies it: one of the account's oldest. */
const findCall: UsageRead[1] = (database, accountId) =>
  list({ request_id: requestIds.get(accountId) })(database, accountId);

const requestIds = new Map<number, string>();

async function readRequestIds({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ account_id: number; request_id: string }>(
    `select distinct on (account_id) account_id, request_id from usage_record
     where created_at < (select min(created_at) + interval '12 hours' from usage_record)
     order by account_id, created_at`,
  );
  for (const { account_id, request_id } of rows) requestIds.set(account_id, request_id);
}

const reads: readonly UsageRead[] = [
  ['the list, 30 days', list({})],
  ['the list, 90 days', list({ period: '90d' })],
  ['the list, 90 days, page 400', list({ period: '90d' }, 8000)],
  ['the list, one key, 90 days', list({ period: '90d', api_key: `${keyPrefix}3` })],
  ['the list, status 503, 90 days', list({ period: '90d', status_code: 503 })],
  ['the list, an endpoint that failed', list({ endpoint: '/apix/bench/3/', status_class: 4 })],
  ['the list, error scope_missing, 90 days', list({ period: '90d', error_code: failed }), 100],
  [
    'the list, error of a key, 30 days',
    list({ error_code: failed, api_key: `${keyPrefix}3` }),
    100,
  ],
  ['a call by request id', findCall, 20],
  ['groups by error, 90 days', groups({ period: '90d' }, 'error_code')],
  ['groups by key, 90 days', groups({ period: '90d' }, 'api_key')],
  ['groups by day, 90 days', groups({ period: '90d' }, 'day')],
  ['groups by hour, 7 days', groups({ period: '7d' }, 'hour')],
];

export default (): Promise<Row[]> => measureOverUsage(reads, readRequestIds);

// Usage as CSV, a row at a time: never holds more than a batch of records.
import { Readable } from 'node:stream';
import { csvLine } from '#lib/csv.ts';
import type { Kernel } from '#server/kernel.ts';
import type { UsageGroupWire, UsageRecordWire } from '../../usage-contract.ts';
import { listRecords, type RecordPage } from './record-store.ts';
import type { UsageFilter } from './usage-filter.ts';
import { toWire } from './usage-wire.ts';

const batchMax = 2000;

const recordColumns = {
  created_at: (one) => one.created_at,
  id: (one) => one.id,
  request_id: (one) => one.request_id,
  method: (one) => one.method,
  endpoint: (one) => one.endpoint,
  endpoint_group: (one) => one.endpoint_group,
  status_code: (one) => String(one.status_code),
  response_time_ms: (one) => String(one.response_time_ms),
  metric: (one) => one.metric,
  units: (one) => one.units,
  cost: (one) => one.cost,
  auth: (one) => one.auth,
  api_key: (one) => one.api_key?.name ?? '',
  subscription: (one) => one.subscription ?? '',
  ip_address: (one) => one.ip_address ?? '',
  user_agent: (one) => one.user_agent,
} satisfies Record<string, (one: UsageRecordWire) => string>;

const groupColumns = [
  'key',
  'label',
  'requests',
  'units',
  'cost',
  'errors',
  'avg_response_ms',
] as const;

/** Ends with the request that reads it. */
export const exportRecords = (
  kernel: Pick<Kernel, 'database'>,
  filter: UsageFilter,
  direction: 'asc' | 'desc',
): Readable => Readable.from(recordLines(kernel, filter, direction), { objectMode: false });

async function* recordLines(
  { database }: Pick<Kernel, 'database'>,
  filter: UsageFilter,
  direction: 'asc' | 'desc',
): AsyncGenerator<string> {
  yield csvLine(Object.keys(recordColumns));
  let behind: RecordPage['behind'];
  for (;;) {
    const wanted = { direction, offset: 0, limit: batchMax, behind };
    const rows = await listRecords(database.read, filter, wanted);
    const cells = Object.values(recordColumns);
    yield rows.map((row) => csvLine(cells.map((cell) => cell(toWire(row))))).join('');
    behind = rows.at(-1);
    if (rows.length < batchMax) return;
  }
}

export const exportGroups = (groups: readonly UsageGroupWire[]): Readable =>
  Readable.from(
    [
      csvLine([...groupColumns]),
      ...groups.map((group) => csvLine(groupColumns.map((name) => String(group[name])))),
    ],
    { objectMode: false },
  );

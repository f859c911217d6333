// Usage as CSV, streamed: never more than a batch of records in memory.
import type { Readable } from 'node:stream';
import type { Db } from '#kernel/database/database.ts';
import { csvStream, streamRows } from '#kernel/http/responses/csv-response.ts';
import type { UsageGroupWire } from '../../../wire/usage.ts';
import { listRecords, type RecordRow } from './record-store.ts';
import { serializeRecord, type UsageFormat } from './serialize-usage.ts';
import type { UsageFilter } from './usage-filter.ts';

const recordColumns = [
  'created_at',
  'id',
  'request_id',
  'method',
  'endpoint',
  'endpoint_group',
  'status_code',
  'error_code',
  'error_message',
  'response_time_ms',
  'request_bytes',
  'response_bytes',
  'metric',
  'units',
  'cost',
  'auth',
  'api_key',
  'subscription',
  'ip_address',
  'user_agent',
];

const groupColumns = [
  'key',
  'label',
  'requests',
  'units',
  'cost',
  'errors',
  'avg_response_ms',
] as const;

/** The stream ends with the request that reads it. */
export const exportRecords = (
  db: Db,
  filter: UsageFilter,
  { direction, ...format }: UsageFormat & { direction: 'asc' | 'desc' },
): Readable =>
  csvStream(
    recordColumns,
    streamRows<RecordRow, Record<string, unknown>>(
      (behind, limit) => listRecords(db, filter, { direction, offset: 0, limit, behind }),
      (rows) =>
        rows
          .map((row) => serializeRecord(row, format))
          .map((one) => ({ ...one, api_key: one.api_key?.name })),
    ),
  );

export const exportGroups = (groups: readonly UsageGroupWire[]): Readable =>
  csvStream(groupColumns, groups);

import type { Readable } from 'node:stream';
import type { Db } from '#kernel/database/database.ts';
import { csvStream, streamRows } from '#kernel/http/responses/csv-response.ts';
import type { EntryStatus } from '../../wire/batches/batches.constants.ts';
import { listProblems } from '../../wire/batches/batches.problems.ts';
import type { BatchEntryWire, BatchWire } from '../../wire/batches/batches.ts';
import { type BatchRow, type EntryRow, listEntriesAfter } from './batch-store.ts';
import { emptyOutcome } from './calculate-entry.ts';

export const serializeBatch = (row: BatchRow): BatchWire => ({
  id: row.id,
  kind: row.kind,
  file_name: row.file_name,
  status: row.status,
  stop_reason: row.stop_reason,
  lines: row.lines,
  calculations: row.calculations,
  done: row.done,
  failed: row.failed,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

export const serializeEntry = ({ line, reference, status, outcome }: EntryRow): BatchEntryWire => ({
  ...{ line, reference, status: status ?? 'waiting' },
  ...(outcome ?? emptyOutcome),
});

const columns = [
  ...['line', 'reference', 'status', 'total', 'total_is_minimum', 'total_most', 'currency'],
  'missing',
  ...['rule_set', 'code', 'message', 'problems'],
];

const toCsvRow = (row: EntryRow) => {
  const { missing, problems, rule_set: rules, ...entry } = serializeEntry(row);
  return {
    ...entry,
    missing: missing.join(', '),
    rule_set: rules && `${rules.id}@${rules.version}`,
    problems: listProblems(problems).join(' | '),
  };
};

export const exportEntries = (
  db: Db,
  filter: { batchId: string; status?: EntryStatus | undefined },
): Readable =>
  csvStream(
    columns,
    streamRows<EntryRow, ReturnType<typeof toCsvRow>>(
      (last, count) => listEntriesAfter(db, filter, last, count),
      (rows) => rows.map(toCsvRow),
    ),
  );

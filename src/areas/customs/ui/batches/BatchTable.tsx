import { formatCount } from '#lib/format.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LongWork } from '#ui/LongWork.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordTable } from '#ui/records/RecordTable.tsx';
import { type RecordFilter, useRecordView } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import { batchRetentionDays } from '../../wire/batches/batches.constants.ts';
import type { BatchWire } from '../../wire/batches/batches.ts';
import { BatchActions } from './BatchActions.tsx';
import { batchStatusLabels, stopReasonTexts } from './batch.labels.ts';
import { isRunning, useBatches, useCancelBatch } from './queries.ts';

const noFilters: readonly RecordFilter[] = [];
const kindLabels = { vehicle: 'Vehicles', goods: 'Goods' };

const File = ({ batch }: { batch: BatchWire }) => (
  <div className="py-1 wrap-anywhere">
    <span className="font-medium">{batch.file_name || 'Without a name'}</span>
    <span className="block text-sm text-quiet">
      {kindLabels[batch.kind]}, <RelativeTime value={batch.created_at} />
    </span>
  </div>
);

const cancelQuestion = {
  title: 'Cancel the batch?',
  description:
    'What is calculated already stays and is counted. The rest is not calculated, and not counted.',
  confirmLabel: 'Cancel the batch',
};

function summarize(batch: BatchWire): string {
  const { done, failed, calculations } = batch;
  const failures = failed > 0 ? `${formatCount(failed)} failed` : '';
  if (isRunning(batch)) return failures;
  const counted = `${formatCount(done)} of ${formatCount(calculations)}`;
  return [counted, failures].filter(Boolean).join(', ');
}

function Progress({ batch }: { batch: BatchWire }) {
  const { id, status, stop_reason: reason, done, calculations: total } = batch;
  const cancel = useCancelBatch();
  const name = batch.file_name || 'the file';
  return (
    <LongWork
      label={`Calculating ${name}`}
      status={batchStatusLabels[status]}
      summary={summarize(batch)}
      {...(isRunning(batch) && {
        progress: { done, total, format: (count: number) => formatCount(count) },
        cancel: { question: cancelQuestion, onCancel: () => cancel.mutateAsync(id) },
      })}
    >
      {reason && <p className="text-sm text-quiet">{stopReasonTexts[reason]}</p>}
    </LongWork>
  );
}

const columns: Column<BatchWire>[] = [
  { key: 'file', header: 'File', cell: (batch) => <File batch={batch} /> },
  {
    key: 'progress',
    header: 'Calculations',
    cell: (batch) => <Progress batch={batch} />,
    width: '22rem',
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (batch) => <BatchActions batch={batch} />,
    width: '4rem',
    isNumeric: true,
  },
];

const empty = (
  <EmptyState title="No batches yet">
    {`Calculate a whole list at once: choose a file above, and its result appears here. It is kept for ${batchRetentionDays} days.`}
  </EmptyState>
);

/** All batches of the account, the newest first. */
export function BatchTable() {
  const view = useRecordView(noFilters);
  const batches = useBatches(String(view.page));
  return (
    <RecordTable
      caption="Batches"
      columns={columns}
      view={view}
      result={batches}
      rowKey={({ id }) => id}
      empty={empty}
      keepsDataOnError
    />
  );
}

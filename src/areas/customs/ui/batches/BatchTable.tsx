import { formatCount } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordTable } from '#ui/records/RecordTable.tsx';
import { type RecordFilter, useRecordView } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import { batchDaysKept } from '../../wire/batches.constants.ts';
import type { BatchWire } from '../../wire/batches.ts';
import { BatchActions } from './BatchActions.tsx';
import { batchStatusLabels, stopReasonTexts } from './batch.labels.ts';
import { useBatches } from './queries.ts';

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

const countOf = ({ done, failed, calculations }: BatchWire) =>
  `${formatCount(done)} of ${formatCount(calculations)}${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`;

function Progress({ batch }: { batch: BatchWire }) {
  const { status, stop_reason: reason, done, calculations } = batch;
  if (status === 'running')
    return (
      <ProgressBar
        label="Running"
        value={done}
        max={calculations}
        valueText={countOf(batch)}
        className="py-1"
      />
    );
  const { label, tone } = batchStatusLabels[status];
  return (
    <div className="grid gap-1 py-1">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm text-quiet">{countOf(batch)}</span>
      </span>
      {reason && <span className="text-sm text-quiet">{stopReasonTexts[reason]}</span>}
    </div>
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
    {`Calculate a whole list at once: choose a file above, and its result appears here. It is kept for ${batchDaysKept} days.`}
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

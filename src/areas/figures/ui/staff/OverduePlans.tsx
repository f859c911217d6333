import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { useRecordView } from '#ui/records/record-filters.ts';
import { definitions } from '../../wire/figures.constants.ts';
import type { OverduePlanWire } from '../../wire/unpaid.ts';
import { dueColumns } from './DueColumns.tsx';
import { loadOverdueCsv, useOverduePlans } from './queries.ts';

const columns = dueColumns<OverduePlanWire>('Ends', ({ ends_at }) => ends_at);

export function OverduePlans() {
  const view = useRecordView([]);
  const overdue = useOverduePlans({ page: String(view.page) });
  return (
    <RecordList
      what="overdue plans"
      title="Plans that are past due"
      columns={columns}
      filters={[]}
      view={view}
      result={overdue}
      rowKey={(row) => row.subscription}
      download={{ load: loadOverdueCsv, fileName: 'overdue.csv' }}
      empty={<EmptyState title="No plan is past due">{definitions.overdue}</EmptyState>}
    />
  );
}

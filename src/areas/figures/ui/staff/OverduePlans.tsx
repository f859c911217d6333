import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { definitions } from '../../wire/figures.constants.ts';
import type { OverduePlanWire } from '../../wire/unpaid.ts';
import { dueColumns } from './DueColumns.tsx';
import { overduePlanList } from './queries.ts';

const columns = dueColumns<OverduePlanWire>('Ends', ({ ends_at }) => ends_at);

export function OverduePlans() {
  return (
    <RecordList
      what="overdue plans"
      title="Plans that are past due"
      columns={columns}
      list={overduePlanList}
      rowKey={(row) => row.subscription}
      csv="overdue.csv"
      empty={<EmptyState title="No plan is past due">{definitions.overdue}</EmptyState>}
    />
  );
}

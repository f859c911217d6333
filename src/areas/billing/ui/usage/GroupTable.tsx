import { formatCount, formatPercent, formatUtcDate } from '#lib/format.ts';
import { type Column, Table, type TableProps } from '#ui/table/Table.tsx';
import type { UsageGroupWire } from '../../wire/index.ts';
import { CallPath } from './CallPath.tsx';
import { type Group, groups } from './usage-filters.ts';

function renderName({ label }: UsageGroupWire, group: Group) {
  if (group === 'day') return `${formatUtcDate(label)} (UTC)`;
  if (group === 'error_code') return <code className="font-mono text-xs">{label}</code>;
  if (group !== 'endpoint') return label;
  const [method, path] = label.split(' ');
  return method && path ? <CallPath method={method} path={path} /> : 'Background work';
}

const listColumns = (group: Group): readonly Column<UsageGroupWire>[] => [
  {
    key: 'name',
    header: groups.find(({ value }) => value === group)?.label ?? '',
    cell: (row) => renderName(row, group),
  },
  {
    key: 'requests',
    header: 'Requests',
    cell: ({ requests }) => formatCount(requests),
    width: '8rem',
    isNumeric: true,
  },
  {
    key: 'errors',
    header: 'Errors',
    cell: ({ errors, requests }) => formatPercent(requests ? errors / requests : 0),
    width: '7rem',
    isNumeric: true,
  },
  {
    key: 'mean',
    header: 'Average time',
    cell: ({ avg_response_ms }) => `${formatCount(Math.round(avg_response_ms))} ms`,
    width: '8rem',
    isNumeric: true,
    isSecondary: true,
  },
];

type GroupTableProps = { group: Group } & Pick<
  TableProps<UsageGroupWire>,
  'rows' | 'isLoading' | 'empty' | 'onRowOpen'
>;

export const GroupTable = ({ group, ...props }: GroupTableProps) => (
  <Table
    {...props}
    caption="Groups of calls"
    columns={listColumns(group)}
    rowKey={({ key }) => key}
  />
);

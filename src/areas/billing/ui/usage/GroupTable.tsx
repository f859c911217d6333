import { type Column, Table, type TableProps } from '#ui/Table.tsx';
import type { UsageGroupWire } from '../../contract.ts';
import { CallPath } from './CallPath.tsx';
import { type Group, groups } from './usage-filters.ts';

const whole = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

function nameOf({ label }: UsageGroupWire, group: Group) {
  if (group === 'day') return `${day.format(new Date(label))} (UTC)`;
  if (group !== 'endpoint') return label;
  const [method, path] = label.split(' ');
  return method && path ? <CallPath method={method} path={path} /> : 'Outside calls';
}

const columnsOf = (group: Group): readonly Column<UsageGroupWire>[] => [
  {
    key: 'name',
    header: groups.find(({ value }) => value === group)?.label ?? '',
    cell: (row) => nameOf(row, group),
  },
  {
    key: 'requests',
    header: 'Requests',
    cell: ({ requests }) => whole.format(requests),
    width: '8rem',
    isNumeric: true,
  },
  {
    key: 'errors',
    header: 'Errors',
    cell: ({ errors, requests }) => percent.format(requests ? errors / requests : 0),
    width: '7rem',
    isNumeric: true,
  },
  {
    key: 'mean',
    header: 'Mean time',
    cell: ({ avg_response_ms }) => `${whole.format(Math.round(avg_response_ms))} ms`,
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
    columns={columnsOf(group)}
    rowKey={({ key }) => key}
  />
);

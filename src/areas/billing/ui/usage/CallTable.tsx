import { formatCount } from '#lib/format.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type Column, Table, type TableProps } from '#ui/table/Table.tsx';
import type { UsageRecordWire } from '../../wire/index.ts';
import { CallPath } from './CallPath.tsx';

const chooseTone = (status: number): BadgeTone =>
  status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success';

const renderName = ({ method, endpoint, metric }: UsageRecordWire) =>
  endpoint ? <CallPath method={method} path={endpoint} /> : metric.replaceAll('_', ' ');

const columns: readonly Column<UsageRecordWire>[] = [
  {
    key: 'endpoint',
    header: 'Call',
    cell: (row) => (
      <>
        <span className="block">{renderName(row)}</span>
        {row.error_code && (
          <code className="block font-mono text-xs wrap-anywhere text-quiet">{row.error_code}</code>
        )}
        <RelativeTime value={row.created_at} className="text-xs text-quiet md:hidden" />
      </>
    ),
  },
  {
    key: 'key',
    header: 'Key',
    cell: ({ api_key }) => api_key?.name ?? <span className="text-quiet">Dashboard</span>,
    width: '10rem',
    isSecondary: true,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status_code }) => <Badge tone={chooseTone(status_code)}>{status_code}</Badge>,
    width: '6rem',
  },
  {
    key: 'time',
    header: 'Took',
    cell: ({ response_time_ms }) => `${formatCount(response_time_ms)} ms`,
    width: '7rem',
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'when',
    header: 'When',
    cell: ({ created_at }) => <RelativeTime value={created_at} className="whitespace-nowrap" />,
    width: '9rem',
    isSecondary: true,
  },
];

type CallTableProps = Pick<
  TableProps<UsageRecordWire>,
  'rows' | 'isLoading' | 'empty' | 'onRowOpen'
>;

export const CallTable = (props: CallTableProps) => (
  <Table {...props} caption="Calls" columns={columns} rowKey={({ id }) => id} />
);

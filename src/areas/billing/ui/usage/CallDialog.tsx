import { CopyButton } from '#ui/CopyButton.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { UsageRecordWire } from '../../wire/index.ts';
import { metricLabels } from '../../wire/usage.constants.ts';

const factsOf = (row: UsageRecordWire) => [
  { term: 'Status', description: `${row.status_code}, after ${row.response_time_ms} ms` },
  { term: 'When', description: <RelativeTime value={row.created_at} /> },
  { term: 'Key', description: row.api_key?.name ?? 'Dashboard' },
  { term: 'Counted', description: `${row.units} ${metricLabels[row.metric]}` },
  ...(Number(row.cost) > 0 ? [{ term: 'Cost', description: `$${row.cost}` }] : []),
  { term: 'From', description: row.ip_address ?? 'Unknown' },
  { term: 'User agent', description: row.user_agent || 'Unknown' },
  {
    term: 'Request ID',
    description: <span className="font-mono text-xs wrap-anywhere">{row.request_id}</span>,
  },
];

/** Details of one request, with the id that support asks for. */
export const CallDialog = ({ row, onClose }: { row: UsageRecordWire; onClose: () => void }) => (
  <Dialog
    isOpen
    onOpenChange={onClose}
    title="Call"
    description={`${row.method} ${row.endpoint}`.trim()}
    actions={<CopyButton value={row.request_id} label="Copy request ID" />}
  >
    <DescriptionList items={factsOf(row)} />
  </Dialog>
);

import { CopyButton } from '#ui/CopyButton.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { UsageRecordWire } from '../../contract.ts';

const metricWords: Record<UsageRecordWire['metric'], string> = {
  request: 'requests',
  audio_second: 'seconds of audio',
  character: 'characters',
  calculation: 'calculations',
  proxy_lease: 'proxy leases',
};

const factsOf = (row: UsageRecordWire) => [
  { term: 'Answer', description: `${row.status_code}, after ${row.response_time_ms} ms` },
  { term: 'When', description: <RelativeTime value={row.created_at} /> },
  { term: 'Key', description: row.api_key?.name ?? 'Dashboard' },
  { term: 'Counted', description: `${row.units} ${metricWords[row.metric]}` },
  ...(Number(row.cost) > 0 ? [{ term: 'Cost', description: `$${row.cost}` }] : []),
  { term: 'From', description: row.ip_address ?? 'Unknown' },
  { term: 'Program', description: row.user_agent || 'Unknown' },
  {
    term: 'Request',
    description: <span className="font-mono text-xs wrap-anywhere">{row.request_id}</span>,
  },
];

/** One call in full; its id is what support asks for. */
export const CallDialog = ({ row, onClose }: { row: UsageRecordWire; onClose: () => void }) => (
  <Dialog
    isOpen
    onOpenChange={onClose}
    title="Call"
    description={`${row.method} ${row.endpoint}`.trim()}
    actions={<CopyButton value={row.request_id} label="Copy request id" />}
  >
    <DescriptionList items={factsOf(row)} />
  </Dialog>
);

import type { ReactNode } from 'react';
import { formatBytes } from '#lib/format.ts';
import { metricLabels } from '#lib/metric-labels.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { UsageRecordWire } from '../../wire/index.ts';

const formatSize = (bytes: number | null) => (bytes === null ? 'Unknown' : formatBytes(bytes));

const countedBy = ({ units, metric }: UsageRecordWire) =>
  Number(units) === 0 ? 'Nothing' : `${units} ${metricLabels[metric]}`;

/** The page of the docs loads as a whole: the dashboard's router does not have it. */
export const ErrorHelp = ({ href, code }: { href: string; code: string }) => (
  <a href={href} className="link">
    What {code} means and what to do
  </a>
);

const listFacts = (row: UsageRecordWire) => [
  { term: 'Status', description: `${row.status_code}, after ${row.response_time_ms} ms` },
  ...(row.error_code
    ? [
        {
          term: 'Error',
          description: (
            <>
              <code className="font-mono text-xs wrap-anywhere">{row.error_code}</code>
              <span className="block">{row.error_message}</span>
              {row.help && <ErrorHelp href={row.help} code={row.error_code} />}
            </>
          ),
        },
      ]
    : []),
  { term: 'When', description: <RelativeTime value={row.created_at} /> },
  { term: 'Key', description: row.api_key?.name ?? 'Dashboard' },
  { term: 'Counted', description: countedBy(row) },
  ...(Number(row.cost) > 0 ? [{ term: 'Cost', description: `$${row.cost}` }] : []),
  { term: 'Sent', description: formatSize(row.request_bytes) },
  { term: 'Received', description: formatSize(row.response_bytes) },
  { term: 'From', description: row.ip_address ?? 'Unknown' },
  { term: 'User agent', description: row.user_agent || 'Unknown' },
  {
    term: 'Request ID',
    description: <span className="font-mono text-xs wrap-anywhere">{row.request_id}</span>,
  },
];

type CallDialogProps = {
  row: UsageRecordWire;
  onClose: () => void;
  /** Beside the button that copies the request id. */
  actions?: ReactNode;
};

/** The story of one call, with the id that support asks for. */
export const CallDialog = ({ row, onClose, actions }: CallDialogProps) => (
  <Dialog
    isOpen
    onOpenChange={onClose}
    title="Call"
    description={`${row.method} ${row.endpoint}`.trim()}
    actions={
      <>
        {actions}
        <CopyButton value={row.request_id} label="Copy request ID" />
      </>
    }
  >
    <DescriptionList items={listFacts(row)} />
  </Dialog>
);

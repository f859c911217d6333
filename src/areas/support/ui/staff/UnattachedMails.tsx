import { Link } from 'react-router';
import { formatBytes } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import { toast, toastError } from '#ui/toast.ts';
import {
  type MailHandling,
  unattachedLabels,
  unattachedOutcomes,
} from '../../wire/inbound-mail.constants.ts';
import type { UnattachedMailWire } from '../../wire/index.ts';
import { unattachedMailList, useHandleMail } from './staff-queries.ts';

const filters: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'reason',
    label: 'Reason',
    options: unattachedOutcomes.map((value) => ({ value, label: unattachedLabels[value] })),
  },
  {
    kind: 'choice',
    name: 'handled',
    label: 'State',
    all: 'Waiting',
    options: [{ value: 'true', label: 'Handled' }],
  },
];

const handledLabels: Record<MailHandling, string> = {
  note: 'Added as a note',
  ticket: 'Ticket opened',
  dismissed: 'Dismissed',
};

function HandleMail({ mail }: { mail: UnattachedMailWire }) {
  const handle = useHandleMail(mail.id);
  if (mail.handled_as) return <Badge>{handledLabels[mail.handled_as]}</Badge>;
  const choose = (as: MailHandling) => () =>
    handle.mutate(as, {
      onSuccess: () => toast.success(handledLabels[as]),
      onError: toastError,
    });
  return (
    <Menu
      trigger={
        <Button size="small" isBusy={handle.isPending}>
          Handle
          <span className="sr-only"> the mail from {mail.sender}</span>
        </Button>
      }
    >
      {mail.ticket && (
        <MenuItem onSelect={choose('note')}>Add to #{mail.ticket.number} as a note</MenuItem>
      )}
      {mail.has_account && <MenuItem onSelect={choose('ticket')}>Open a ticket</MenuItem>}
      <MenuItem onSelect={choose('dismissed')}>Dismiss</MenuItem>
    </Menu>
  );
}

const columns: readonly Column<UnattachedMailWire>[] = [
  {
    key: 'sender',
    header: 'From',
    cell: (mail) => (
      <>
        <span className="block font-medium wrap-anywhere">{mail.sender || 'Unknown sender'}</span>
        <a
          href={mail.original_url}
          target="_blank"
          rel="noreferrer"
          className="wrap-anywhere text-quiet underline"
        >
          {mail.subject || 'No subject'}
          <span className="sr-only">, original mail</span>
        </a>
        <RelativeTime value={mail.received_at} className="block text-quiet md:hidden" />
      </>
    ),
  },
  {
    key: 'reason',
    header: 'Reason',
    cell: (mail) => <Badge tone="warning">{unattachedLabels[mail.reason]}</Badge>,
    width: '10rem',
  },
  {
    key: 'ticket',
    header: 'Ticket',
    cell: ({ ticket }) =>
      ticket ? <Link to={`/admin/tickets/${ticket.uuid}`}>#{ticket.number}</Link> : 'None',
    width: '6rem',
    isSecondary: true,
  },
  {
    key: 'size',
    header: 'Size',
    cell: (mail) => formatBytes(mail.size_bytes),
    width: '6rem',
    isSecondary: true,
  },
  timeColumn('received_at', 'Received', '9rem'),
  {
    key: 'handle',
    header: 'Handle',
    isHeaderHidden: true,
    cell: (mail) => <HandleMail mail={mail} />,
    width: '9rem',
  },
];

/** Mails to reply addresses that did not become messages: each is kept until somebody decides. */
export default function UnattachedMails() {
  return (
    <Screen
      title="Unmatched mail"
      description="Mail that could not be added to a ticket. Each one is stored for 30 days."
    >
      <RecordList
        what="mails"
        title="Mails"
        columns={columns}
        filters={filters}
        list={unattachedMailList}
        rowKey={(row) => row.id}
        rowLabel={(row) => `the mail from ${row.sender}`}
      />
    </Screen>
  );
}

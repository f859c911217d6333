import { useState } from 'react';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { BulkButton } from '#ui/records/BulkButton.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import { resultToasts } from '#ui/toast.ts';
import type { OutboxMailWire } from '../../wire/system.ts';
import { MailHoldBanner } from './MailHoldBanner.tsx';
import { mailList, useRetryMail, useRetryMails } from './queries.ts';

const filters: readonly RecordFilter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Exact address' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'dead', label: 'Failed' },
      { value: 'queued', label: 'Waiting' },
      { value: 'held', label: 'Held' },
      { value: 'sent', label: 'Sent' },
      { value: 'discarded', label: 'Discarded' },
    ],
  },
  {
    kind: 'choice',
    name: 'bounce_kind',
    label: 'Reported',
    options: [
      { value: 'bounced', label: 'Bounced' },
      { value: 'delayed', label: 'Delayed' },
      { value: 'complained', label: 'Complaint' },
    ],
  },
];

const statusBadges: Record<OutboxMailWire['status'], { tone: BadgeTone; label: string }> = {
  queued: { tone: 'info', label: 'Waiting' },
  held: { tone: 'warning', label: 'Held' },
  sent: { tone: 'success', label: 'Sent' },
  discarded: { tone: 'neutral', label: 'Discarded' },
  dead: { tone: 'danger', label: 'Failed' },
};

/** A mail that bounced is no longer shown as sent. */
const bounceBadges: Record<NonNullable<OutboxMailWire['bounce_kind']>, typeof statusBadges.dead> = {
  bounced: { tone: 'danger', label: 'Bounced' },
  delayed: { tone: 'warning', label: 'Delayed' },
  complained: { tone: 'warning', label: 'Complaint' },
};

const chooseBadge = ({ status, bounce_kind }: OutboxMailWire) =>
  status === 'sent' && bounce_kind ? bounceBadges[bounce_kind] : statusBadges[status];

const isRetriable = ({ status, bounce_kind, is_secret }: OutboxMailWire): boolean =>
  !is_secret &&
  (status === 'dead' || status === 'discarded' || (status === 'sent' && bounce_kind === 'bounced'));

/** What a mail server said, at once or later. */
const describeMail = ({ last_error, bounce_kind, bounce_status, bounce_words }: OutboxMailWire) =>
  bounce_kind ? bounce_words || bounce_status : last_error;

function RetryMail({ mail }: { mail: OutboxMailWire }) {
  const retry = useRetryMail();
  if (!isRetriable(mail)) return null;
  const results = resultToasts(`mail ${mail.id}`);
  return (
    <Button
      size="small"
      isBusy={retry.isPending}
      onClick={() =>
        retry.mutate(mail.id, {
          onSuccess: () => results.success(`The mail to ${mail.to} is sent again`),
          onError: results.fail,
        })
      }
    >
      Send again
      <span className="sr-only"> to {mail.to}</span>
    </Button>
  );
}

const columns: readonly Column<OutboxMailWire>[] = [
  {
    key: 'to',
    header: 'To',
    cell: (mail) => (
      <>
        <span className="block font-medium wrap-anywhere">{mail.to}</span>
        <span className="text-quiet">{mail.subject ?? 'Contains a code, not shown'}</span>
        <RelativeTime value={mail.created_at} className="block text-quiet md:hidden" />
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (mail) => <Badge tone={chooseBadge(mail).tone}>{chooseBadge(mail).label}</Badge>,
    width: '8rem',
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => <code>{kind}</code>, isSecondary: true },
  {
    key: 'error',
    header: 'Error',
    cell: (mail) =>
      describeMail(mail) && (
        <span className="line-clamp-2 wrap-anywhere">
          {describeMail(mail)} <Badge>{`${mail.attempts} attempts`}</Badge>
        </span>
      ),
    isSecondary: true,
  },
  timeColumn('created_at', 'Created', '9rem'),
  {
    key: 'retry',
    header: 'Send again',
    isHeaderHidden: true,
    cell: (mail) => <RetryMail mail={mail} />,
    width: '9rem',
  },
];

export default function Mails() {
  const retry = useRetryMails();
  const [open, setOpen] = useState<OutboxMailWire>();
  return (
    <Screen
      title="Mail log"
      description="Mails from the outbox. Sent mails are kept for 30 days, failed, bounced and discarded ones for 90."
      back={{ to: '/admin/system', label: 'System' }}
    >
      <MailHoldBanner />
      <RecordList
        what="mails"
        title="Mails"
        columns={columns}
        filters={filters}
        list={mailList}
        rowKey={(mail) => mail.id}
        rowLabel={(mail) => `Mail to ${mail.to}`}
        onRowOpen={setOpen}
        bulk={(selected, done) => (
          <BulkButton selected={selected} change={retry} doneLabel="sent again" onDone={done}>
            Send again
          </BulkButton>
        )}
        csv="mails.csv"
      />
      {open && (
        <Dialog
          isOpen
          onOpenChange={() => setOpen(undefined)}
          title={open.subject ?? 'A mail with a code'}
          description={`To ${open.to}`}
          size="large"
        >
          {describeMail(open) && (
            <p className="mb-4 text-sm text-quiet wrap-anywhere">{describeMail(open)}</p>
          )}
          <p className="text-sm whitespace-pre-wrap wrap-anywhere">
            {open.text ?? 'The text is not shown.'}
          </p>
        </Dialog>
      )}
    </Screen>
  );
}

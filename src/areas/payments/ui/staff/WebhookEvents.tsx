import { useState } from 'react';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { BulkButton } from '#ui/records/BulkButton.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import { resultToasts } from '#ui/toast.ts';
import { paymentProviders } from '../../wire/payments.constants.ts';
import type { WebhookEventWire } from '../../wire/webhooks.ts';
import { PaymentTabs } from './PaymentTabs.tsx';
import { useReplay, useReplayEach, webhookEventList } from './queries.ts';

type Status = WebhookEventWire['status'];
const looks: Record<Status, { tone: BadgeTone; label: string }> = {
  received: { tone: 'info', label: 'Received' },
  processed: { tone: 'success', label: 'Processed' },
  ignored: { tone: 'neutral', label: 'Ignored' },
  failed: { tone: 'danger', label: 'Failed' },
};

const filters: readonly RecordFilter[] = [
  {
    kind: 'search',
    name: 'search',
    label: 'Search',
    placeholder: 'Event or payment, exactly',
  },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: Object.entries(looks).map(([value, { label }]) => ({ value, label })),
  },
  {
    kind: 'choice',
    name: 'provider',
    label: 'Provider',
    options: paymentProviders.map((value) => ({ value, label: value })),
  },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];

function ReplayButton({ event }: { event: WebhookEventWire }) {
  const replay = useReplay();
  const results = resultToasts(`event ${event.uuid}`);
  return (
    <Button
      size="small"
      isBusy={replay.isPending}
      onClick={() =>
        replay.mutate(event.uuid, {
          onSuccess: () => results.success('The event is being replayed'),
          onError: results.fail,
        })
      }
    >
      Replay
      <span className="sr-only"> {event.event_id}</span>
    </Button>
  );
}

const columns: readonly Column<WebhookEventWire>[] = [
  {
    key: 'event',
    header: 'Event',
    cell: (event) => (
      <>
        <span className="block font-mono text-xs wrap-anywhere">{event.event_id}</span>
        <span className="text-quiet">
          {event.provider}, {event.provider_status}
        </span>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={looks[status].tone}>{looks[status].label}</Badge>,
    width: '9rem',
  },
  {
    key: 'error',
    header: 'Error',
    cell: ({ error }) => error && <span className="line-clamp-2 wrap-anywhere">{error}</span>,
    isSecondary: true,
  },
  timeColumn('received_at', 'Received', '9rem'),
  {
    key: 'replay',
    header: 'Replay',
    isHeaderHidden: true,
    cell: (event) => <ReplayButton event={event} />,
    width: '7rem',
  },
];

/** Formatted JSON; invalid JSON unchanged. */
function printBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

export default function WebhookEvents() {
  const replay = useReplayEach();
  const [open, setOpen] = useState<WebhookEventWire>();
  return (
    <Screen
      title="Provider events"
      description="Webhook events of the payment providers. Replaying one never credits twice."
      tabs={<PaymentTabs />}
    >
      <RecordList
        what="events"
        title="Events"
        columns={columns}
        filters={filters}
        list={webhookEventList}
        rowKey={(event) => event.uuid}
        rowLabel={(event) => event.event_id}
        onRowOpen={setOpen}
        bulk={(selected, done) => (
          <BulkButton selected={selected} change={replay} doneLabel="worked on again" onDone={done}>
            Replay
          </BulkButton>
        )}
        csv="events.csv"
        empty={<EmptyState title="No events yet" />}
      />
      {open && (
        <Dialog
          isOpen
          onOpenChange={() => setOpen(undefined)}
          title={open.event_id}
          description="The signed text, as it came."
          size="large"
        >
          <pre className="overflow-auto border border-line p-3 text-xs whitespace-pre-wrap wrap-anywhere surface-sunken">
            {printBody(open.body)}
          </pre>
        </Dialog>
      )}
    </Screen>
  );
}

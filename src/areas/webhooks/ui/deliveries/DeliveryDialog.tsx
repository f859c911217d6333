import { RotateCw } from 'lucide-react';
import { errorMessage } from '#lib/call-error.ts';
import { webhookEventPath } from '#lib/webhook-event-path.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { WebhookDeliveryDetailWire } from '../../wire/index.ts';
import { attemptErrors } from '../../wire/webhooks.constants.ts';
import { useDelivery, useReplay } from '../queries.ts';
import { DeliveryBadge } from './DeliveryBadge.tsx';

type DetailProps = { delivery: WebhookDeliveryDetailWire };

const toFacts = (delivery: WebhookDeliveryDetailWire) => [
  { term: 'State', description: <DeliveryBadge delivery={delivery} /> },
  {
    term: 'Endpoint',
    description: <span className="font-mono text-xs">{delivery.endpoint_url}</span>,
  },
  { term: 'Happened', description: <RelativeTime value={delivery.created_at} /> },
  ...(delivery.next_attempt_at
    ? [{ term: 'Next attempt', description: <RelativeTime value={delivery.next_attempt_at} /> }]
    : []),
  ...(delivery.last_error
    ? [{ term: 'Problem', description: attemptErrors[delivery.last_error] }]
    : []),
  {
    term: 'webhook-id',
    description: <span className="font-mono text-xs">{delivery.message}</span>,
  },
];

const Attempts = ({ delivery }: DetailProps) => (
  <section>
    <h3 className="text-base">Attempts</h3>
    <ol className="mt-2 divide-y divide-line border-y border-line">
      {delivery.attempt_log.map(({ number, at, status, duration_ms, error, answer }) => (
        <li key={number} className="py-2.5 text-sm">
          <p className="flex flex-wrap gap-x-3">
            <span className="font-medium">{status ? `Status ${status}` : 'No answer'}</span>
            <span className="text-quiet">{`after ${duration_ms} ms`}</span>
            <RelativeTime value={at} className="text-quiet" />
          </p>
          {error && <p>{attemptErrors[error]}</p>}
          {answer && (
            <pre className="mt-1 max-h-40 overflow-auto font-mono text-xs whitespace-pre-wrap text-quiet wrap-anywhere">
              {answer}
            </pre>
          )}
        </li>
      ))}
      {delivery.attempt_log.length === 0 && (
        <li className="py-2.5 text-sm text-quiet">It has not been sent yet.</li>
      )}
    </ol>
  </section>
);

/** Anything but JSON would be a fault of ours: it is shown as it is. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const Body = ({ delivery: { type, body } }: DetailProps) => (
  <section>
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h3 className="text-base">Body</h3>
      <CopyButton value={body} label="Copy body" size="small" />
    </div>
    <pre className="mt-2 max-h-96 overflow-auto border border-line p-3 font-mono text-xs surface-sunken">
      {indent(body)}
    </pre>
    <p className="mt-2 text-sm">
      <a href={webhookEventPath(type)} target="_blank" rel="noreferrer" className="link">
        What its fields say
      </a>
    </p>
  </section>
);

function ReplayButton({ id }: { id: string }) {
  const replay = useReplay(id);
  const results = resultToasts(`delivery ${id}`);
  const send = () =>
    replay.mutate(undefined, {
      onSuccess: () => results.success('Sent again'),
      onError: results.fail,
    });
  return (
    <Button
      variant="primary"
      icon={<RotateCw size={16} aria-hidden />}
      isBusy={replay.isPending}
      busyLabel="Sending..."
      onClick={send}
    >
      Send again
    </Button>
  );
}

type DeliveryDialogProps = { id: string; type: string; onClose: () => void };

/** The story of one delivery: what was sent, and what came back. */
export function DeliveryDialog({ id, type, onClose }: DeliveryDialogProps) {
  const delivery = useDelivery(id);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="large"
      title="Delivery"
      description={type}
      actions={<ReplayButton id={id} />}
    >
      {delivery.isError && (
        <LoadError
          message={errorMessage(delivery.error)}
          onRetry={() => delivery.refetch()}
          isRetrying={delivery.isFetching}
        />
      )}
      {delivery.isPending && <Skeleton className="h-12 w-full" linesCount={3} />}
      {delivery.data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <DescriptionList items={toFacts(delivery.data)} />
          <Attempts delivery={delivery.data} />
          <Body delivery={delivery.data} />
        </div>
      )}
    </Dialog>
  );
}

import { Button } from '#ui/Button.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { TicketDetailWire } from '../../wire/index.ts';
import { useChangeTicket } from '../queries.ts';
import { DeleteTicket } from './DeleteTicket.tsx';

/** A customer can close, reopen a resolved ticket, and delete one without an answer. */
export function TicketActions({ ticket }: { ticket: TicketDetailWire }) {
  const change = useChangeTicket(ticket.uuid);
  const results = resultToasts(`ticket ${ticket.uuid}`);
  const set = (status: 'closed' | 'open', message: string) =>
    change.mutate({ status }, { onSuccess: () => results.success(message), onError: results.fail });
  const isBusy = change.isPending;
  if (ticket.status === 'closed') return null;
  return (
    <>
      {ticket.status === 'resolved' && (
        <Button
          isBusy={isBusy}
          busyLabel="Reopening..."
          onClick={() => set('open', 'Ticket reopened')}
        >
          Reopen ticket
        </Button>
      )}
      <Button isBusy={isBusy} busyLabel="Closing..." onClick={() => set('closed', 'Ticket closed')}>
        Close ticket
      </Button>
      {ticket.first_response_at === null && <DeleteTicket ticket={ticket} />}
    </>
  );
}

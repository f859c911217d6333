import { messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/toast.ts';
import type { TicketDetailWire } from '../contract.ts';
import { DeleteTicket } from './DeleteTicket.tsx';
import { useChangeTicket } from './queries.ts';

/** A customer closes what is done, reopens what is not, and takes back what nobody answered. */
export function TicketActions({ ticket }: { ticket: TicketDetailWire }) {
  const change = useChangeTicket(ticket.uuid);
  const set = (status: 'closed' | 'open', words: string) =>
    change.mutate(
      { status },
      {
        onSuccess: () => toast.success(words),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
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

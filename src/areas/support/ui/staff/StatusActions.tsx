import { messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/toast.ts';
import type { TicketDetailWire } from '../../contract.ts';
import type { TicketStatus } from '../../ticket-words.ts';
import { useChangeTicket } from '../queries.ts';

type Step = { status: TicketStatus; label: string; said: string };

const resolve: Step = { status: 'resolved', label: 'Resolve', said: 'Ticket resolved' };
const close: Step = { status: 'closed', label: 'Close', said: 'Ticket closed' };
const takeBack: Step = { status: 'waiting_for_admin', label: 'Reopen', said: 'Ticket reopened' };

const steps: Record<TicketStatus, readonly Step[]> = {
  open: [resolve, close],
  waiting_for_admin: [resolve, close],
  waiting_for_user: [resolve, close],
  resolved: [takeBack, close],
  closed: [takeBack],
};

/** The steps that the ticket's status allows. */
export function StatusActions({ ticket }: { ticket: TicketDetailWire }) {
  const change = useChangeTicket(ticket.uuid);
  return steps[ticket.status].map(({ status, label, said }) => (
    <Button
      key={status}
      disabled={change.isPending}
      onClick={() =>
        change.mutate(
          { status },
          {
            onSuccess: () => toast.success(said),
            onError: (error) => toast.error(messageOf(error)),
          },
        )
      }
    >
      {label}
    </Button>
  ));
}

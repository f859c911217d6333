import { Button } from '#ui/Button.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { TicketDetailWire } from '../../wire/index.ts';
import type { TicketStatus } from '../../wire/tickets.constants.ts';
import { useChangeTicket } from '../queries.ts';

type Step = { status: TicketStatus; label: string; successMessage: string };

const resolve: Step = { status: 'resolved', label: 'Resolve', successMessage: 'Ticket resolved' };
const close: Step = { status: 'closed', label: 'Close', successMessage: 'Ticket closed' };
const reopen: Step = {
  status: 'waiting_for_admin',
  label: 'Reopen',
  successMessage: 'Ticket reopened',
};

const steps: Record<TicketStatus, readonly Step[]> = {
  open: [resolve, close],
  waiting_for_admin: [resolve, close],
  waiting_for_user: [resolve, close],
  resolved: [reopen, close],
  closed: [reopen],
};

/** The transitions that the status of the ticket allows. */
export function StatusActions({ ticket }: { ticket: TicketDetailWire }) {
  const change = useChangeTicket(ticket.uuid);
  const results = resultToasts(`ticket ${ticket.uuid}`);
  return steps[ticket.status].map(({ status, label, successMessage }) => (
    <Button
      key={status}
      disabled={change.isPending}
      onClick={() =>
        change.mutate(
          { status },
          {
            onSuccess: () => results.success(successMessage),
            onError: results.fail,
          },
        )
      }
    >
      {label}
    </Button>
  ));
}

import clsx from 'clsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { TicketWire } from '../../wire/index.ts';
import { awaitsFirstResponse } from '../../wire/tickets.constants.ts';

type TimedTicket = Pick<
  TicketWire,
  | 'first_response_at'
  | 'first_response_due_at'
  | 'resolve_due_at'
  | 'resolved_at'
  | 'closed_at'
  | 'status'
>;
type TicketProps = { ticket: TimedTicket };

/** Highlighted when late. */
function DueTime({ at }: { at: string }) {
  const isLate = Date.parse(at) < Date.now();
  return (
    <span className={clsx(isLate && 'font-medium text-danger')}>
      {isLate ? 'Late: due ' : 'Due '}
      <RelativeTime value={at} />
    </span>
  );
}

type DoneProps = { label: string; at: string };

const DoneTime = ({ label, at }: DoneProps) => (
  <span className="text-quiet">
    {label} <RelativeTime value={at} />
  </span>
);

/** When the first answer came or is due. */
export function AnswerTime({ ticket }: TicketProps) {
  if (ticket.first_response_at) return <DoneTime label="Answered" at={ticket.first_response_at} />;
  if (awaitsFirstResponse(ticket)) return <DueTime at={ticket.first_response_due_at} />;
  return <span className="text-quiet">None needed</span>;
}

/** When the ticket was resolved or is due. */
export function ResolveTime({ ticket }: TicketProps) {
  const { resolved_at, closed_at, resolve_due_at } = ticket;
  if (resolved_at) return <DoneTime label="Resolved" at={resolved_at} />;
  if (closed_at) return <DoneTime label="Closed" at={closed_at} />;
  return resolve_due_at ? <DueTime at={resolve_due_at} /> : null;
}

/** The next deadline, or the end of the ticket. */
export function NextDue({ ticket }: TicketProps) {
  if (ticket.resolved_at || ticket.closed_at) return <ResolveTime ticket={ticket} />;
  return (
    <span className="grid">
      <span className="text-xs text-quiet">
        {awaitsFirstResponse(ticket) ? 'First answer' : 'Resolution'}
      </span>
      {awaitsFirstResponse(ticket) ? (
        <AnswerTime ticket={ticket} />
      ) : (
        <ResolveTime ticket={ticket} />
      )}
    </span>
  );
}

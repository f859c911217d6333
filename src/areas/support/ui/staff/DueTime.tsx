import clsx from 'clsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { TicketWire } from '../../contract.ts';
import { waitsForAnswer } from '../../ticket-words.ts';

type TimedTicket = Pick<
  TicketWire,
  | 'first_response_at'
  | 'first_response_due_at'
  | 'resolve_due_at'
  | 'resolved_at'
  | 'closed_at'
  | 'status'
>;
type OfTicket = { ticket: TimedTicket };

/** What is late stands out, and says so. */
function Due({ at }: { at: string }) {
  const isLate = Date.parse(at) < Date.now();
  return (
    <span className={clsx(isLate && 'font-medium text-danger')}>
      {isLate ? 'Late: due ' : 'Due '}
      <RelativeTime value={at} />
    </span>
  );
}

type DoneProps = { word: string; at: string };

const Done = ({ word, at }: DoneProps) => (
  <span className="text-quiet">
    {word} <RelativeTime value={at} />
  </span>
);

/** When the first answer came, or by when it is due. */
export function AnswerTime({ ticket }: OfTicket) {
  if (ticket.first_response_at) return <Done word="Answered" at={ticket.first_response_at} />;
  if (waitsForAnswer(ticket)) return <Due at={ticket.first_response_due_at} />;
  return <span className="text-quiet">None needed</span>;
}

/** When it was resolved, or by when it should be. */
export function ResolveTime({ ticket }: OfTicket) {
  const { resolved_at, closed_at, resolve_due_at } = ticket;
  if (resolved_at) return <Done word="Resolved" at={resolved_at} />;
  if (closed_at) return <Done word="Closed" at={closed_at} />;
  return resolve_due_at ? <Due at={resolve_due_at} /> : null;
}

/** The timer that runs, and its end once there is none. */
export function NextDue({ ticket }: OfTicket) {
  if (ticket.resolved_at || ticket.closed_at) return <ResolveTime ticket={ticket} />;
  return (
    <span className="grid">
      <span className="text-xs text-quiet">
        {waitsForAnswer(ticket) ? 'First answer' : 'Resolution'}
      </span>
      {waitsForAnswer(ticket) ? <AnswerTime ticket={ticket} /> : <ResolveTime ticket={ticket} />}
    </span>
  );
}

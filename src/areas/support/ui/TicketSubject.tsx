import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TicketWire } from '../contract.ts';

type TicketSubjectProps = {
  ticket: TicketWire;
  to: string;
  /** Stands after the number, as far as there is room. */
  note: string | null | undefined;
  /** What else a small screen shows here. */
  children: ReactNode;
};

/** Bold while something in it is unread. */
export const TicketSubject = ({ ticket, to, note, children }: TicketSubjectProps) => (
  <div className="grid gap-0.5 py-1">
    <Link
      to={to}
      className={clsx(
        'underline-offset-4 wrap-anywhere hover:underline',
        ticket.unanswered_messages_count > 0 && 'font-semibold',
      )}
    >
      {ticket.subject}
    </Link>
    <span className="line-clamp-1 text-quiet">
      <span className="font-mono text-xs">#{ticket.number}</span> {note}
    </span>
    {children}
  </div>
);

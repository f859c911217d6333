import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TicketWire } from '../../wire/index.ts';

type TicketSubjectProps = {
  ticket: TicketWire;
  to: string;
  /** After the number, truncated to the available room. */
  note: string | null | undefined;
  /** Further content on small screens. */
  children: ReactNode;
};

/** Bold with unread messages. */
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

import { Link } from 'react-router';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { TicketDetailWire } from '../../wire/index.ts';
import {
  awaitsFirstResponse,
  type RelatedType,
  relatedLabels,
  ticketCategoryLabels,
  ticketPriorityLabels,
} from '../../wire/tickets.constants.ts';

/** The customer's screen of a related object. */
const relatedPaths: Record<RelatedType, (id: string) => string> = {
  payment: (id) => `/dashboard/payments/${id}`,
  key: () => '/dashboard/keys',
  subscription: () => '/dashboard/plan',
  call: (id) => `/dashboard/usage?request=${id}`,
  calculation: (id) => `/dashboard/customs/calculation/${id}`,
};

type TicketFactsProps = { ticket: TicketDetailWire };

function FirstAnswer({ ticket }: TicketFactsProps) {
  if (ticket.first_response_at) return <RelativeTime value={ticket.first_response_at} />;
  if (!awaitsFirstResponse(ticket)) return 'None needed';
  return (
    <>
      by <RelativeTime value={ticket.first_response_due_at} />
    </>
  );
}

export function TicketFacts({ ticket }: TicketFactsProps) {
  const { related, follows, reopen_until } = ticket;
  const link = (to: string, label: string) => (
    <Link to={to} className="link">
      {label}
    </Link>
  );
  return (
    <Panel title="About this ticket">
      <DescriptionList
        items={[
          { term: 'Number', description: `#${ticket.number}`, isNumeric: true },
          { term: 'Category', description: ticketCategoryLabels[ticket.category] },
          { term: 'Priority', description: ticketPriorityLabels[ticket.priority] },
          ...(ticket.has_priority_support
            ? [{ term: 'Support', description: 'Answered first, as your plan includes' }]
            : []),
          { term: 'Opened', description: <RelativeTime value={ticket.created_at} /> },
          { term: 'First answer', description: <FirstAnswer ticket={ticket} /> },
          ...(related
            ? [
                {
                  term: `About your ${relatedLabels[related.type]}`,
                  description: link(relatedPaths[related.type](related.id), related.label),
                },
              ]
            : []),
          ...(follows
            ? [
                {
                  term: 'Continues',
                  description: link(`/dashboard/support/${follows.uuid}`, `#${follows.number}`),
                },
              ]
            : []),
          ...(reopen_until
            ? [{ term: 'Closes', description: <RelativeTime value={reopen_until} /> }]
            : []),
        ]}
      />
    </Panel>
  );
}

import { Link } from 'react-router';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { useRecords } from '#ui/records/use-records.ts';
import type { TicketDetailWire } from '../../wire/index.ts';
import { type RelatedType, relatedLabels } from '../../wire/tickets.constants.ts';
import { TicketStatusBadge } from '../tickets/TicketStatusBadge.tsx';
import { AnswerTime, ResolveTime } from './DueTime.tsx';
import { staffTicketList } from './staff-queries.ts';

const othersMax = '6';

/** Other tickets of the customer. */
export function OtherTickets({ ticket }: { ticket: TicketDetailWire }) {
  const query = { user: String(ticket.user), page_size: othersMax };
  const { data } = useRecords(staffTicketList(true), query);
  const others = (data?.results ?? []).filter(({ uuid }) => uuid !== ticket.uuid);
  if (others.length === 0) return null;
  return (
    <Panel title="Other tickets" isFlush>
      <ul className="divide-y divide-line">
        {others.map((one) => (
          <li key={one.uuid} className="grid justify-items-start gap-1 px-5 py-3 text-sm">
            <Link to={`/admin/tickets/${one.uuid}`} className="link wrap-anywhere">
              #{one.number} {one.subject}
            </Link>
            <TicketStatusBadge ticket={one} isStaff />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Related = NonNullable<TicketDetailWire['related']>;

/** The staff screen of a related object; keys and plans are on the page of their owner. */
const relatedPaths: Record<RelatedType, (related: Related, user: number) => string> = {
  payment: ({ label }) => `/admin/payments?search=${encodeURIComponent(label)}`,
  calculation: ({ id }, user) => `/admin/calculations/${id}?user=${user}`,
  call: ({ id }, user) => `/admin/users/${user}?request=${id}`,
  key: (_, user) => `/admin/users/${user}`,
  subscription: (_, user) => `/admin/users/${user}`,
};

export function CustomerPanel({ ticket }: { ticket: TicketDetailWire }) {
  const { related, follows, rating, rating_comment } = ticket;
  return (
    <Panel title="Customer">
      <DescriptionList
        items={[
          {
            term: 'Name',
            description: (
              <Link to={`/admin/users/${ticket.user}`} className="link">
                {ticket.user_name}
              </Link>
            ),
          },
          { term: 'E-mail', description: ticket.user_email },
          { term: 'Opened', description: <RelativeTime value={ticket.created_at} /> },
          { term: 'First answer', description: <AnswerTime ticket={ticket} /> },
          { term: 'Resolution', description: <ResolveTime ticket={ticket} /> },
          ...(related
            ? [
                {
                  term: `About their ${relatedLabels[related.type]}`,
                  description: (
                    <Link to={relatedPaths[related.type](related, ticket.user)} className="link">
                      {related.label}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(follows
            ? [
                {
                  term: 'Continues',
                  description: (
                    <Link to={`/admin/tickets/${follows.uuid}`} className="link">
                      #{follows.number}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(rating === null
            ? []
            : [{ term: 'Rating', description: `${rating} of 5. ${rating_comment}`.trim() }]),
        ]}
      />
    </Panel>
  );
}

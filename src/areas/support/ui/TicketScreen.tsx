import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { announce } from '#ui/announce.ts';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { NoRecord } from '#ui/records/NoRecord.tsx';
import { OneRecord } from '#ui/records/OneRecord.tsx';
import type { TicketDetailWire } from '../contract.ts';
import { Composer } from './Composer.tsx';
import { Conversation } from './Conversation.tsx';
import { useMarkRead, useTicket } from './queries.ts';
import { RatingPanel } from './RatingPanel.tsx';
import { TicketActions } from './TicketActions.tsx';
import { TicketFacts } from './TicketFacts.tsx';
import { TicketStatusBadge } from './TicketStatusBadge.tsx';
import { useLiveTickets } from './use-live-tickets.ts';
import { useOutgoing } from './use-outgoing.ts';

const SupportLink = () => (
  <Link to="/dashboard/support" className="link">
    Support
  </Link>
);

/** What is on the screen of somebody who looks at it has been read. */
function useReading({ uuid, unanswered_messages_count: unread }: TicketDetailWire) {
  const { mutate } = useMarkRead(uuid);
  useEffect(() => {
    if (unread === 0) return;
    const read = () => {
      if (document.visibilityState === 'visible') mutate();
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [unread, mutate]);
}

/** Says a change that came by itself. */
function useSpokenStatus(words: string) {
  const last = useRef(words);
  useEffect(() => {
    if (last.current !== words) announce(`Ticket: ${words}`);
    last.current = words;
  }, [words]);
}

function TicketView({ ticket, isLive }: { ticket: TicketDetailWire; isLive: boolean }) {
  useReading(ticket);
  useSpokenStatus(ticket.status_display);
  const { send, ...messages } = useOutgoing(ticket.uuid);
  return (
    <>
      <PageHeader
        title={ticket.subject}
        back={<SupportLink />}
        status={<TicketStatusBadge ticket={ticket} />}
        action={<TicketActions ticket={ticket} />}
      />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <Panel title="Conversation" isFlush>
          <Conversation ticket={ticket} isLive={isLive} {...messages} />
          <div className="border-t border-line">
            {ticket.status === 'closed' ? (
              <Closed />
            ) : (
              <Composer
                draftKey={ticket.uuid}
                label={ticket.status === 'resolved' ? 'Write to reopen' : 'Your message'}
                sendLabel="Send message"
                onSend={(message) => send({ ...message, isInternal: false })}
              />
            )}
          </div>
        </Panel>
        <div className="grid gap-6">
          {ticket.can_rate && <RatingPanel key={ticket.uuid} ticket={ticket} />}
          <TicketFacts ticket={ticket} />
        </div>
      </div>
    </>
  );
}

const Closed = () => (
  <div className="p-5">
    <Banner
      tone="info"
      title="This ticket is closed"
      action={
        <ButtonLink asChild size="small">
          <Link to="/dashboard/support/new">Open a new ticket</Link>
        </ButtonLink>
      }
    >
      Name its number in a new one if the matter comes back.
    </Banner>
  </div>
);

/** One ticket: what was said, what to say, and how it was. */
export default function TicketScreen() {
  const { uuid = '' } = useParams();
  const isLive = useLiveTickets();
  const ticket = useTicket(uuid, isLive);
  const missing = (
    <NoRecord what="ticket" to="/dashboard/support" open="Open support">
      The address may be wrong, or the ticket belongs to another account.
    </NoRecord>
  );
  return (
    <>
      <title>{`Ticket · ${site.name}`}</title>
      <OneRecord key={uuid} what="ticket" result={ticket} missing={missing}>
        {(found) => <TicketView ticket={found} isLive={isLive} />}
      </OneRecord>
    </>
  );
}

import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { announce } from '#ui/focus/announce.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import type { TicketDetailWire } from '../../wire/index.ts';
import { Composer } from '../conversation/Composer.tsx';
import { Conversation } from '../conversation/Conversation.tsx';
import { useOutgoingMessages } from '../conversation/use-outgoing-messages.ts';
import { useLiveTickets, useMarkTicketRead, useTicket } from '../queries.ts';
import { RatingPanel } from './RatingPanel.tsx';
import { TicketActions } from './TicketActions.tsx';
import { TicketFacts } from './TicketFacts.tsx';
import { TicketStatusBadge } from './TicketStatusBadge.tsx';

/** Messages on a visible screen count as read. */
function useMarkReadWhileVisible({ uuid, unanswered_messages_count: unread }: TicketDetailWire) {
  const { mutate } = useMarkTicketRead(uuid);
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

/** Announces changes of the status to screen readers. */
function useAnnouncedStatus(status: string) {
  const last = useRef(status);
  useEffect(() => {
    if (last.current !== status) announce(`Ticket: ${status}`);
    last.current = status;
  }, [status]);
}

function TicketView({ ticket, isLive }: { ticket: TicketDetailWire; isLive: boolean }) {
  useMarkReadWhileVisible(ticket);
  useAnnouncedStatus(ticket.status_display);
  const { send, ...messages } = useOutgoingMessages(ticket.uuid);
  return (
    <>
      <PageHeader
        title={ticket.subject}
        back={{ to: '/dashboard/support', label: 'Support' }}
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
      If you still need help, open a new ticket and mention this number.
    </Banner>
  </div>
);

export default function TicketScreen() {
  const { uuid = '' } = useParams();
  const isLive = useLiveTickets();
  const ticket = useTicket(uuid, isLive);
  return (
    <RecordScreen
      key={uuid}
      what="ticket"
      result={ticket}
      tabTitle="Ticket"
      list={{ to: '/dashboard/support', label: 'Open support' }}
      hint="The address may be wrong, or the ticket belongs to another account."
    >
      {(found) => <TicketView ticket={found} isLive={isLive} />}
    </RecordScreen>
  );
}

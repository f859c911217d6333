import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import type { TicketDetailWire } from '../../wire/index.ts';
import { Composer } from '../conversation/Composer.tsx';
import { Conversation } from '../conversation/Conversation.tsx';
import { useOutgoingMessages } from '../conversation/use-outgoing-messages.ts';
import { useLiveTickets, useTicket } from '../queries.ts';
import { TicketStatusBadge } from '../tickets/TicketStatusBadge.tsx';
import { CannedReplyMenu } from './CannedReplyMenu.tsx';
import { CustomerPanel, OtherTickets } from './CustomerPanel.tsx';
import { HandlingPanel } from './HandlingPanel.tsx';
import { StatusActions } from './StatusActions.tsx';

type StaffComposerProps = {
  ticket: TicketDetailWire;
  send: ReturnType<typeof useOutgoingMessages>['send'];
};

/** A closed ticket accepts only notes. Notes and answers have separate drafts. */
function StaffComposer({ ticket, send }: StaffComposerProps) {
  const isClosed = ticket.status === 'closed';
  const [wantsNote, setNote] = useState(false);
  const isInternal = isClosed || wantsNote;
  return (
    <div className="border-t border-line">
      <div className="px-5 pt-5">
        <Checkbox
          label="Internal note"
          help="Only support sees it."
          checked={isInternal}
          disabled={isClosed}
          onChange={({ target }) => setNote(target.checked)}
        />
      </div>
      <Composer
        key={String(isInternal)}
        draftKey={`${isInternal ? 'note' : 'answer'}:${ticket.uuid}`}
        label={isInternal ? 'Note for support' : 'Answer to the customer'}
        sendLabel={isInternal ? 'Add note' : 'Send answer'}
        onSend={(message) => send({ ...message, isInternal })}
        tools={isInternal ? undefined : (insert) => <CannedReplyMenu onPick={insert} />}
      />
    </div>
  );
}

type TicketViewProps = Pick<TicketScreenProps, 'aside'> & {
  ticket: TicketDetailWire;
  isLive: boolean;
};

function TicketView({ ticket, isLive, aside }: TicketViewProps) {
  const { send, ...messages } = useOutgoingMessages(ticket.uuid);
  return (
    <>
      <PageHeader
        title={`#${ticket.number} ${ticket.subject}`}
        back={{ to: '/admin/tickets', label: 'Tickets' }}
        status={<TicketStatusBadge ticket={ticket} isStaff />}
        action={<StatusActions ticket={ticket} />}
      />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <Panel title="Conversation" isFlush>
          <Conversation ticket={ticket} isLive={isLive} isStaff {...messages} />
          <StaffComposer ticket={ticket} send={send} />
        </Panel>
        <div className="grid gap-6">
          <HandlingPanel ticket={ticket} />
          <CustomerPanel ticket={ticket} />
          {aside?.(ticket.user)}
          <OtherTickets ticket={ticket} />
        </div>
      </div>
    </>
  );
}

type TicketScreenProps = {
  /** Panels of other areas about the customer. */
  aside?: (userId: number) => ReactNode;
};

/** A customer's ticket, for staff. */
export default function TicketScreen({ aside }: TicketScreenProps) {
  const { uuid = '' } = useParams();
  const isLive = useLiveTickets();
  const ticket = useTicket(uuid, isLive);
  return (
    <RecordScreen
      key={uuid}
      what="ticket"
      result={ticket}
      tabTitle="Ticket"
      list={{ to: '/admin/tickets', label: 'Open tickets' }}
      hint="The address may be wrong, or the ticket was deleted."
    >
      {(found) => <TicketView ticket={found} isLive={isLive} aside={aside} />}
    </RecordScreen>
  );
}

import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { Checkbox } from '#ui/Checkbox.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { NoRecord } from '#ui/records/NoRecord.tsx';
import { OneRecord } from '#ui/records/OneRecord.tsx';
import type { TicketDetailWire } from '../../contract.ts';
import { Composer } from '../Composer.tsx';
import { Conversation } from '../Conversation.tsx';
import { useTicket } from '../queries.ts';
import { TicketStatusBadge } from '../TicketStatusBadge.tsx';
import { useLiveTickets } from '../use-live-tickets.ts';
import { useOutgoing } from '../use-outgoing.ts';
import { CannedReplies } from './CannedReplies.tsx';
import { CustomerPanel, OtherTickets } from './CustomerPanel.tsx';
import { HandlingPanel } from './HandlingPanel.tsx';
import { StatusActions } from './StatusActions.tsx';

type StaffComposerProps = {
  ticket: TicketDetailWire;
  send: ReturnType<typeof useOutgoing>['send'];
};

/** A closed ticket takes notes alone. Notes and answers have drafts of their own. */
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
        tools={isInternal ? undefined : (insert) => <CannedReplies onPick={insert} />}
      />
    </div>
  );
}

type TicketViewProps = Pick<TicketScreenProps, 'aside'> & {
  ticket: TicketDetailWire;
  isLive: boolean;
};

function TicketView({ ticket, isLive, aside }: TicketViewProps) {
  const { send, ...messages } = useOutgoing(ticket.uuid);
  return (
    <>
      <PageHeader
        title={`#${ticket.number} ${ticket.subject}`}
        back={
          <Link to="/admin/tickets" className="link">
            Tickets
          </Link>
        }
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
  /** What other areas know of the customer, by the account's id. */
  aside?: (userId: number) => ReactNode;
};

/** One customer's ticket, as support works on it. */
export default function TicketScreen({ aside }: TicketScreenProps) {
  const { uuid = '' } = useParams();
  const isLive = useLiveTickets();
  const ticket = useTicket(uuid, isLive);
  const missing = (
    <NoRecord what="ticket" to="/admin/tickets" open="Open tickets">
      The address may be wrong, or the ticket was deleted.
    </NoRecord>
  );
  return (
    <>
      <title>{`Ticket · ${site.name}`}</title>
      <OneRecord key={uuid} what="ticket" result={ticket} missing={missing}>
        {(found) => <TicketView ticket={found} isLive={isLive} aside={aside} />}
      </OneRecord>
    </>
  );
}

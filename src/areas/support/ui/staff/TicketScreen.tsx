import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { CallError, messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { ButtonLink } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
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

const NoTicket = () => (
  <EmptyState
    title="There is no ticket at this address"
    action={
      <ButtonLink asChild>
        <Link to="/admin/tickets">Open tickets</Link>
      </ButtonLink>
    }
  >
    The address may be wrong, or the ticket was deleted.
  </EmptyState>
);

function Content({ uuid, aside }: TicketScreenProps & { uuid: string }) {
  const isLive = useLiveTickets();
  const query = useTicket(uuid, isLive);
  if (query.data) return <TicketView ticket={query.data} isLive={isLive} aside={aside} />;
  if (query.isPending)
    return (
      <div aria-busy="true" className="grid gap-6">
        <span className="sr-only">Loading the ticket</span>
        <Skeleton className="h-10 w-64" />
        <Skeleton className="h-80 w-full" />
      </div>
    );
  if (query.error instanceof CallError && query.error.status === 404) return <NoTicket />;
  return (
    <LoadError
      message={messageOf(query.error)}
      onRetry={() => query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}

type TicketScreenProps = {
  /** What other areas know of the customer, by the account's id. */
  aside?: (userId: number) => ReactNode;
};

/** One customer's ticket, as support works on it. */
export default function TicketScreen({ aside }: TicketScreenProps) {
  const { uuid = '' } = useParams();
  return (
    <>
      <title>{`Ticket · ${site.name}`}</title>
      <Content key={uuid} uuid={uuid} aside={aside} />
    </>
  );
}

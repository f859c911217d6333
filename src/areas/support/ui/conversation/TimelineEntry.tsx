import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type TicketPriority, ticketPriorityLabels } from '../../wire/tickets.constants.ts';
import type { TicketEventWire } from '../../wire/tickets.ts';

function formatStep({ kind, value }: TicketEventWire, isReopening: boolean): string {
  if (isReopening) return 'Reopened';
  if (kind === 'status') return value === 'resolved' ? 'Resolved' : 'Closed';
  if (kind === 'priority') return `Priority: ${ticketPriorityLabels[value as TicketPriority]}`;
  if (kind === 'rated') return `Rated ${value} of 5`;
  return value === '' ? 'Unassigned' : 'Assigned';
}

const actors = {
  customer: 'by the customer',
  staff: 'by support',
  clock: 'seven days after it was resolved',
};

type TimelineEntryProps = { step: TicketEventWire; isReopening: boolean; isStaff: boolean };

export const TimelineEntry = ({ step, isReopening, isStaff }: TimelineEntryProps) => (
  <p className="flex flex-wrap items-baseline gap-x-2 px-5 py-3 text-sm text-quiet surface-sunken">
    <span aria-hidden="true" className="size-2 self-center bg-control" />
    <span className="font-medium text-text">{formatStep(step, isReopening)}</span>
    <span>
      {step.by === 'customer' && !isStaff ? 'by you' : actors[step.by]},{' '}
      <RelativeTime value={step.at} />
    </span>
  </p>
);

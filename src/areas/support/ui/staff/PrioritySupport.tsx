import { Badge } from '#ui/Badge.tsx';
import type { TicketWire } from '../../wire/index.ts';

/** Of a ticket whose customer's plan is answered first. */
export const PrioritySupport = ({ ticket }: { ticket: Pick<TicketWire, 'has_priority_support'> }) =>
  ticket.has_priority_support && <Badge tone="info">Priority support</Badge>;

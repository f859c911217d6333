import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { TicketWire } from '../../wire/index.ts';
import type { TicketStatus } from '../../wire/tickets.constants.ts';

const customerTones: Record<TicketStatus, BadgeTone> = {
  open: 'info',
  waiting_for_admin: 'info',
  waiting_for_user: 'warning',
  resolved: 'success',
  closed: 'neutral',
};

type TicketStatusBadgeProps = {
  ticket: Pick<TicketWire, 'status' | 'status_display'>;
  /** For staff the tickets that wait for support stand out. */
  isStaff?: boolean;
};

export function TicketStatusBadge({ ticket, isStaff }: TicketStatusBadgeProps) {
  const staffTones = {
    ...customerTones,
    waiting_for_admin: 'warning' as const,
    waiting_for_user: 'info' as const,
  };
  const tones = isStaff ? staffTones : customerTones;
  return <Badge tone={tones[ticket.status]}>{ticket.status_display}</Badge>;
}

import { Badge } from '#ui/Badge.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { LeadWire } from '../../contract.ts';

type LeadClockProps = { lead: LeadWire };

/** The page promises an answer within 24 hours; this is what is left of them. */
export function LeadClock({ lead }: LeadClockProps) {
  if (lead.is_spam || lead.duplicate_of || lead.status !== 'new' || !lead.reply_due_at) return null;
  if (lead.replied_at) return null;
  return (
    <Badge tone={lead.is_overdue ? 'danger' : 'warning'} className="justify-self-start">
      <span>
        <span className="sr-only">Answer: </span>
        {lead.is_overdue ? 'Was due' : 'Due'} <RelativeTime value={lead.reply_due_at} />
      </span>
    </Badge>
  );
}

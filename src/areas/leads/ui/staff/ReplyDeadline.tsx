import { Badge } from '#ui/Badge.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { LeadWire } from '../../wire/leads.ts';

type ReplyDeadlineProps = { lead: LeadWire };

/** The time left for the promised reply. */
export function ReplyDeadline({ lead }: ReplyDeadlineProps) {
  if (lead.is_spam || lead.duplicate_of || lead.status !== 'new' || !lead.reply_due_at) return null;
  if (lead.replied_at) return null;
  return (
    <Badge tone={lead.is_overdue ? 'danger' : 'warning'} className="justify-self-start">
      <span>
        <span className="sr-only">Reply: </span>
        {lead.is_overdue ? 'Was due' : 'Due'} <RelativeTime value={lead.reply_due_at} />
      </span>
    </Badge>
  );
}

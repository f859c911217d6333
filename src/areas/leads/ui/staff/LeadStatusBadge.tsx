import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { LeadStatus } from '../../wire/leads.constants.ts';
import type { LeadWire } from '../../wire/leads.ts';

const tones: Record<LeadStatus, BadgeTone> = {
  new: 'info',
  contacted: 'neutral',
  qualified: 'warning',
  converted: 'success',
  rejected: 'neutral',
};

export const LeadStatusBadge = ({ lead }: { lead: LeadWire }) => (
  <span className="flex flex-wrap gap-1.5">
    <Badge tone={tones[lead.status]}>{lead.status_display}</Badge>
    {lead.is_spam && <Badge tone="danger">Spam</Badge>}
    {lead.duplicate_of && <Badge>Merged into {lead.duplicate_of}</Badge>}
  </span>
);

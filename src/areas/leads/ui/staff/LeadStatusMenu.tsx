import { errorMessage } from '#lib/call-error.ts';
import { Button } from '#ui/Button.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { toast } from '#ui/toast.ts';
import {
  canTransition,
  type LeadStatus,
  leadStatuses,
  leadStatusLabels,
} from '../../wire/leads.labels.ts';
import type { LeadWire } from '../../wire/leads.ts';
import { useChangeLead } from './queries.ts';

/** The possible transitions of the lead. */
export function LeadStatusMenu({
  lead,
  label = 'Change status',
}: {
  lead: LeadWire;
  label?: string;
}) {
  const change = useChangeLead(lead.id);
  const next = leadStatuses.filter((to) => to !== lead.status && canTransition(lead.status, to));

  const transition = (status: LeadStatus) =>
    change.mutate(
      { status },
      {
        onSuccess: () => toast.success(`${lead.name}: ${leadStatusLabels[status]}`),
        onError: (error) => toast.error(errorMessage(error)),
      },
    );

  const trigger = (
    <Button size="small" isBusy={change.isPending}>
      {label}
      <span className="sr-only"> {lead.name}</span>
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      {next.map((status) => (
        <MenuItem key={status} onSelect={() => transition(status)}>
          {leadStatusLabels[status]}
        </MenuItem>
      ))}
    </Menu>
  );
}
